"""Schedules as pictures: first the numbers, then the drawing. Returns Axes, never shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_letters
from typing import Any

import numpy as np

from pennyweight.arrays import Floats
from pennyweight.evaluations import Evaluation
from pennyweight.optional import require
from pennyweight.schedule import ModelSchedule, ScoreKind

# The paper numbers the points of the first sequence and letters those of the second.
PAPERS_MARKS = (tuple(map(str, range(1, 100))), tuple(ascii_letters))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Staircase:
    """The steps of a schedule: each score holds from `starts` up to, not including, `ends`.

    `low` and `high` are the ends of the 95% intervals, NaN where there are none.
    """

    starts: Floats
    ends: Floats
    scores: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trail:
    """The points that one sequence visited, in order."""

    sequence: str
    costs: Floats
    scores: Floats


def staircase(schedule: ModelSchedule, on: ScoreKind = "validation") -> Staircase:
    """Return the steps of a schedule; the last one goes on to the cost of all variables."""
    starts = np.array([model.cost for model in schedule])
    ends = np.append(starts, schedule.prices.total)[1:]
    frame = schedule.to_frame()
    return Staircase(
        starts=starts,
        ends=ends,
        scores=np.array(schedule.scores(on)),
        low=frame["low"].to_numpy(),
        high=frame["high"].to_numpy(),
    )


def trails(schedule: ModelSchedule) -> list[Trail]:
    """Return what each sequence visited, in the order in which the sequences ran."""
    scores: dict[tuple[int, ...], float] = {}
    for evaluation, score in zip(schedule.evaluations, schedule._scored.scores, strict=True):
        scores[evaluation.subset] = max(scores.get(evaluation.subset, -np.inf), float(score))
    visited: dict[str, list[tuple[float, float]]] = {}
    for visit in schedule.visits:
        if visit.subset in scores:  # not where a part of a schedule has left it out
            point = schedule.prices.cost(visit.subset), scores[visit.subset]
            visited.setdefault(visit.sequence, []).append(point)
    return [
        Trail(sequence=name, costs=np.array(points)[:, 0], scores=np.array(points)[:, 1])
        for name, points in visited.items()
    ]


def plot_schedules(
    schedules: ModelSchedule | Mapping[str, ModelSchedule],
    *,
    on: ScoreKind = "validation",
    ax: Any = None,
) -> Any:
    """Draw one schedule, or several by name, as staircases.

    A full circle is a model; the open circle at the end of its step says that the step ends just
    before the next model can be paid for. A schedule that is drawn alone has the band of its 95%
    intervals.

    Parameters
    ----------
    schedules : ModelSchedule or mapping of names to schedules
        What to draw.
    on : {"validation", "corrected", "test"}
        Which scores to draw.
    ax : matplotlib Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib Axes
    """
    named = {"": schedules} if isinstance(schedules, ModelSchedule) else dict(schedules)
    ax = _axes(ax)
    # The later ones are thinner, so that steps that coincide can all be seen.
    widths = np.linspace(1.2 + 0.8 * len(named), 2.0, len(named))
    for (name, schedule), width in zip(named.items(), widths, strict=True):
        steps = staircase(schedule, on)
        _draw_staircase(ax, steps, name, float(width))
        if len(named) == 1:
            _draw_band(ax, steps)
    first = next(iter(named.values()))
    if first.baseline is not None:
        _draw_baseline(ax, first.baseline, on)
    _label(ax, first, on, legend="center right")
    return ax


def plot_solution_space(
    schedule: ModelSchedule, everything: ModelSchedule | None = None, *, ax: Any = None
) -> Any:
    """Draw the map of the solution space, with the points that each sequence visited.

    Parameters
    ----------
    schedule : ModelSchedule
        The search whose sequences are drawn.
    everything : ModelSchedule, optional
        An exhaustive search of the same problem, drawn as the grey points of the map; by default
        the evaluations of `schedule`.
    ax : matplotlib Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib Axes
    """
    ax = _axes(ax)
    space = everything or schedule
    ax.scatter(
        space.costs, space._scored.scores, s=9, color="0.8", label="solution space", zorder=1
    )
    for i, trail in enumerate(trails(schedule)):
        _draw_trail(ax, trail, PAPERS_MARKS[i] if i < len(PAPERS_MARKS) else ())
    _label(ax, schedule, "validation", legend="lower right")
    return ax


def _draw_trail(ax: Any, trail: Trail, marks: Sequence[str]) -> None:
    marker = "" if marks else "o"
    (line,) = ax.plot(
        trail.costs, trail.scores, marker=marker, markersize=3, linewidth=0.8, label=trail.sequence
    )
    halo = {"boxstyle": "circle,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
    place = {"ha": "center", "va": "center", "fontsize": 9, "bbox": halo}
    for cost, score, mark in zip(trail.costs, trail.scores, marks, strict=False):
        ax.text(cost, score, mark, color=line.get_color(), **place)


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    _, new = require("matplotlib.pyplot", extra="plot").subplots(layout="constrained")
    return new


def _draw_staircase(ax: Any, steps: Staircase, name: str, width: float) -> None:
    size = 3 + width
    (models,) = ax.plot(steps.starts, steps.scores, "o", markersize=size)
    look = {"color": models.get_color(), "linewidth": width}
    ax.hlines(steps.scores, steps.starts, steps.ends, label=name or None, **look)
    ends = {"color": models.get_color(), "markersize": size, "fillstyle": "none"}
    ax.plot(steps.ends[:-1], steps.scores[:-1], "o", **ends)


def _draw_band(ax: Any, steps: Staircase) -> None:
    """Shade the intervals, each as long as its step; none where they are not known."""
    if np.isnan(steps.low).any() or not len(steps.low):
        return
    places = np.column_stack([steps.starts, steps.ends]).ravel()
    low, high = np.repeat(steps.low, 2), np.repeat(steps.high, 2)
    ax.fill_between(places, low, high, alpha=0.15, linewidth=0, label="95% interval")


def _draw_baseline(ax: Any, baseline: Evaluation, on: ScoreKind) -> None:
    score = baseline.score if on == "validation" else baseline.test_score
    ax.axhline(score, color="0.5", linewidth=1, linestyle="--")
    ax.annotate(
        "no measurement at all",
        (1, score),
        xycoords=("axes fraction", "data"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        color="0.4",
    )


def _label(ax: Any, schedule: ModelSchedule, on: ScoreKind, *, legend: str) -> None:
    ax.set_xlabel("cost")
    ax.set_xlim(left=0)
    chosen = "" if schedule.choose_by == schedule.scoring else f"; chosen by {schedule.choose_by}"
    rows = "validation rows, corrected" if on == "corrected" else f"{on} rows"
    ax.set_ylabel(f"{schedule.scoring} ({rows}{chosen})")
    ax.spines[["top", "right"]].set_visible(False)
    if ax.get_legend_handles_labels()[1]:
        ax.legend(loc=legend, frameon=False)
