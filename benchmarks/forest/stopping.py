"""What stopping early costs: searches with the rule, and with all trees for all subsets.

    PENNYWEIGHT_DATA=... python -m benchmarks.forest.stopping             # some six minutes
    PENNYWEIGHT_DATA=... python -m benchmarks.forest.stopping 20 vehicle  # twenty seeds of one

The paper's preset and protocol, forests of 500 trees. Seeds are from 200 on: the rule was not found
on them, but for those of vehicle; nor on those of `search.py`, the quality
benchmark and the experiments.
"""

import sys
from typing import Any

import pandas as pd
from sklearn.ensemble import RandomForestClassifier

from benchmarks import RESULTS_FOLDER
from benchmarks.datasets import read_table
from benchmarks.forest.search import DATA, TREES, paper_search

RESULTS = RESULTS_FOLDER / "stopping.csv"
FIRST_SEED, SEEDS = 200, {"vehicle": 100}


def pair(name: str, seed: int) -> dict[str, Any]:
    X, y = read_table(name)
    early, full = (
        paper_search(RandomForestClassifier(TREES), X, seed, stop_early=early).fit(X, y).schedule_
        for early in (True, False)
    )
    trees = [evaluation.trees or 0 for evaluation in early.evaluations]
    return {
        "data": name,
        "seed": seed,
        "first_round": min(trees),
        "share_of_trees": sum(trees) / (TREES * len(trees)),
        "validation_aup_difference": early.aup() - full.aup(),
        "test_aup_difference": early.aup(on="test") - full.aup(on="test"),
    }


def summary(table: pd.DataFrame) -> pd.DataFrame:
    grouped = table.groupby("data", sort=False)
    columns = ["share_of_trees", "validation_aup_difference", "test_aup_difference"]
    return (
        grouped[columns]
        .mean()
        .assign(seeds=grouped.size(), stderr=grouped["test_aup_difference"].sem())
    )


def main() -> None:
    names = sys.argv[2:] or DATA
    jobs = [
        (name, FIRST_SEED + i)
        for name in names
        for i in range(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS.get(name, 10))
    ]
    rows = []
    for job in jobs:
        rows.append(pair(*job))
        print(*rows[-1].values(), flush=True)
    table = pd.DataFrame(rows)
    table.to_csv(RESULTS, index=False, float_format="%.6g")
    print(summary(table).to_string(float_format="%.4f"))


if __name__ == "__main__":
    main()
