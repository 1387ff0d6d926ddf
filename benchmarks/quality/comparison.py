"""Whose schedules are best on rows that nobody chose by: pennyweight, the paper's msB, and rivals.

    PENNYWEIGHT_DATA=... python -m benchmarks.quality    # all of it; hours, resumable
    PENNYWEIGHT_DATA=... python -m benchmarks.quality --data vehicle --seeds 3
    python -m benchmarks.quality.report                  # tables, checks and plots

The same 80% of the rows develop and the same 20% test, for all methods of a seed. Prices are drawn
uniformly from 1 to 100; the data sets with real prices are run with these as well, and made data
(`synthetic.py`) have their own. The sets that rivals propose (see `proposals.py`) are judged as
pennyweight judges its own: by out-of-bag Brier score, with its default forests, of 500 trees. Rows
that are in benchmarks/results/quality.csv are not run again. Rivals that are not installed are left
out, with a note.
"""

import argparse
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

from benchmarks import RESULTS_FOLDER
from benchmarks.quality.cegb import boosted_schedule
from benchmarks.quality.data import SEEN, UNSEEN, kinds_of_prices, problem_of, read, seeds_of
from benchmarks.quality.proposals import proposals, suits
from benchmarks.quality.rivals import ORDERS
from benchmarks.quality.synthetic import DESIGNS, best_sets
from pennyweight import BudgetSearch, ModelSchedule, PriceList, default_forests
from pennyweight.baselines import CostForestSequence, logit_b
from pennyweight.search import default_effort, resolve
from pennyweight.sequences import BoostedSequence

RESULTS = RESULTS_FOLDER / "quality.csv"
KEY = ["data", "prices", "seed", "method"]
EFFORTS = {"/ 4": 1 / 4, "/ 2": 1 / 2}
# What each sequence is worth to `auto` is looked at on these, by leaving it out or adding it.
TAKEN_APART = ["concrete", "pima", "heart", "vehicle"]
ADDED = ["forward", "backward", "elimination", "sampling", "l1_path", "weighted_l1", "boosted"]
PAPER: dict[str, Any] = {"choose_by": "accuracy", "validation": 0.25, "plain": True}


# Methods that fit one model to each of their subsets; the others fit three forests.
ONE_MODEL = {
    *("msB", "rfB", "logitB", "exhaustive, paper"),
    *("pennyweight, one forest", "pennyweight, one forest, effort / 4"),
}


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


def searched(
    X: Any, y: Any, prices: PriceList, seed: int, *, plain: bool = False, **settings: Any
) -> ModelSchedule:
    """Search with the default forests; or with that of the paper alone, all leaves of any size."""
    forests = RandomForestClassifier(500) if plain else default_forests(n_estimators=500)
    search = BudgetSearch(forests, prices=prices, n_jobs=2, random_state=seed, **settings)
    return search.fit(X, y).schedule_


def methods(name: str, kind: str, seed: int) -> dict[str, Any]:
    """Return what each method does, as functions without arguments."""
    X, y, prices = read(name, kind, seed)
    n, given = X.shape[1], (X, y, prices, seed)
    usual = default_effort("auto", n) or 100
    found = {
        "msB": lambda: searched(*given, sequences="paper", **PAPER),
        "rfB": lambda: searched(*given, sequences=CostForestSequence(), **PAPER),
        "logitB": lambda: logit_b(X, y, prices, random_state=seed),
        "CEGB": lambda: boosted_schedule(problem_of(*given), prices),
        "CEGB sets": lambda: searched(*given, sequences=BoostedSequence()),
        "NSGA-II": lambda: searched(*given, sequences=Genetic(seed), effort=usual),
        "pennyweight": lambda: searched(*given),
        "pennyweight, one forest": lambda: searched(*given, plain=True),
        "pennyweight, one forest, effort / 4": lambda: searched(
            *given, plain=True, effort=usual // 4
        ),
        "msB, all forests": lambda: searched(*given, sequences="paper", **PAPER | {"plain": False}),
    }
    for sign, times in EFFORTS.items():
        found[f"pennyweight, effort {sign}"] = lambda times=times: searched(
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
    for rival in ORDERS:
        if suits(rival, X):
            found[rival] = lambda rival=rival: of_rival(rival, name, kind, seed)
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


def of_rival(rival: str, name: str, kind: str, seed: int) -> Any:
    """Judge the sets that a rival proposes."""
    sets, _ = proposals(name, kind, seed, rival)
    return searched(*read(name, kind, seed), seed, sequences=Given(sets))


def run(name: str, kind: str, seed: int, method: str, job: Any) -> dict[str, Any]:
    proposing = proposals(name, kind, seed, method)[1] if method in ORDERS else 0.0
    start = sum(os.times()[:4])  # of processors: own and of children
    schedule = job()
    seconds = sum(os.times()[:4]) - start + proposing
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
    asked = argparse.ArgumentParser(prog="python -m benchmarks.quality")
    asked.add_argument("--data", nargs="*", default=[*SEEN, *UNSEEN, *DESIGNS])
    asked.add_argument("--seeds", type=int, default=10)
    asked.add_argument("--first-seed", type=int, default=0, help="leave out those before")
    asked.add_argument("--methods", nargs="*")
    asked.add_argument("--results", type=Path, default=RESULTS)
    options = asked.parse_args()
    done = pd.read_csv(options.results) if options.results.exists() else pd.DataFrame()
    known = {tuple(row) for row in done[KEY].to_numpy().tolist()} if len(done) else set()
    jobs = [
        (seed, name, kind)
        for seed in range(options.first_seed, 3 * options.seeds)
        for name in options.data
        for kind in kinds_of_prices(name)
        if seed < seeds_of(name, options.seeds)
    ]
    for seed, name, kind in jobs:
        for method, job in methods(name, kind, seed).items():
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
