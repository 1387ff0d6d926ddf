"""The paper's protocol: 60% of the rows train, 20% choose, 20% report; prices from 1 to 100."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

from experiments.settings import Settings
from pennyweight import BudgetSearch, ModelSchedule, PriceList
from pennyweight.baselines import logit_b
from pennyweight.datasets import Dataset, load
from pennyweight.sequences import SearchContext

SPLITS = {"validation": 0.25, "test_size": 0.2}
PAPER = {"choose_by": "accuracy", **SPLITS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """What a job returned, and the seconds that it took: on the clock, and of processors."""

    result: Any
    seconds: float
    cpu_seconds: float


def timed(job: Callable[[], Any]) -> Timed:
    """Do a job."""
    start, cpu = time.perf_counter(), time.process_time()
    result = job()
    return Timed(
        result=result,
        seconds=time.perf_counter() - start,
        cpu_seconds=time.process_time() - cpu,
    )


class FullModel:
    """The sequence of one model: all variables."""

    name = "full"

    def run(self, search: SearchContext) -> None:
        """Propose it."""
        search.evaluate([search.full])


@cache
def _loaded(name: str) -> Dataset:
    return load(name, price_seed=0)


def drawn(name: str, seed: int, settings: Settings) -> Dataset:
    """Return a data set with the prices of a run; of a quick run, some of its rows."""
    data = _loaded(name)
    prices = np.random.default_rng(seed).uniform(1, 100, data.X.shape[1])
    priced = replace(data, prices=PriceList(prices, names=list(data.X.columns)))
    n = settings.rows(name)
    if n is None or n >= len(data.y):
        return priced
    rows = np.random.default_rng(seed).choice(len(data.y), n, replace=False)
    return replace(priced, X=data.X.iloc[rows].reset_index(drop=True), y=data.y[rows])


def search(data: Dataset, seed: int, n_trees: int, **settings: Any) -> ModelSchedule:
    """Search with forests of so many trees."""
    return (
        BudgetSearch(
            RandomForestClassifier(n_trees),
            prices=data.prices,
            random_state=seed,
            n_jobs=-1,
            **settings,
        )
        .fit(data.X, data.y)
        .schedule_
    )


def msb(data: Dataset, seed: int, n_trees: int, **settings: Any) -> ModelSchedule:
    """Return the schedule of the paper's four sequences."""
    return search(data, seed, n_trees, **{"sequences": "paper", **PAPER, **settings})


def logitb(data: Dataset, seed: int) -> ModelSchedule:
    """Return the schedule of L1 logistic regression."""
    return logit_b(data.X, data.y, data.prices, random_state=seed, **SPLITS)


def warm_up(data: Dataset) -> None:
    """Have the forest compiled for as many classes as the data have, before any clock runs."""
    rows = pd.Series(data.y).groupby(data.y).head(30).index
    few = replace(data, X=data.X.iloc[rows].reset_index(drop=True), y=data.y[rows])
    msb(few, 0, 20)


def of_sequences(schedule: ModelSchedule) -> Iterator[tuple[str, ModelSchedule]]:
    """Return what each sequence alone would have made of the evaluations."""
    visited: dict[str, set[Any]] = {}
    for visit in schedule.visits:
        visited.setdefault(visit.sequence, set()).add(visit.subset)
    for name, subsets in visited.items():
        own = [evaluation for evaluation in schedule.evaluations if evaluation.subset in subsets]
        yield name, ModelSchedule(own, schedule.prices)


def heights(schedule: ModelSchedule, costs: Any) -> Any:
    """Return the height of the staircase of validation scores at some costs; 0 left of it."""
    starts = np.array([model.cost for model in schedule])
    scores = np.array([0.0, *(model.score for model in schedule)])
    return scores[np.searchsorted(starts, costs, side="right")]
