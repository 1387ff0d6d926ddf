"""Schedules and models on the screen, or as JSON."""

import json
import math
from collections.abc import Sequence
from typing import Any

from rich.table import Table

from pennyweight import words
from pennyweight.cli.screen import screen, shown, write
from pennyweight.schedule import ModelSchedule, ScheduledModel

BLOCKS = " ▁▂▃▄▅▆▇█"


def print_schedule(schedule: ModelSchedule) -> None:
    """Print a table with a line for each model."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("cost", "score", "stderr", "corrected", "test"):
        table.add_column(name, justify="right", no_wrap=True)
    several = len({model.estimator for model in schedule}) > 1
    if several:
        table.add_column("estimator")
    table.add_column("variables", overflow="fold")
    expected = _expected(schedule)
    for model in schedule:
        corrected = expected[model.cost]["corrected"]
        scores = model.score, model.stderr, corrected, model.test_score
        cells = [words.money(model.cost), *map(words.score, scores)]
        cells += [model.estimator] if several else []
        table.add_row(*(shown(cell) for cell in (*cells, ", ".join(model.variables))))
    screen().print(table)
    if schedule.choose_by != schedule.scoring:
        note = f"Chosen by {schedule.choose_by}; the score is {schedule.scoring}, which can fall a "
        screen().print(shown(f"{note}little from one model to the next.", style="dim"))


def print_model(schedule: ModelSchedule, model: ScheduledModel) -> None:
    """Print one model."""
    lines = [
        ("cost", words.money(model.cost)),
        (schedule.scoring, words.score(model.score)),
        ("stderr", words.score(model.stderr)),
        ("corrected", _in_words(**_expected(schedule)[model.cost])),
        ("test rows", words.score(model.test_score)),
        ("estimator", model.estimator),
        ("variables", ", ".join(model.variables)),
    ]
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for label, text in lines:
        if text:
            table.add_row(shown(label), shown(text))
    screen().print(table)


def fewest(schedule: ModelSchedule, score: float) -> float:
    """Return a score to reach; one that the table shows is that of the model it is shown of."""
    same = [model.score for model in schedule if float(words.score(model.score)) == score]
    return min(same, default=score)


def print_json(content: Any) -> None:
    """Print JSON, for other programs."""
    write(f"{json.dumps(content, indent=2)}\n")


def _expected(schedule: ModelSchedule) -> dict[float, dict[str, float | None]]:
    """Return the corrected scores and their intervals by the models' costs; None: unknown."""
    names = ("corrected", "low", "high")
    rows = schedule.to_frame()[list(names)].to_numpy().tolist()
    known = ([None if math.isnan(value) else value for value in row] for row in rows)
    records = (dict(zip(names, row, strict=True)) for row in known)
    return {model.cost: each for model, each in zip(schedule, records, strict=True)}


def _in_words(corrected: float | None, low: float | None, high: float | None) -> str:
    if corrected is None:
        return ""
    return f"{words.score(corrected)} (95%: {words.score(low)} to {words.score(high)})"


def as_record(schedule: ModelSchedule, model: ScheduledModel) -> dict[str, Any]:
    """Return a model as plain values."""
    return _record(model, _expected(schedule))


def _record(
    model: ScheduledModel, expected: dict[float, dict[str, float | None]]
) -> dict[str, Any]:
    return {
        "cost": model.cost,
        "score": model.score,
        "merit": model.merit,
        "stderr": model.stderr,
        **expected[model.cost],
        "test_score": model.test_score,
        "estimator": model.estimator,
        "variables": list(model.variables),
        "provisional": model.provisional,
    }


def as_records(schedule: ModelSchedule) -> dict[str, Any]:
    """Return a schedule as plain values."""
    expected = _expected(schedule)
    return {
        "scoring": schedule.scoring,
        "choose_by": schedule.choose_by,
        "evaluations": len(schedule.evaluations),
        "total_cost": schedule.prices.total,
        "models": [_record(model, expected) for model in schedule],
    }


def staircase_lines(
    steps: Sequence[tuple[float, float]], total: float, width: int = 60, height: int = 4
) -> list[str]:
    """Draw a staircase of (cost, score) with characters; the costs go from 0 to the total.

    >>> for line in staircase_lines([(0, 0.0), (5, 1.0)], total=10, width=8, height=2):
    ...     print(line)
        ████
    ▁▁▁▁████
    """
    if not steps:
        return [" " * width] * height
    low, high = min(s for _, s in steps), max(s for _, s in steps)
    levels = []
    for column in range(width):
        budget = total * column / max(width - 1, 1)
        reached = [score for cost, score in steps if cost <= budget]
        share = (max(reached) - low) / (high - low) if reached and high > low else bool(reached)
        levels.append(max(1, round(share * 8 * height)) if reached else 0)
    return [
        "".join(BLOCKS[min(max(level - 8 * row, 0), 8)] for level in levels)
        for row in reversed(range(height))
    ]
