"""The compiled forest's accuracy against scikit-learn's, on all shared data sets, paired.

    PENNYWEIGHT_DATA=... python -m benchmarks.forest.accuracy  # ten seeds, 300 trees; half an hour

Both learn from the same 80% of the rows and are scored on the rest, categories as their ranks.
Runs that are in benchmarks/results/accuracy.csv already are not repeated.
"""

import sys
from typing import Any

import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import get_scorer

from benchmarks import RESULTS_FOLDER
from benchmarks.datasets import FILES, read_numbers
from pennyweight.evaluators import SeveralEvaluators
from pennyweight.learners.forest import ForestKernel, Shared
from pennyweight.prices import PriceList
from pennyweight.problem import Target, make_problem

RESULTS = RESULTS_FOLDER / "accuracy.csv"
SEEDS, TREES, CORES = 10, 300, 2


def run(name: str, X: Any, y: Any, seed: int) -> dict[str, Any]:
    problem = make_problem(
        X,
        Target(y=y, classification=True),
        PriceList.for_columns(None, [f"x{i}" for i in range(X.shape[1])]),
        validation="oob",
        test_size=0.2,
        weights=None,
        seed=seed,
    )
    forests = {"forest": RandomForestClassifier(TREES)}
    learners = {name: ForestKernel(Shared(problem), forest) for name, forest in forests.items()}
    ours = SeveralEvaluators(problem, forests, get_scorer("accuracy"), learners=learners)
    theirs = RandomForestClassifier(TREES, random_state=seed, n_jobs=CORES)
    theirs.fit(X[problem.development], y[problem.development])
    return {
        "data": name,
        "seed": seed,
        "pennyweight": ours.evaluate("forest", problem.full).test_score,
        "scikit-learn": theirs.score(X[problem.test], y[problem.test]),
    }


def summary(table: pd.DataFrame) -> pd.DataFrame:
    difference = table.assign(difference=table["pennyweight"] - table["scikit-learn"])
    found = difference.groupby("data", sort=False).agg(
        pennyweight=("pennyweight", "mean"),
        scikit_learn=("scikit-learn", "mean"),
        difference=("difference", "mean"),
        stderr=("difference", "sem"),
    )
    return found.assign(standard_errors=found["difference"] / found["stderr"])


def main(names: list[str]) -> None:
    rows = pd.read_csv(RESULTS).to_dict("records") if RESULTS.exists() else []
    known = {(row["data"], row["seed"]) for row in rows}
    for name in names or FILES:
        X, y = read_numbers(name)
        for seed in range(SEEDS):
            if (name, seed) not in known:
                rows.append(run(name, X, y, seed))
                pd.DataFrame(rows).to_csv(RESULTS, index=False, float_format="%.6g")
                print(*rows[-1].values(), flush=True)
    print(summary(pd.DataFrame(rows)).to_string(float_format="%.4f"))


if __name__ == "__main__":
    main(sys.argv[1:])
