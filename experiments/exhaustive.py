"""Every subset of Concrete, naval propulsion and Vehicle, against msB: seconds and areas."""

import pandas as pd

from experiments.protocol import PAPER, Timed, drawn, msb, search, timed, warm_up
from experiments.recording import Table, read
from experiments.runs import areas, points
from experiments.schedules import average
from experiments.settings import Settings
from pennyworth import ModelSchedule
from pennyworth.datasets import Dataset
from pennyworth.sequences import ExhaustiveSequence

FULL_RUNS = {"concrete": 20, "naval": 3, "vehicle": 3}
QUICK_RUNS = {"concrete": 2}
FEW = 10  # variables; with more, a bar shows how far the search is
KEY = ("data", "seed", "method")
# What the paper prints: seconds and area of exhaustive search, seconds and area of msB.
PRINTED = {
    "concrete": (28, 0.6975, 14, 0.6904),
    "naval": (105_657, 0.9781, 412, 0.9723),
    "vehicle": (36_143, 0.7672, 27, 0.7559),
}


def compute(settings: Settings) -> None:
    """Search exhaustively, with the rule that stops beaten forests early, and with msB."""
    table = Table(settings.results / "exhaustive.csv", KEY)
    models = Table(settings.results / "exhaustive_models.csv", KEY, signed=False)
    for name, usual in (QUICK_RUNS if settings.quick else FULL_RUNS).items():
        for seed in range(min(usual, settings.most_runs or usual)):
            if name not in settings.data or table.has(name, seed, "exhaustive"):
                continue
            data = drawn(name, seed, settings)
            warm_up(data)
            for method, done in both(data, seed, settings.n_trees).items():
                key = {"data": name, "seed": seed, "method": method}
                if not models.has(*key.values()):
                    models.add(points(key, done.result))
                how = {"seconds": done.seconds, "cpu_seconds": done.cpu_seconds}
                trees = f"{settings.n_trees} trees; 60/20/20 by accuracy"
                table.add([{**key, **areas(done.result), **how, "settings": trees}])
            print(f"{name}, run {seed}, exhaustive: {done.seconds:.0f} s", flush=True)


def both(data: Dataset, seed: int, n_trees: int) -> dict[str, Timed]:
    """Return msB, and the search of all subsets with and without the single variables."""
    everything = ExhaustiveSequence(max_variables=data.X.shape[1])
    papers = timed(lambda: msb(data, seed, n_trees))
    shown = {"progress": data.X.shape[1] > FEW}
    done = timed(lambda: search(data, seed, n_trees, sequences=everything, **PAPER, **shown))
    several = [e for e in done.result.evaluations if len(e.subset) > 1]
    of_several = Timed(
        result=ModelSchedule(several, data.prices), seconds=float("nan"), cpu_seconds=float("nan")
    )
    return {"msB": papers, "exhaustive, 2 or more": of_several, "exhaustive": done}


def summary(settings: Settings) -> pd.DataFrame:
    """Return, for each data set and method, the means over runs, and the kinds of area."""
    table = read(settings.results / "exhaustive.csv")
    models = read(settings.results / "exhaustive_models.csv")
    cheapest = models.groupby(list(KEY))["share"].min().rename("cheapest")
    table = table.join(cheapest, on=list(KEY))
    table["from_cheapest"] = table["test_aup"] / (1 - table["cheapest"])
    columns = ["subsets", "aup", "test_aup", "from_cheapest", "seconds", "cpu_seconds"]
    means = table.groupby(["data", "method"])[columns].mean()
    means["runs"] = table.groupby(["data", "method"]).size()
    grouped = models.groupby(["data", "method"])
    means["of_average"] = [average(grouped.get_group(key)).aup() for key in means.index]
    return means
