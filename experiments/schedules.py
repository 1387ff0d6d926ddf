"""Scatter and lowess average of the schedules of all runs, msB and logitB, for each data set."""

from typing import Any

import pandas as pd

from experiments.drawing import COLOURS, TITLES, picture
from experiments.recording import read
from experiments.settings import Settings
from pennyweight import AverageSchedule


def average(points: pd.DataFrame) -> AverageSchedule:
    """Return the smooth curve through the models of many runs, by their test scores."""
    return AverageSchedule.through(zip(points["share"], points["test_score"], strict=True))


def draw(settings: Settings) -> None:
    """Draw a panel for each data set."""
    models = read(settings.results / "models.csv")
    names = [name for name in TITLES if name in set(models["data"])]
    rows = -(-len(names) // 3)
    with picture(settings, "schedules", rows=rows, columns=3, size=(4.4, 3.4)) as axes:
        for name, ax in zip(names, axes.flat if rows > 1 else axes, strict=False):
            _panel(ax, name, models[models["data"] == name])
        for ax in list(axes.flat if rows > 1 else axes)[len(names) :]:
            ax.axis("off")


def _panel(ax: Any, name: str, models: pd.DataFrame) -> None:
    for method in ("msB", "logitB"):
        points = models[models["method"] == method]
        colour = COLOURS[method]
        ax.scatter(
            points["share"], points["test_score"], s=3, alpha=0.25, color=colour, linewidth=0
        )
        curve = average(points)
        ax.plot(curve.shares, curve.scores, color=colour, linewidth=2, label=method)
    ax.set(title=f"{TITLES[name]} ({models['seed'].nunique()} runs)", xlim=(0, 1.02))
    ax.set(xlabel="cost / cost of all variables", ylabel="accuracy (test rows)")
    ax.legend(frameon=False, loc="lower right")
