"""A whole search, the paper's preset and protocol, against the same with scikit-learn's forests.

    PENNYWEIGHT_DATA=... python -m benchmarks.forest.search            # ten seeds; some two hours
    PENNYWEIGHT_DATA=... python -m benchmarks.forest.search 3 vehicle  # three seeds of one data set

Forests of 500 trees, 2 cores: there two processes, here two threads and the stopping rule. Both
have the same rows, prices and seeds. `seconds` are those of `fit` on the wall clock, `cpu_seconds`
those that the processor worked for it. A search of a second is at the mercy of whatever else the
machine does: it runs five times before the one of minutes and five times after it, and the median
counts. Pairs that are in benchmarks/results/search.csv already are not repeated.
"""

import sys
import time
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import psutil
from sklearn.ensemble import RandomForestClassifier

from benchmarks import RESULTS_FOLDER
from benchmarks.datasets import read_table
from pennyweight import BudgetSearch

RESULTS = RESULTS_FOLDER / "search.csv"
DATA = ["vehicle", "landsat", "spambase", "naval"]
KEY = ["data", "seed"]
TREES, CORES, TIMES = 500, 2, 5


class PlainForest(RandomForestClassifier):
    """scikit-learn's forest, under a name that the compiled forest does not stand in for."""


def cpu_seconds() -> float:
    here = psutil.Process()
    times = [process.cpu_times() for process in (here, *here.children(recursive=True))]
    return sum(time.user + time.system for time in times)


FORESTS = {"pennyweight": RandomForestClassifier, "scikit-learn": PlainForest}


def paper_search(forest: Any, X: pd.DataFrame, seed: int, **settings: Any) -> BudgetSearch:
    """Return a search by the paper's preset and protocol; the seed draws the prices, too."""
    prices = np.random.default_rng(seed).integers(1, 101, X.shape[1])
    return BudgetSearch(
        forest,
        prices=dict(zip(X.columns, prices.tolist(), strict=True)),
        sequences="paper",
        choose_by="accuracy",
        validation=0.25,
        test_size=0.2,
        n_jobs=CORES,
        random_state=seed,
        **settings,
    )


def run(method: str, name: str, seed: int, n_trees: int = TREES) -> dict[str, Any]:
    X, y = read_table(name)
    search = paper_search(FORESTS[method](n_trees), X, seed)
    start, worked = time.perf_counter(), cpu_seconds()
    schedule = search.fit(X, y).schedule_
    return {
        "data": name,
        "seed": seed,
        "method": method,
        "seconds": time.perf_counter() - start,
        "cpu_seconds": cpu_seconds() - worked,
        "subsets": len(schedule.evaluations),
        "validation_aup": schedule.aup(),
        "test_aup": schedule.aup(on="test"),
    }


def pair(name: str, seed: int) -> list[dict[str, Any]]:
    """Run both methods in turn."""
    ours = [run("pennyweight", name, seed) for _ in range(TIMES)]
    theirs = run("scikit-learn", name, seed)
    ours += [run("pennyweight", name, seed) for _ in range(TIMES)]
    medians = pd.DataFrame(ours)[["seconds", "cpu_seconds"]].median().to_dict()
    return [ours[0] | medians, theirs]


def summary(table: pd.DataFrame) -> pd.DataFrame:
    pairs = table.pivot_table(
        index=["data", "seed"], columns="method", values=["seconds", "cpu_seconds", "test_aup"]
    ).dropna()
    seconds, cpu, aup = pairs["seconds"], pairs["cpu_seconds"], pairs["test_aup"]
    found = pd.DataFrame(
        {
            "times_faster": seconds["scikit-learn"] / seconds["pennyweight"],
            "times_less_cpu": cpu["scikit-learn"] / cpu["pennyweight"],
            "difference": aup["pennyweight"] - aup["scikit-learn"],
            "seconds": seconds["pennyweight"],
            "their_seconds": seconds["scikit-learn"],
        }
    ).groupby("data")
    return found.agg(
        seeds=("seconds", "size"),
        seconds=("seconds", "median"),
        their_seconds=("their_seconds", "median"),
        times_faster=("times_faster", "median"),
        times_less_cpu=("times_less_cpu", "median"),
        aup_difference=("difference", "mean"),
        stderr=("difference", "sem"),
    )


def main(n_seeds: int = 10, *names: str) -> None:
    done = pd.read_csv(RESULTS) if RESULTS.exists() else pd.DataFrame(columns=KEY)
    known = {tuple(row) for row in done[KEY].to_numpy().tolist()}
    for name in names or DATA:
        run("pennyweight", name, 0, n_trees=20)  # compiles
    for seed, name in product(range(int(n_seeds)), names or DATA):
        if (name, seed) not in known:
            done = pd.concat([done, pd.DataFrame(pair(name, seed))], ignore_index=True)
            done.to_csv(RESULTS, index=False, float_format="%.6g")
            print(done.tail(2).to_string(header=False, index=False), flush=True)
    print(summary(done).to_string(float_format="%.4g"))


if __name__ == "__main__":
    main(*sys.argv[1:])
