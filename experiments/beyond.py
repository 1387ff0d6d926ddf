"""Beyond the paper: the search of `auto` against msB, on the same rows and prices."""

import pandas as pd

from experiments.drawing import TITLES, picture
from experiments.recording import read, side_by_side
from experiments.settings import Settings


def summary(settings: Settings) -> pd.DataFrame:
    """Return the mean areas on test rows, and the paired difference with its standard error."""
    runs = read(settings.results / "runs.csv")
    wide = side_by_side(runs, ["data", "seed"], ["msB", "auto"])
    wide["difference"] = wide["auto"] - wide["msB"]
    means = wide.groupby("data").mean()
    means["sem"] = wide.groupby("data")["difference"].sem().fillna(0.0)
    means["runs"] = wide.groupby("data").size()
    return means.loc[[name for name in TITLES if name in means.index]]


def draw(settings: Settings) -> None:
    """Draw the differences with their 95% intervals."""
    table = summary(settings).iloc[::-1]
    with picture(settings, "beyond", size=(7, 4)) as ax:
        names = [TITLES[name] for name in table.index]
        ax.errorbar(table["difference"], names, xerr=1.96 * table["sem"], fmt="o", color="C3")
        ax.axvline(0, color="0.5", linewidth=1)
        ax.set(xlabel="area on test rows, auto minus msB (mean of paired runs, 95% interval)")
