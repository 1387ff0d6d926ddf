"""Model cards: what a model needs, what it costs, how well it does and how that was measured."""

import re

import pandas as pd

from pennyweight import words
from pennyweight.prices import PriceList
from pennyweight.report.details import RunDetails
from pennyweight.schedule import ModelSchedule, ScheduledModel
from pennyweight.subsets import membership

MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")


def card(schedule: ModelSchedule, model: ScheduledModel, details: RunDetails) -> str:
    """Return the card of one step of a schedule, as Markdown; the details say how it was made."""
    parts = [
        f"# The model for {words.money(model.cost)}",
        f"{len(model.variables)} of {len(schedule.prices.variables)} variables, "
        f"{plain(model.estimator)}, {plain(schedule.scoring)} {words.score(model.score)}.",
        "## What it needs",
        _needs(schedule.prices, model),
        "## What it costs",
        _bill(schedule.prices, model),
        "## How well it does",
        _quality(schedule, model),
        "## How that was measured",
        "\n".join(f"- {label}: {plain(text)}" for label, text in details.facts),
        "The rows that gave the score have chosen this model among the others, too, so that it "
        f"flatters the model a little; {_unflattered(model)}. The model itself was then fitted to "
        "all rows.",
    ]
    return "\n\n".join(parts) + "\n"


def plain(text: str) -> str:
    """Return a name so that Markdown shows it as it is, on one line."""
    return MARKUP.sub(r"\\\1", " ".join(text.split()))


def _needs(prices: PriceList, model: ScheduledModel) -> str:
    rows = [
        f"| {plain(name)} | {', '.join(plain(column) for column in prices.columns_of(name))} |"
        for name in model.variables
    ]
    return "\n".join(["| variable | columns |", "|---|---|", *rows])


def _bill(prices: PriceList, model: ScheduledModel) -> str:
    (needed,) = prices.items_needed(membership([model.subset], len(prices.variables)))
    rows = [
        f"| {plain(item.name)} | {'owned' if item.owned else words.money(item.price)} |"
        for item, wanted in zip(prices.items, needed, strict=True)
        if wanted
    ]
    return "\n".join(
        ["| item | price |", "|---|---:|", *rows, f"| **total** | **{words.money(model.cost)}** |"]
    )


def _unflattered(model: ScheduledModel) -> str:
    if model.test_score is None:
        return "no rows were put aside for a score that does not"
    return "the score on the test rows does not"


def _quality(schedule: ModelSchedule, model: ScheduledModel) -> str:
    lines = [f"- {plain(schedule.scoring)}: {words.score(model.score)}"]
    row = schedule.to_frame().iloc[list(schedule).index(model)]
    if pd.notna(row["corrected"]):
        lines.append(f"- without the luck of the choice: {words.score(row['corrected'])}")
        lines.append(f"- 95 % interval: {words.score(row['low'])} to {words.score(row['high'])}")
    if model.test_score is not None:
        lines.append(f"- on the test rows: {words.score(model.test_score)}")
    if schedule.baseline is not None:
        lines.append(f"- with no measurement at all: {words.score(schedule.baseline.score)}")
    best = schedule[-1]
    if best != model:
        lines.append(
            f"- the best model scores {words.score(best.score)} and costs {words.money(best.cost)}"
        )
    return "\n".join(lines)
