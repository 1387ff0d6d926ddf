"""Whose schedules are best on rows that nobody chose by: pennyworth, the paper's msB, and rivals.

    PENNYWORTH_DATA=... python benchmarks/quality.py                 # all of it; hours, resumable
    PENNYWORTH_DATA=... python benchmarks/quality.py --data vehicle --seeds 3
    PENNYWORTH_DATA=... python benchmarks/quality.py --summary

The same 80% of the rows develop and the same 20% test, for all methods of a seed. Prices are drawn
uniformly from 1 to 100; the data sets with real prices are run with these as well. The sets that
rivals propose are judged as pennyworth judges its own: by out-of-bag Brier score, with forests of
500 trees. Rows that are in benchmarks/results/quality.csv are not run again. Rivals that are not
installed are left out, with a note; those that fit a forest to all additions of all sets get at
most 20 columns.
"""

import argparse
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from rivals import QUADRATIC, SETS
from shapes import FILES, read_table
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.ensemble import RandomForestClassifier

from pennyworth import BudgetSearch, ModelSchedule, PriceList
from pennyworth.baselines import CostForestSequence, logit_b
from pennyworth.sequences import BoostedSequence, default_effort

RESULTS = Path(__file__).parent / "results" / "quality.csv"
# The settings were found on the first eight; nobody looked at the others while choosing them.
SEEN = ["concrete", "pima", "heart", "vehicle", "steel", "landsat", "spambase", "thyroid"]
UNSEEN = ["naval", "bank", "liver", "hepatitis", "breast_cancer", "wine", "digits"]
PRICED = ["thyroid", "heart", "pima", "liver", "hepatitis"]
KEY = ["data", "prices", "seed", "method"]
MOST_ROWS, MOST_COLUMNS = 10_000, 20
PAPER = {"choose_by": "accuracy", "validation": 0.25}
MADE = {"breast_cancer": load_breast_cancer, "wine": load_wine, "digits": load_digits}


class Given:
    """A sequence of sets that somebody else has found."""

    name = "given"

    def __init__(self, sets: Any) -> None:
        self.sets = sets

    def run(self, search: Any) -> None:
        """Propose them."""
        search.evaluate(self.sets)


class Genetic:
    """NSGA-II (optuna) on cost and merit, until the effort is spent."""

    name = "genetic"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def run(self, search: Any) -> None:
        """Breed subsets."""
        import optuna  # noqa: PLC0415

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        sampler = optuna.samplers.NSGAIISampler(population_size=20, seed=self.seed)
        study = optuna.create_study(directions=["minimize", "maximize"], sampler=sampler)

        def judged(trial: Any) -> tuple[float, float]:
            subset = [v for v in search.full if trial.suggest_categorical(str(v), [False, True])]
            if not subset:
                return 0.0, -1.0
            (found,) = search.evaluate([subset])
            return search.prices.cost(subset), found.merit

        study.optimize(judged, n_trials=100_000)


