"""What steadied merits are worth: the test area with them and without, by the number of rows.

    PENNYWEIGHT_DATA=... python -m benchmarks.quality.steadying    # half an hour

A few hundred rows of the data sets that the settings of the search were found on are searched, and
up to 2000 others say what is true; seeds that the comparison with rivals (`comparison.py`) does not
use. Each is searched twice: as always, and with merits that nothing moves, neither while the
surrogate proposes nor at the end. Rows that are in benchmarks/results/steadying.csv are not run
again.
"""

import time
from contextlib import ExitStack
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd

from benchmarks import RESULTS_FOLDER
from benchmarks.datasets import read_table
from benchmarks.quality.data import SEEN, drawn_prices
from pennyweight import BudgetSearch, PriceList, default_forests

RESULTS = RESULTS_FOLDER / "steadying.csv"
SIZES, SEEDS = (125, 250, 500), range(500, 512)
STEADYING = "pennyweight.evaluations.table.shifts_by_likeness"  # what moves merits
TEST_ROWS, MOST_COLUMNS, FEWEST_OF_A_CLASS = 2000, 20, 8
KEY = ["data", "rows", "seed"]


def suits(name: str, n_rows: int) -> bool:
    """Tell whether so few rows have two classes, and leave as many to test."""
    _, y = read_table(name)
    counts = np.bincount(y) * n_rows / len(y)
    return n_rows <= len(y) / 2 and (counts >= FEWEST_OF_A_CLASS).sum() > 1


def problem(name: str, n_rows: int, seed: int) -> tuple[pd.DataFrame, np.ndarray, PriceList]:
    """Draw rows to search and to test, columns, and prices."""
    X, y = read_table(name)
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(y), min(len(y), n_rows + TEST_ROWS), replace=False)
    columns = rng.choice(X.shape[1], min(MOST_COLUMNS, X.shape[1]), replace=False)
    counts = np.bincount(y[rows])
    rows = rows[counts[y[rows]] * n_rows / len(rows) >= FEWEST_OF_A_CLASS]
    X, y = X.iloc[rows, columns].reset_index(drop=True), y[rows]
    return X, y, drawn_prices(X, seed)


def outcome(given: tuple[Any, Any, PriceList], n_rows: int, seed: int, how: str) -> dict[str, Any]:
    """Search, and return the areas on the test rows and on those that chose, and the seconds."""
    X, y, prices = given
    search = BudgetSearch(
        default_forests(n_estimators=500),
        prices=prices,
        test_size=1 - n_rows / len(y),
        n_jobs=2,
        random_state=seed,
    )
    with ExitStack() as plain:
        if how == "plain":
            plain.enter_context(patch(STEADYING, unmoved))
        start = time.process_time()
        schedule = search.fit(X, y).schedule_
    return {
        how: schedule.aup(on="test"),
        f"{how}_selection": schedule.aup(),
        f"{how}_seconds": time.process_time() - start,
    }


def unmoved(members: Any, merits: np.ndarray, telling: Any = None) -> np.ndarray:
    return np.zeros_like(merits)


def gain_table(done: pd.DataFrame) -> pd.DataFrame:
    """Return 1000 x what steadied merits gain on test rows, and the gaps, by the rows searched."""
    by_rows = done.set_index(["rows", "data"])
    gain = by_rows["steadied"] - by_rows["plain"]
    mean, error = (
        1000 * gain.groupby(level=[0, 1]).agg(how).unstack()[SEEN] for how in ("mean", "sem")
    )
    table = {
        name: [_written(m, e, 0) for m, e in zip(mean[name], error[name], strict=True)]
        for name in SEEN
    }
    overall = (error**2).sum(axis=1) ** 0.5 / error.notna().sum(axis=1)
    pairs = zip(mean.mean(axis=1), overall, strict=True)
    table["mean"] = [_written(m, e, 1) for m, e in pairs]
    for how in ("plain", "steadied"):
        gap = 1000 * (by_rows[f"{how}_selection"] - by_rows[how])
        gaps = gap.groupby(level=[0, 1]).mean().groupby(level=0).mean()
        table[f"gap, {how}"] = [f"{each:+.1f}" for each in gaps]
    times = by_rows["steadied_seconds"] / by_rows["plain_seconds"]
    table["times as long"] = [f"{each:.2f}" for each in times.groupby(level=0).median()]
    return pd.DataFrame(table, index=[f"{n} rows" for n in mean.index])


def _written(mean: float, error: float, digits: int) -> str:
    return "" if np.isnan(mean) else f"{mean:+.{digits}f} ± {error:.{digits}f}"


def main() -> None:
    done = pd.read_csv(RESULTS) if RESULTS.exists() else pd.DataFrame(columns=KEY)
    known = {tuple(row) for row in done[KEY].to_numpy().tolist()}
    for seed, name, n_rows in product(SEEDS, SEEN, SIZES):
        if (name, n_rows, seed) in known or not suits(name, n_rows):
            continue
        row = dict(zip(KEY, (name, n_rows, seed), strict=True))
        given = problem(name, n_rows, seed)
        for how in ("steadied", "plain"):
            row |= outcome(given, n_rows, seed, how)
        print(*row.values(), flush=True)
        done = pd.DataFrame([*done.to_dict("records"), row])
        done.to_csv(RESULTS, index=False, float_format="%.6g")
    print(gain_table(done).to_string())


if __name__ == "__main__":
    main()
