"""The one expensive table: data sets x runs x methods, from which most figures are drawn."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestClassifier

from experiments.protocol import (
    PAPER,
    FullModel,
    Timed,
    drawn,
    heights,
    logitb,
    msb,
    of_sequences,
    search,
    timed,
    warm_up,
)
from experiments.recording import Table
from experiments.settings import Settings
from pennyweight import ModelSchedule, ScheduledModel
from pennyweight.baselines import rf_b
from pennyweight.datasets import Dataset

KEY = ("data", "seed", "method")
METHODS = ("msB", "logitB", "rfB", "forest", "auto")
ALL_TREES = "msB, all trees"  # for a fair comparison of its sequences
OF_ALL_TREES = 10  # runs; none of the two largest data sets
# Runs of the search that is not the paper's, and takes most of the time.
OF_AUTO, OF_AUTO_ON_LARGE_DATA = 25, {"bank": 10, "census": 2}
Row = dict[str, Any]


def compute(settings: Settings) -> None:
    """Make the runs that are not there yet, those of one seed after those of the other."""
    runs = Table(settings.results / "runs.csv", KEY)
    models = Table(settings.results / "models.csv", KEY, signed=False)
    jobs = [
        (name, seed, method)
        for seed in range(max(map(settings.runs, settings.data), default=0))
        for name in settings.data
        for method in methods(name, seed)
        if seed < settings.runs(name)
        and method in (settings.methods or [method])
        and not runs.has(name, seed, method)
    ]
    warmed: set[str] = set()
    told = Remaining(jobs, runs)
    for name, seed, method in jobs:
        data = drawn(name, seed, settings)
        if name not in warmed:
            warm_up(data)
            warmed.add(name)
        done = timed(lambda data=data, seed=seed, method=method: run(method, data, seed, settings))
        key = {"data": name, "seed": seed, "method": method}
        if isinstance(done.result, ModelSchedule) and not models.has(*key.values()):
            models.add(points(key, done.result))
        runs.add(rows(key, done, settings, data))
        print(told.after(name, seed, method, done.seconds), flush=True)


def methods(name: str, seed: int) -> tuple[str, ...]:
    """Return the methods of a run."""
    wanted = METHODS if seed < OF_AUTO_ON_LARGE_DATA.get(name, OF_AUTO) else METHODS[:-1]
    too_much = seed >= OF_ALL_TREES or name in {"bank", "census"}
    return wanted if too_much else (*wanted, ALL_TREES)


def run(method: str, data: Dataset, seed: int, settings: Settings) -> Any:
    """Return a schedule, or the one model of a method that has no more."""
    trees = settings.n_trees
    if method == "msB":
        return msb(data, seed, trees)
    if method == ALL_TREES:
        return msb(data, seed, trees, stop_early=False)
    if method == "logitB":
        return logitb(data, seed)
    if method == "rfB":
        forest = RandomForestClassifier(trees)
        given = data.X, data.y, data.prices
        return rf_b(*given, estimator=forest, random_state=seed, n_jobs=-1, **PAPER)
    if method == "forest":
        return search(data, seed, trees, sequences=FullModel(), stop_early=False, **PAPER)[-1]
    return search(data, seed, trees)


def rows(key: Row, done: Timed, settings: Settings, data: Dataset) -> Iterator[Row]:
    """Describe a run; one of msB with all trees also by what each of its sequences found."""
    how = {
        "full_cost": data.prices.total,
        "rows": len(data.y),
        "seconds": done.seconds,
        "cpu_seconds": done.cpu_seconds,
        "settings": described(key["method"], settings),
    }
    if isinstance(done.result, ScheduledModel):
        model = done.result
        yield {**key, "cost": model.cost, "test_score": model.test_score, **how}
        return
    schedule = done.result
    yield {**key, **areas(schedule), **how}
    if key["method"] == ALL_TREES:
        how = {**how, "seconds": np.nan, "cpu_seconds": np.nan}
        alone = dict(of_sequences(schedule))
        for name, own in alone.items():
            others = [each for other, each in alone.items() if other != name]
            best = dominates(own, others)
            yield {**key, "method": f"msB: {name}", **areas(own), "dominates": best, **how}


def areas(schedule: ModelSchedule) -> Row:
    """Describe a schedule by its areas."""
    return {
        "subsets": len({evaluation.subset for evaluation in schedule.evaluations}),
        "aup": schedule.aup(),
        "test_aup": schedule.aup(on="test"),
    }


def dominates(schedule: ModelSchedule, others: list[ModelSchedule]) -> bool:
    """Tell whether a staircase is at least as high as all others at every cost."""
    costs = np.array([model.cost for each in [schedule, *others] for model in each])
    own = heights(schedule, costs)
    return all(bool((own >= heights(other, costs)).all()) for other in others)


def points(key: Row, schedule: ModelSchedule) -> Iterator[Row]:
    """Return the models of a schedule, their costs as shares of the full cost."""
    for model in schedule:
        share = model.cost / schedule.prices.total
        yield {**key, "share": share, "score": model.score, "test_score": model.test_score}


def described(method: str, settings: Settings) -> str:
    """Return the settings of a run in one line."""
    if method == "logitB":
        return "100 penalties to 1e-4; 60/20/20 by accuracy"
    how = "oob 80/20 by Brier score" if method == "auto" else "60/20/20 by accuracy"
    early = method in {"msB", "rfB", "auto", "exhaustive"}
    return f"{settings.n_trees} trees{' at most' * early}; {how}"


class Remaining:
    """Tells how far the table is, and how long the rest may take."""

    def __init__(self, jobs: list[tuple[str, int, str]], runs: Table) -> None:
        self._left, self._total = list(jobs), len(jobs)
        self._seconds: dict[tuple[str, str], float] = {}
        if len(runs):
            known = runs.frame().groupby(["data", "method"])["seconds"].mean().dropna()
            self._seconds = {key: float(each) for key, each in known.items()}

    def after(self, name: str, seed: int, method: str, seconds: float) -> str:
        """Return a line about a run that is done."""
        self._left.pop(0)
        self._seconds[name, method] = seconds
        usual = sum(self._seconds.values()) / len(self._seconds)
        left = sum(self._seconds.get((data, how), usual) for data, _, how in self._left)
        place = self._total - len(self._left)
        return (
            f"[{place}/{self._total}] {name}, run {seed}, {method}: {seconds:.1f} s; "
            f"about {left / 60:.0f} min to go"
        )
