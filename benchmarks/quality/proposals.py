"""The orders that rivals propose, kept: some take a minute to find, and may be judged again.

    PENNYWEIGHT_DATA=... python -m benchmarks.quality.proposals  # all; an hour, resumable
    PENNYWEIGHT_DATA=... python -m benchmarks.quality.proposals --methods SFS --seeds 3

`comparison.py` finds those that are missing by itself. Rivals that know no prices propose the
same order whatever the prices are. Those that fit a forest to all additions of all sets propose
from at most 1000 of the development rows, and only where there are not too many columns.
"""

import argparse
import os
from typing import Any

import numpy as np
import pandas as pd

from benchmarks import RESULTS_FOLDER
from benchmarks.quality.data import SEEN, UNSEEN, kinds_of_prices, problem_of, read, seeds_of
from benchmarks.quality.rivals import KNOW_PRICES, MOST_ROWS, ORDERS, QUADRATIC
from benchmarks.quality.synthetic import DESIGNS

RESULTS = RESULTS_FOLDER / "proposals.csv"
KEY = ["data", "prices", "seed", "method"]
COLUMNS = [*KEY, "seconds", "order"]


def proposals(name: str, kind: str, seed: int, method: str) -> tuple[list[list[int]], float]:
    """Return the sets of a rival, from the first column of its order to all, and its seconds."""
    key = [name, kind if method in KNOW_PRICES else "any", seed, method]
    known = pd.read_csv(RESULTS) if RESULTS.exists() else pd.DataFrame(columns=COLUMNS)
    own = known[(known[KEY] == key).all(axis=1)]
    if own.empty:
        start = sum(os.times()[:4])  # of processors: own and of children
        order = found(name, kind, seed, method)
        seconds = sum(os.times()[:4]) - start
        keep([*key, f"{seconds:.3g}", " ".join(map(str, order))])
    else:
        seconds, order = own["seconds"].iloc[0], [int(c) for c in own["order"].iloc[0].split()]
    return [order[: size + 1] for size in range(len(order))], float(seconds)


def keep(row: list[Any]) -> None:
    """Add a line, in one write, so that several processes can."""
    with RESULTS.open("a", encoding="utf-8") as file:
        header = "" if file.tell() else ",".join(COLUMNS) + "\n"
        file.write(header + ",".join(map(str, row)) + "\n")


def found(name: str, kind: str, seed: int, method: str) -> list[int]:
    """Have a rival order the columns, from the development rows."""
    X, y, prices = read(name, kind, seed)
    rows = problem_of(X, y, prices, seed).development
    if method in QUADRATIC and len(rows) > MOST_ROWS:
        rows = np.random.default_rng(seed).choice(rows, MOST_ROWS, replace=False)
    numbers = X.apply(lambda column: column if column.dtype.kind in "biuf" else rank(column))
    numbers = numbers.fillna(numbers.median())
    alone = {variable: prices.cost([variable]) for variable in prices.variables}
    matrix = numbers.iloc[rows].to_numpy(dtype=float)
    return ORDERS[method](matrix, y[rows], [alone[column] for column in X.columns], seed)


def rank(column: pd.Series) -> pd.Series:
    codes = pd.Series(pd.factorize(column, sort=True)[0], column.index, dtype=float)
    return codes.where(codes >= 0)


def suits(method: str, X: pd.DataFrame) -> bool:
    """Tell whether there are not too many columns for a rival."""
    return X.shape[1] <= QUADRATIC.get(method, X.shape[1])


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.quality.proposals")
    asked.add_argument("--data", nargs="*", default=[*SEEN, *UNSEEN, *DESIGNS])
    asked.add_argument("--seeds", type=int, default=10)
    asked.add_argument("--methods", nargs="*", default=list(ORDERS))
    options = asked.parse_args()
    jobs = [
        (name, kind, seed)
        for seed in range(3 * options.seeds)
        for name in options.data
        for kind in kinds_of_prices(name)
        if seed < seeds_of(name, options.seeds)
    ]
    for job in jobs:
        X, _, _ = read(*job)
        for method in [method for method in options.methods if suits(method, X)]:
            sets, seconds = proposals(*job, method)
            print(*job, method, f"{len(sets)} sets, {seconds:.3g} s", flush=True)


if __name__ == "__main__":
    main()
