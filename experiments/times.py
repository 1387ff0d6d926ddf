"""Running times of msB, logitB and the default search here."""

import numpy as np
import pandas as pd

from experiments.drawing import TITLES, bars, picture
from experiments.recording import read
from experiments.settings import Settings

METHODS = ("msB", "logitB", "auto")


def summary(settings: Settings) -> pd.DataFrame:
    """Return the median seconds of processors that a run took."""
    runs = read(settings.results / "runs.csv")
    chosen = runs[runs["method"].isin(METHODS)]
    table = chosen.pivot_table(
        index="data", columns="method", values="cpu_seconds", aggfunc="median"
    )
    return table.loc[[name for name in TITLES if name in table.index], list(METHODS)]


def draw(settings: Settings) -> None:
    """Draw them on the paper's scale, the binary logarithm of seconds."""
    table = summary(settings)
    with picture(settings, "times", size=(8, 4)) as ax:
        heights = {method: np.log2(table[method]) for method in METHODS}
        bars(ax, list(table.index), heights, {})
        ax.axhline(0, color="0.3", linewidth=0.8)
        ax.set(ylabel="log2 of the seconds of processors, median run")
