"""Every subset of Concrete, naval propulsion and Vehicle, against msB: seconds and areas."""

from collections.abc import Callable, Iterator
from typing import Any

import pandas as pd

from experiments.protocol import PAPER, drawn, msb, search, timed, warm_up
from experiments.recording import Table, read, side_by_side
from experiments.runs import areas, described, points
from experiments.schedules import average
from experiments.settings import Settings
from pennyweight import ModelSchedule
from pennyweight.datasets import Dataset
from pennyweight.sequences import ExhaustiveSequence

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
    """Search exhaustively, with the rule that stops beaten forests early, and with msB and auto."""
    table = Table(settings.results / "exhaustive.csv", KEY)
    models = Table(settings.results / "exhaustive_models.csv", KEY, signed=False)
    for name, usual in (QUICK_RUNS if settings.quick else FULL_RUNS).items():
        for seed in range(min(usual, settings.most_runs or usual)):
            wanted = [method for method in METHODS if not table.has(name, seed, method)]
            if name not in settings.data or not wanted:
                continue
            data = drawn(name, seed, settings)
            warm_up(data)
            for method in wanted:
                for row, schedule in found(method, data, seed, settings.n_trees):
                    key = {"data": name, "seed": seed, "method": row["method"]}
                    if not models.has(*key.values()):
                        models.add(points(key, schedule))
                    table.add([{**key, **row}])
                print(f"{name}, run {seed}, {method}: done", flush=True)


def found(
    method: str, data: Dataset, seed: int, n_trees: int
) -> Iterator[tuple[dict[str, Any], ModelSchedule]]:
    """Return rows and schedules of a method; of exhaustive search, last those of all subsets."""
    done = timed(lambda: METHODS[method](data, seed, n_trees))
    how = {"settings": described(method, Settings(n_trees=n_trees))}
    if method == "exhaustive":
        several = [e for e in done.result.evaluations if len(e.subset) > 1]
        smaller = ModelSchedule(several, data.prices)
        yield {"method": "exhaustive, 2 or more", **areas(smaller), **how}, smaller
    spent = {"seconds": done.seconds, "cpu_seconds": done.cpu_seconds}
    yield {"method": method, **areas(done.result), **spent, **how}, done.result


def everything(data: Dataset, seed: int, n_trees: int) -> ModelSchedule:
    """Search all subsets."""
    n = data.X.shape[1]
    sequence = ExhaustiveSequence(max_variables=n)
    return search(data, seed, n_trees, sequences=sequence, progress=n > FEW, **PAPER)


METHODS: dict[str, Callable[[Dataset, int, int], ModelSchedule]] = {
    "msB": msb,
    "auto": search,
    "exhaustive": everything,
}


def msb_behind(settings: Settings) -> pd.DataFrame:
    """Return msB's area over that of all subsets of two or more, less 1: mean, error and runs."""
    methods = ["msB", "exhaustive, 2 or more"]
    wide = side_by_side(read(settings.results / "exhaustive.csv"), ["data", "seed"], methods)
    behind = wide[methods[0]] / wide[methods[1]] - 1
    return behind.groupby("data").agg(["mean", "sem", "count"]).fillna(0.0)


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
