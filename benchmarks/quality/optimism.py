"""How far scores of chosen models are too good, and what four ways to correct that leave of it.

    PENNYWEIGHT_DATA=... python -m benchmarks.quality.optimism

A few hundred rows of large data sets are searched, and 3000 others say what is true, so that little
of the gap is noise of the test rows. Some 20 columns drawn at random, prices uniform on 1 to 100.
Rows that are in benchmarks/results/optimism.csv are not run again.
"""

from functools import cache

import numpy as np
import pandas as pd

from benchmarks import RESULTS_FOLDER
from benchmarks.datasets import read_table
from pennyweight import BudgetSearch, ModelSchedule, PriceList, default_forests
from pennyweight.evaluations import pareto
from pennyweight.schedule import block_draws

RESULTS = RESULTS_FOLDER / "optimism.csv"
DATA = ["bank", "spambase", "landsat", "naval", "thyroid", "census"]
SIZES, SEEDS, TEST_ROWS, MOST_COLUMNS = (200, 500), range(100, 104), 3000, 20
KEY = ["data", "rows", "seed"]
read = cache(read_table)


def searched(name: str, n_rows: int, seed: int) -> ModelSchedule:
    X, y = read(name)
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(y), min(len(y), n_rows + TEST_ROWS), replace=False)
    columns = rng.choice(X.shape[1], min(MOST_COLUMNS, X.shape[1]), replace=False)
    X, y = X.iloc[rows, columns].reset_index(drop=True), y[rows]
    prices = dict(zip(X.columns, rng.integers(1, 101, X.shape[1]).tolist(), strict=True))
    search = BudgetSearch(
        default_forests(n_estimators=500),
        prices=PriceList(prices),
        test_size=1 - n_rows / len(y),
        random_state=seed,
    )
    return search.fit(X, y).schedule_


def estimates(schedule: ModelSchedule) -> dict[str, float]:
    """Return areas: as chosen, corrected in four ways, and on the test rows."""
    scores, merits = schedule._scored.by_block()
    costs, n_blocks = schedule.costs, scores.shape[1]
    budgets = np.array([model.cost for model in schedule])

    def chosen(times: np.ndarray) -> np.ndarray:
        steps = pareto.front(costs, merits @ times.astype(float))
        return scores[steps[np.searchsorted(costs[steps], budgets, side="right") - 1]]

    places = np.arange(n_blocks)
    left_out = [chosen(places != a)[:, a] for a in places]
    pairs = [(a, b) for a in places for b in range(a)]
    two_left_out = [chosen(~np.isin(places, pair))[:, pair].mean(axis=1) for pair in pairs]
    optimism = [(chosen(t) @ t) / n_blocks - chosen(t).mean(axis=1) for t in block_draws(n_blocks)]
    found = {
        "a block left out": np.mean(left_out, axis=0),
        "two blocks left out": np.mean(two_left_out, axis=0),
        "bootstrap optimism": np.array(schedule.scores()) - np.mean(optimism, axis=0),
    }
    return {
        "chosen": schedule.aup(),
        "corrected": schedule.aup(on="corrected"),
        **{name: pareto.area(budgets, each, schedule.prices.total) for name, each in found.items()},
        "test": schedule.aup(on="test"),
    }


def gap_table(done: pd.DataFrame) -> pd.DataFrame:
    """Return 1000 x how far each estimate is above the test area, by the rows searched."""
    gaps = 1000 * done.drop(columns=[*KEY, "test"]).sub(done["test"], axis=0)
    parts = {**{str(n): done["rows"] == n for n in SIZES}, "both": done["rows"] > 0}
    return pd.DataFrame(
        {
            name: [
                f"{mean:+.1f} ± {error:.1f}"
                for mean, error in zip(gaps[part].mean(), gaps[part].sem(), strict=True)
            ]
            for name, part in parts.items()
        },
        index=gaps.columns,
    ).T


def main() -> None:
    done = pd.read_csv(RESULTS) if RESULTS.exists() else pd.DataFrame(columns=KEY)
    known = {tuple(row) for row in done[KEY].to_numpy().tolist()}
    for key in [(name, n, seed) for seed in SEEDS for name in DATA for n in SIZES]:
        if key in known:
            continue
        schedule = searched(*key)
        if len(schedule.evaluations[0].scores) < 5:
            print(*key, "has a class of fewer than five rows, and so too few blocks", flush=True)
            continue
        row = dict(zip(KEY, key, strict=True)) | estimates(schedule)
        print(*row.values(), flush=True)
        done = pd.DataFrame([*done.to_dict("records"), row])
        done.to_csv(RESULTS, index=False, float_format="%.6g")
    print(gap_table(done).to_string())


if __name__ == "__main__":
    main()
