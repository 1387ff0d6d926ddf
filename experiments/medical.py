"""Real prices with sharing, on medical data; and what it costs to overlook what is shared."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from experiments.drawing import picture
from experiments.protocol import PAPER, search
from experiments.recording import Table, read, side_by_side
from experiments.settings import Settings
from pennyweight import ModelSchedule, PriceList
from pennyweight.datasets import Dataset, load, names

METHODS = ("auto", "auto, each test bought alone", "msB")


def compute(settings: Settings) -> None:
    """Search each data set at its real prices, and as if nothing were shared."""
    table = Table(settings.results / "medical.csv", ["data", "seed", "method"])
    usual = 2 if settings.quick else 20
    for seed in range(min(usual, settings.most_runs or usual)):
        for name in names("priced"):
            if table.has(name, seed, METHODS[0]):
                continue
            data = load(name)
            trees = f"{settings.n_trees} trees; published prices"
            table.add(
                {
                    "data": name,
                    "seed": seed,
                    "method": method,
                    "test_aup": schedule.aup(on="test"),
                    "cheapest": schedule[0].cost,
                    "full_cost": data.prices.total,
                    "settings": trees,
                }
                for method, schedule in found(data, seed, settings.n_trees)
            )
            print(f"{name} at published prices, run {seed}", flush=True)


def found(data: Dataset, seed: int, n_trees: int) -> Iterator[tuple[str, ModelSchedule]]:
    """Return the schedules at the real prices; one of them was chosen with others in mind."""
    auto, unaware, paper = METHODS
    yield auto, search(data, seed, n_trees)
    prices = {name: data.prices.cost([name]) for name in data.prices.variables}
    schedule = search(replace(data, prices=PriceList(prices)), seed, n_trees)
    chosen = {model.subset for model in schedule}
    bought = [each for each in schedule.evaluations if each.subset in chosen]
    yield unaware, ModelSchedule(bought, data.prices)
    yield paper, search(data, seed, n_trees, sequences="paper", **PAPER)


def summary(settings: Settings) -> pd.DataFrame:
    """Return the mean areas, a column for each method."""
    table = read(settings.results / "medical.csv")
    wide = side_by_side(table, ["data", "seed"], METHODS)
    wide["unaware"] = wide[METHODS[1]] - wide[METHODS[0]]
    wide["over msB"] = wide[METHODS[0]] - wide[METHODS[2]]
    means = wide.groupby("data").mean()
    for column in ("unaware", "over msB"):
        means[f"{column} sem"] = wide.groupby("data")[column].sem().fillna(0.0)
    means["runs"] = wide.groupby("data").size()
    return means.loc[[name for name in names("priced") if name in means.index]]


def draw(settings: Settings) -> None:
    """Draw the differences from the search that knows what is shared."""
    table = summary(settings).iloc[::-1]
    with picture(settings, "medical", size=(7, 3.4)) as ax:
        labels = {"unaware": "as if each test were bought alone", "over msB": "msB"}
        for place, (column, label) in enumerate(labels.items()):
            sign = 1 if column == "unaware" else -1
            height = [row + 0.16 * (1 - 2 * place) for row in range(len(table))]
            spread = 1.96 * table[f"{column} sem"]
            ax.errorbar(sign * table[column], height, xerr=spread, fmt="o", label=label)
        ax.axvline(0, color="0.5", linewidth=1)
        ax.set_yticks(range(len(table)), table.index)
        ax.set(xlabel="area on test rows, minus that of auto (95% interval)")
        ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(0, 1.2), ncols=2)
