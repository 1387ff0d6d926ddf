"""What steadied merits are worth: the test area with them and without, by the number of rows.

    PENNYWORTH_DATA=... python benchmarks/steadying.py        # a quarter of an hour

A few hundred rows of the data sets that the settings of the search were found on are searched, and
up to 2000 others say what is true; seeds that the comparison with rivals (`quality.py`) does not
use. The same evaluations are put in a schedule by steadied merits, as always, and by plain ones.
Rows that are in benchmarks/results/steadying.csv are not run again.
"""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from quality_data import SEEN, drawn_prices
from shapes import read_table

from pennyworth import BudgetSearch, ModelSchedule, default_forests, pareto

RESULTS = Path(__file__).parent / "results" / "steadying.csv"
SIZES, SEEDS = (125, 250, 500), range(100, 108)
TEST_ROWS, MOST_COLUMNS, FEWEST_OF_A_CLASS = 2000, 20, 8
KEY = ["data", "rows", "seed"]


def suits(name: str, n_rows: int) -> bool:
    """Tell whether so few rows have two classes, and leave as many to test."""
    _, y = read_table(name)
    counts = np.bincount(y) * n_rows / len(y)
    return n_rows <= len(y) / 2 and (counts >= FEWEST_OF_A_CLASS).sum() > 1


def searched(name: str, n_rows: int, seed: int) -> ModelSchedule:
    X, y = read_table(name)
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(y), min(len(y), n_rows + TEST_ROWS), replace=False)
    columns = rng.choice(X.shape[1], min(MOST_COLUMNS, X.shape[1]), replace=False)
    counts = np.bincount(y[rows])
    rows = rows[counts[y[rows]] * n_rows / len(rows) >= FEWEST_OF_A_CLASS]
    X, y = X.iloc[rows, columns].reset_index(drop=True), y[rows]
    search = BudgetSearch(
        default_forests(n_estimators=500),
        prices=drawn_prices(X, seed),
        test_size=1 - n_rows / len(y),
        stop_early=False,
        n_jobs=2,
        random_state=seed,
    )
    return search.fit(X, y).schedule_


def areas(schedule: ModelSchedule) -> dict[str, float]:
    """Return the test areas of the schedule as it is, and of one by plain merits."""
    plain = pareto.front(schedule.costs, [each.merit for each in schedule.evaluations])
    tested = [schedule.evaluations[place].test_score for place in plain]
    return {
        "steadied": schedule.aup(on="test"),
        "plain": pareto.area(schedule.costs[plain], tested, schedule.prices.total),
    }


def gain_table(done: pd.DataFrame) -> pd.DataFrame:
    """Return 1000 x what steadied merits gain on test rows, by the rows searched."""
    gains = (1000 * (done["steadied"] - done["plain"])).groupby([done["rows"], done["data"]])
    mean, error = gains.mean().unstack()[SEEN], gains.sem().unstack()[SEEN]
    table = {
        name: [_written(m, e, 0) for m, e in zip(mean[name], error[name], strict=True)]
        for name in SEEN
    }
    overall = (error**2).sum(axis=1) ** 0.5 / error.notna().sum(axis=1)
    pairs = zip(mean.mean(axis=1), overall, strict=True)
    table["mean"] = [_written(m, e, 1) for m, e in pairs]
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
        row |= areas(searched(name, n_rows, seed))
        print(*row.values(), flush=True)
        done = pd.DataFrame([*done.to_dict("records"), row])
        done.to_csv(RESULTS, index=False, float_format="%.6g")
    print(gain_table(done).to_string())


if __name__ == "__main__":
    main()
