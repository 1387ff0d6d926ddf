"""Whose schedules are best on rows that nobody chose by: pennyworth, the paper's msB, and rivals.

    PENNYWORTH_DATA=... python benchmarks/quality.py                 # all of it; hours, resumable
    PENNYWORTH_DATA=... python benchmarks/quality.py --data vehicle --seeds 3
    python benchmarks/quality_report.py                              # tables, checks and plots

The same 80% of the rows develop and the same 20% test, for all methods of a seed. Prices are drawn
uniformly from 1 to 100; the data sets with real prices are run with these as well, and made data
(`synthetic.py`) have their own. The sets that rivals propose are judged as pennyworth judges its
own: by out-of-bag Brier score, with forests of 500 trees. Rows that are in
benchmarks/results/quality.csv are not run again. Rivals that are not installed are left out, with a
note; those that fit a forest to all additions of all sets propose from at most 1000 of the
development rows, and only where there are not too many columns (see `rivals.py`).
"""

import argparse
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from cegb import boosted_schedule
from rivals import MOST_ROWS as ROWS_OF_QUADRATIC
from rivals import QUADRATIC, SETS
from shapes import FILES, read_table
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.ensemble import RandomForestClassifier
from synthetic import DESIGNS, best_sets, made

from pennyworth import BudgetSearch, ModelSchedule, PriceList
from pennyworth.baselines import CostForestSequence, logit_b
from pennyworth.problem import Problem
from pennyworth.sequences import BoostedSequence, default_effort, resolve

RESULTS = Path(__file__).parent / "results" / "quality.csv"
# The settings were found on the first eight; nobody looked at the others while choosing them.
SEEN = ["concrete", "pima", "heart", "vehicle", "steel", "landsat", "spambase", "thyroid"]
UNSEEN = ["naval", "bank", "liver", "hepatitis", "breast_cancer", "wine", "digits"]
PRICED = ["thyroid", "heart", "pima", "liver", "hepatitis"]
KEY = ["data", "prices", "seed", "method"]
MOST_ROWS = 10_000
EFFORTS = {"/ 4": 1 / 4, "/ 2": 1 / 2, "x 2": 2}
# What each sequence is worth to `auto` is looked at on these, by leaving it out or adding it.
TAKEN_APART = ["concrete", "pima", "heart", "vehicle"]
ADDED = ["forward", "backward", "elimination", "sampling", "l1_path", "weighted_l1", "boosted"]
PAPER = {"choose_by": "accuracy", "validation": 0.25}
BUNDLED = {"breast_cancer": load_breast_cancer, "wine": load_wine, "digits": load_digits}


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


def kinds_of_prices(name: str) -> list[str]:
    return ["made"] if name in DESIGNS else ["drawn", *["real"] * (name in PRICED)]


def read(name: str, kind: str, seed: int) -> tuple[pd.DataFrame, np.ndarray, PriceList]:
    """Return the data and the prices."""
    if name in DESIGNS:
        return made(name, seed)
    if name in BUNDLED:
        X, y = BUNDLED[name](return_X_y=True, as_frame=True)[0], BUNDLED[name]().target
    else:
        X, y = read_table(name)
    if len(y) > MOST_ROWS:
        rows = np.random.default_rng(0).choice(len(y), MOST_ROWS, replace=False)
        X, y = X.iloc[rows].reset_index(drop=True), y[rows]
    return X, y, real_prices(name, X) if kind == "real" else drawn_prices(X, seed)


def drawn_prices(X: pd.DataFrame, seed: int) -> PriceList:
    drawn = np.random.default_rng(seed).integers(1, 101, X.shape[1])
    return PriceList(dict(zip(X.columns, drawn.tolist(), strict=True)))


def real_prices(name: str, X: pd.DataFrame) -> PriceList:
    folder = Path(os.environ["PENNYWORTH_DATA"]) / "costs"
    listed = PriceList.from_csv(folder / f"{FILES[name]}.csv")
    if "FTI" in X.columns:
        listed = listed.adding("FTI", 0, needs=["TT4", "T4U"])
    return listed.bind(list(X.columns))


def searched(X: Any, y: Any, prices: PriceList, seed: int, **settings: Any) -> ModelSchedule:
    forest = RandomForestClassifier(500)
    search = BudgetSearch(forest, prices=prices, n_jobs=2, random_state=seed, **settings)
    return search.fit(X, y).schedule_


