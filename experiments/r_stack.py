"""The paper's own stack in R (randomForest, glmnet) on the same rows and prices, where R is."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.tree import DecisionTreeClassifier

from experiments.protocol import PAPER, drawn
from experiments.recording import Table, read
from experiments.settings import Settings
from pennyweight import BudgetSearch
from pennyweight.datasets import Dataset

SCRIPT = Path(__file__).parent / "r" / "msb.R"
FULL_RUNS = {"concrete": 20, "vehicle": 20}
QUICK_RUNS = {"concrete": 2, "vehicle": 1}


def reason_to_skip() -> str | None:
    """Return why R cannot be run; None: it can."""
    if not shutil.which("Rscript"):
        return "Rscript is not installed"
    needed = (
        "q(status = !all(sapply(c('randomForest', 'glmnet'), requireNamespace, quietly = TRUE)))"
    )
    asked = subprocess.run(["Rscript", "-e", needed], capture_output=True, check=False)
    return "R lacks randomForest or glmnet" if asked.returncode else None


def compute(settings: Settings) -> None:
    """Run msB and logitB in R."""
    if reason := reason_to_skip():
        print(f"the comparison with R is left out: {reason}.", flush=True)
        return
    table = Table(settings.results / "r_stack.csv", ["data", "seed", "method"])
    for name, usual in (QUICK_RUNS if settings.quick else FULL_RUNS).items():
        for seed in range(min(usual, settings.most_runs or usual)):
            if name in settings.data and not table.has(name, seed, "msB"):
                table.add(in_r(drawn(name, seed, settings), seed))
                print(f"{name}, run {seed}, in R", flush=True)


def in_r(data: Dataset, seed: int) -> list[dict[str, object]]:
    """Run the script on one draw."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        data.X.assign(target=data.y, part=parts(data, seed)).to_csv(folder / "0.csv", index=False)
        prices = [data.prices.cost([name]) for name in data.prices.variables]
        np.savetxt(folder / "0.prices", prices)
        subprocess.run(["Rscript", str(SCRIPT), temporary], check=True)
        found = pd.read_csv(folder / "found.csv").drop(columns="file")
    how = {"settings": "R: randomForest, 500 trees; glmnet; 60/20/20 by accuracy"}
    rows = found.to_dict("records")
    return [{"data": data.name, "seed": seed, **row, **how} for row in rows]


def parts(data: Dataset, seed: int) -> np.ndarray:
    """Return what each row is used for here: to train, to validate or to test."""
    cheap = BudgetSearch(
        DecisionTreeClassifier(max_depth=1),
        prices=data.prices,
        sequences="singles",
        random_state=seed,
        **PAPER,
    )
    problem = cheap.fit(data.X, data.y)._evaluator.problem
    part = np.full(len(data.y), "train", dtype="<U8")
    part[problem.folds[0].validate] = "validate"
    part[problem.test] = "test"
    return part


def summary(settings: Settings) -> pd.DataFrame:
    """Return areas and seconds in R and here, on the runs that both have."""
    here, there = (read(settings.results / f"{name}.csv") for name in ("runs", "r_stack"))
    both = here.merge(there, on=["data", "seed", "method"], suffixes=("", "_r"))
    both["difference"] = both["test_aup"] - both["test_aup_r"]
    grouped = both.groupby(["data", "method"])
    columns = ["test_aup", "test_aup_r", "difference", "cpu_seconds", "cpu_seconds_r"]
    means = grouped[columns].mean()
    means["sem"] = grouped["difference"].sem().fillna(0.0)
    means["runs"] = grouped.size()
    return means