def read(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    if name in MADE:
        return MADE[name](return_X_y=True, as_frame=True)[0], MADE[name]().target
    X, y = read_table(name)
    if len(y) > MOST_ROWS:
        rows = np.random.default_rng(0).choice(len(y), MOST_ROWS, replace=False)
        X, y = X.iloc[rows].reset_index(drop=True), y[rows]
    return X, y


def prices_of(name: str, kind: str, X: pd.DataFrame, seed: int) -> PriceList:
    if kind == "real":
        listed = PriceList.from_csv(
            Path(os.environ["PENNYWORTH_DATA"]) / "costs" / f"{FILES[name]}.csv"
        )
        if "FTI" in X.columns:
            listed = listed.adding("FTI", 0, needs=["TT4", "T4U"])
        return listed.bind(list(X.columns))
    drawn = np.random.default_rng(seed).integers(1, 101, X.shape[1])
    return PriceList(dict(zip(X.columns, drawn.tolist(), strict=True)))


def searched(X: Any, y: Any, prices: PriceList, seed: int, **settings: Any) -> ModelSchedule:
    forest = RandomForestClassifier(500)
    search = BudgetSearch(forest, prices=prices, n_jobs=2, random_state=seed, **settings)
    return search.fit(X, y).schedule_


def methods(X: pd.DataFrame, y: np.ndarray, prices: PriceList, seed: int) -> dict[str, Any]:
    """Return what each method does, as functions without arguments."""
    n, all_rows = X.shape[1], (X, y, prices, seed)
    usual = default_effort("auto", n) or 100
    found = {
        "msB": lambda: searched(*all_rows, sequences="paper", **PAPER),
        "rfB": lambda: searched(*all_rows, sequences=CostForestSequence(), **PAPER),
        "logitB": lambda: logit_b(X, y, prices, random_state=seed),
        "CEGB sets": lambda: searched(*all_rows, sequences=BoostedSequence()),
        "NSGA-II": lambda: searched(*all_rows, sequences=Genetic(seed), effort=usual),
        "pennyworth, effort / 2": lambda: searched(*all_rows, effort=usual // 2),
        "pennyworth": lambda: searched(*all_rows),
        "pennyworth, effort x 3": lambda: searched(*all_rows, effort=3 * usual),
    }
    if n <= 12:
        found["exhaustive, paper"] = lambda: searched(*all_rows, sequences="exhaustive", **PAPER)
        found["exhaustive, by accuracy"] = lambda: searched(
            *all_rows, sequences="exhaustive", choose_by="accuracy"
        )
    for name in SETS:
        if n <= MOST_COLUMNS or name not in QUADRATIC:
            found[name] = lambda name=name: of_rival(name, *all_rows)
    return found


def of_rival(
    name: str, X: pd.DataFrame, y: np.ndarray, prices: PriceList, seed: int
) -> ModelSchedule:
    """Have a rival propose sets from the development rows, and judge them."""
    rows = (
        BudgetSearch(RandomForestClassifier(1), sequences="singles", effort=1, random_state=seed)
        .fit(X, y)
        ._evaluator.problem.development
    )
    numbers = X.apply(lambda column: column if column.dtype.kind in "biuf" else rank(column))
    numbers = numbers.fillna(numbers.median())
    alone = [prices.cost([variable]) for variable in prices.variables]
    sets = SETS[name](numbers.iloc[rows].to_numpy(dtype=float), y[rows], alone, seed)
    columns = list(X.columns)
    place = {variable: columns.index(variable) for variable in prices.variables}
    back = {column: i for i, column in enumerate(place[v] for v in prices.variables)}
    return searched(X, y, prices, seed, sequences=Given([[back[c] for c in s] for s in sets]))


def rank(column: pd.Series) -> pd.Series:
    codes = pd.Series(pd.factorize(column, sort=True)[0], column.index, dtype=float)
    return codes.where(codes >= 0)


def run(name: str, kind: str, seed: int, method: str, job: Any) -> dict[str, Any]:
    start = time.perf_counter()
    schedule = job()
    corrected = schedule.to_frame()["corrected"]
    return {
        "data": name,
        "prices": kind,
        "seed": seed,
        "method": method,
        "test_aup": schedule.aup(on="test"),
        "aup": schedule.aup(),
        "corrected_aup": schedule.aup(on="corrected") if corrected.notna().all() else np.nan,
        "subsets": len({evaluation.subset for evaluation in schedule.evaluations}),
        "seconds": time.perf_counter() - start,
    }


def summary(table: pd.DataFrame, against: str = "msB") -> pd.DataFrame:
    """Return 1000 x the mean test AUP over that of `against`, with paired standard errors."""
    key = ["data", "prices", "seed"]
    wide = table.pivot_table(index=key, columns="method", values="test_aup")
    gains = 1000 * wide.sub(wide[against], axis=0)
    by_data = gains.groupby(["data", "prices"])
    shown = by_data.mean().round(1).astype(str) + " ± " + by_data.sem().round(1).astype(str)
    return shown.T


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", nargs="*", default=SEEN + UNSEEN)
    asked.add_argument("--seeds", type=int, default=10)
    asked.add_argument("--methods", nargs="*")
    asked.add_argument("--summary", action="store_true")
    options = asked.parse_args()
    done = pd.read_csv(RESULTS) if RESULTS.exists() else pd.DataFrame()
    known = {tuple(row) for row in done[KEY].to_numpy().tolist()} if len(done) else set()
    jobs = [
        (seed, name, kind)
        for seed in range(options.seeds)
        for name in options.data
        for kind in ("drawn", "real")
        if kind == "drawn" or name in PRICED
    ]
    for seed, name, kind in [] if options.summary else jobs:
        X, y = read(name)
        for method, job in methods(X, y, prices_of(name, kind, X, seed), seed).items():
            if (name, kind, seed, method) in known or method not in (options.methods or [method]):
                continue
            try:
                row = run(name, kind, seed, method, job)
            except ImportError as error:
                print(f"{method} is left out: {error}", flush=True)
                continue
            print(*row.values(), flush=True)
            done = pd.concat([done, pd.DataFrame([row])], ignore_index=True)
            done.to_csv(RESULTS, index=False, float_format="%.6g")
    print(summary(done).to_string())


if __name__ == "__main__":
    main()