def problem_of(X: Any, y: Any, prices: PriceList, seed: int) -> Problem:
    """Return the problem as all searches with this seed see it."""
    least = BudgetSearch(
        RandomForestClassifier(1), prices=prices, sequences="singles", effort=1, random_state=seed
    )
    return least.fit(X, y)._evaluator.problem


def methods(
    name: str, X: pd.DataFrame, y: np.ndarray, prices: PriceList, seed: int
) -> dict[str, Any]:
    """Return what each method does, as functions without arguments."""
    n, given = X.shape[1], (X, y, prices, seed)
    usual = default_effort("auto", n) or 100
    found = {
        "msB": lambda: searched(*given, sequences="paper", **PAPER),
        "rfB": lambda: searched(*given, sequences=CostForestSequence(), **PAPER),
        "logitB": lambda: logit_b(X, y, prices, random_state=seed),
        "CEGB": lambda: boosted_schedule(problem_of(*given), prices),
        "CEGB sets": lambda: searched(*given, sequences=BoostedSequence()),
        "NSGA-II": lambda: searched(*given, sequences=Genetic(seed), effort=usual),
        "pennyworth": lambda: searched(*given),
    }
    for sign, times in EFFORTS.items():
        found[f"pennyworth, effort {sign}"] = lambda times=times: searched(
            *given, effort=int(times * usual)
        )
    if name in TAKEN_APART:
        for change, sequences in changed(n).items():
            found[f"auto {change}"] = lambda sequences=sequences: searched(
                *given, sequences=sequences, effort=usual
            )
    if n <= 12:
        found["exhaustive, paper"] = lambda: searched(*given, sequences="exhaustive", **PAPER)
        found["exhaustive, by accuracy"] = lambda: searched(
            *given, sequences="exhaustive", choose_by="accuracy"
        )
    if name in DESIGNS:
        found["known best sets"] = lambda: searched(
            *given, sequences=Given(best_sets(name, prices))
        )
    for rival in SETS:
        if n <= QUADRATIC.get(rival, n):
            found[rival] = lambda rival=rival: of_rival(rival, *given)
    return found


def changed(n_variables: int) -> dict[str, list[Any]]:
    """Return the sequences of `auto` without some, and with others before the surrogate."""
    singles, *orders, surrogate = resolve("auto", n_variables)
    return {
        "without singles": [*orders, surrogate],
        "without orders": [singles, surrogate],
        "without surrogate": [singles, *orders],
        **{f"and {name}": [singles, *orders, *resolve(name), surrogate] for name in ADDED},
    }


def of_rival(
    name: str, X: pd.DataFrame, y: np.ndarray, prices: PriceList, seed: int
) -> ModelSchedule:
    """Have a rival propose sets from the development rows, and judge them."""
    rows = problem_of(X, y, prices, seed).development
    if name in QUADRATIC and len(rows) > ROWS_OF_QUADRATIC:
        rows = np.random.default_rng(seed).choice(rows, ROWS_OF_QUADRATIC, replace=False)
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
    start = sum(os.times()[:4])  # of processors: own and of children
    schedule = job()
    seconds = sum(os.times()[:4]) - start
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
        "seconds": seconds,
    }


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", nargs="*", default=[*SEEN, *UNSEEN, *DESIGNS])
    asked.add_argument("--seeds", type=int, default=10)
    asked.add_argument("--first-seed", type=int, default=0)
    asked.add_argument("--methods", nargs="*")
    asked.add_argument("--results", type=Path, default=RESULTS)
    options = asked.parse_args()
    done = pd.read_csv(options.results) if options.results.exists() else pd.DataFrame()
    known = {tuple(row) for row in done[KEY].to_numpy().tolist()} if len(done) else set()
    jobs = [
        (seed, name, kind)
        for seed in range(options.first_seed, options.first_seed + options.seeds)
        for name in options.data
        for kind in kinds_of_prices(name)
    ]
    for seed, name, kind in jobs:
        for method, job in methods(name, *read(name, kind, seed), seed).items():
            if (name, kind, seed, method) in known or method not in (options.methods or [method]):
                continue
            try:
                row = run(name, kind, seed, method, job)
            except ImportError as error:
                print(f"{method} is left out: {error}", flush=True)
                continue
            print(*row.values(), flush=True)
            done = pd.concat([done, pd.DataFrame([row])], ignore_index=True)
            done.to_csv(options.results, index=False, float_format="%.6g")


if __name__ == "__main__":
    main()
