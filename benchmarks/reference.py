"""msB here against msB in R, on the same rows and prices (paired), where Rscript is installed.

    PENNYWORTH_DATA=folder python benchmarks/reference.py

Needs R with randomForest and glmnet, and the results of `paper_protocol.py public`.
Writes benchmarks/results/reference.csv and prints the mean paired difference. About ten minutes.
"""

import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from paper_protocol import PROTOCOL, PUBLIC, RESULTS, read_public
from sklearn.tree import DecisionTreeClassifier

from pennyworth import BudgetSearch

HERE = Path(__file__).parent


def write_run(folder: Path, name: str, seed: int) -> None:
    """Write the rows, with the part that each plays here, and the prices of one run."""
    X, y, prices = read_public(name, seed)
    cheap = BudgetSearch(
        DecisionTreeClassifier(max_depth=1),
        prices=prices,
        sequences="singles",
        random_state=seed,
        **PROTOCOL,
    )
    problem = cheap.fit(X, y)._evaluator.problem
    part = np.full(len(y), "train", dtype="<U8")
    part[problem.folds[0].validate] = "validate"
    part[problem.test] = "test"
    X.assign(target=y, part=part).to_csv(folder / f"{name}-{seed:02d}.csv", index=False)
    np.savetxt(folder / f"{name}-{seed:02d}.prices", prices)


def main() -> None:
    here = pd.read_csv(RESULTS / "paper_protocol_public.csv").query("method == 'msB'")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, seed in zip(here["data"], here["seed"], strict=True):
            write_run(folder, name, seed)
        subprocess.run(["Rscript", str(HERE / "reference.R"), temporary], check=True)
        there = pd.read_csv(folder / "aup.csv")
    there[["data", "seed"]] = there["file"].str.extract(r"(\w+)-(\d+)")
    there["seed"] = there["seed"].astype(int)
    both = here.merge(there.rename(columns={"aup": "r_test_aup", "subsets": "r_subsets"}))
    both["difference"] = both["test_aup"] - both["r_test_aup"]
    columns = ["data", "seed", "test_aup", "r_test_aup", "difference", "subsets", "r_subsets"]
    both[columns].to_csv(RESULTS / "reference.csv", index=False, float_format="%.6g")
    summary = both.groupby("data")[["test_aup", "r_test_aup", "difference"]].agg(["mean", "sem"])
    print(summary.loc[list(PUBLIC)].round(4).to_string())


if __name__ == "__main__":
    main()
