"""Which leaves the default forests should have: the test area for several choices.

    PENNYWEIGHT_DATA=... python -m benchmarks.quality.leaves    # half an hour; can be stopped

On the data sets that the settings of the search were found on, with seeds that the comparison with
rivals (`comparison.py`) does not use. Each subset is tried with a forest for each number of rows
that a leaf has at least. Rows that are in benchmarks/results/leaves.csv are not run again.
"""

from itertools import product
from typing import Any

import pandas as pd
from sklearn.ensemble import RandomForestClassifier

from benchmarks import RESULTS_FOLDER
from benchmarks.quality.data import SEEN, read
from pennyweight import BudgetSearch

RESULTS = RESULTS_FOLDER / "leaves.csv"
CHOICES = [(1,), (1, 5), (1, 3, 10), (1, 4, 16), (1, 2, 4, 8, 16)]
SEEDS = range(100, 104)
KEY = ["data", "seed", "leaves"]


def run(name: str, seed: int, leaves: tuple[int, ...]) -> dict[str, Any]:
    X, y, prices = read(name, "drawn", seed)
    forests = {f"leaves of {n}": RandomForestClassifier(500, min_samples_leaf=n) for n in leaves}
    search = BudgetSearch(forests, prices=prices, n_jobs=2, random_state=seed)
    schedule = search.fit(X, y).schedule_
    return {
        "data": name,
        "seed": seed,
        "leaves": " ".join(map(str, leaves)),
        "test_aup": schedule.aup(on="test"),
        "aup": schedule.aup(),
    }


def read_results() -> pd.DataFrame:
    return pd.read_csv(RESULTS, dtype={"leaves": str})


def gain_table(done: pd.DataFrame) -> pd.DataFrame:
    """Return 1000 x what each choice gains over leaves of any size."""
    wide = 1000 * done.pivot_table(index=["data", "seed"], columns="leaves", values="test_aup")
    gains = wide.sub(wide["1"], axis=0).groupby("data").agg(["mean", "sem"]).reindex(SEEN)
    table = {}
    for leaves in [" ".join(map(str, choice)) for choice in CHOICES[1:]]:
        mean, error = gains[leaves]["mean"], gains[leaves]["sem"]
        cells = [f"{m:+.0f} ± {e:.0f}" for m, e in zip(mean, error, strict=True)]
        overall = f"{mean.mean():+.1f} ± {(error**2).sum() ** 0.5 / len(error):.1f}"
        table[leaves.replace(" ", ", ")] = [*cells, overall]
    return pd.DataFrame(table, index=[*SEEN, "mean"]).T


def main() -> None:
    done = read_results() if RESULTS.exists() else pd.DataFrame(columns=KEY)
    known = {tuple(row) for row in done[KEY].to_numpy().tolist()}
    for seed, name, leaves in product(SEEDS, SEEN, CHOICES):
        if (name, seed, " ".join(map(str, leaves))) in known:
            continue
        row = run(name, seed, leaves)
        print(*row.values(), flush=True)
        done = pd.DataFrame([*done.to_dict("records"), row])
        done.to_csv(RESULTS, index=False, float_format="%.6g")
    print(gain_table(done).to_string())


if __name__ == "__main__":
    main()
