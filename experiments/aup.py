"""The bars of areas: msB against logitB, for all data sets and both readings of the area."""

import pandas as pd

from experiments.drawing import TITLES, bars, picture
from experiments.recording import read
from experiments.schedules import average
from experiments.settings import Settings

READINGS = {"mean": "mean of the runs", "of_average": "of the lowess average"}


def summary(settings: Settings, methods: tuple[str, ...] = ("msB", "logitB")) -> pd.DataFrame:
    """Return, for each data set and method, the mean area of runs and that of the average."""
    runs, models = (read(settings.results / f"{name}.csv") for name in ("runs", "models"))
    rows = []
    for name in [name for name in TITLES if name in set(runs["data"])]:
        for method in methods:
            areas = runs[(runs["data"] == name) & (runs["method"] == method)]["test_aup"]
            points = models[(models["data"] == name) & (models["method"] == method)]
            if len(areas):
                rows.append(
                    {
                        "data": name,
                        "method": method,
                        "runs": len(areas),
                        "mean": areas.mean(),
                        "sem": areas.sem() if len(areas) > 1 else 0.0,
                        "of_average": average(points).aup(),
                    }
                )
    return pd.DataFrame(rows)


def draw(settings: Settings) -> None:
    """Draw both readings."""
    table = summary(settings)
    groups = list(dict.fromkeys(table["data"]))
    with picture(settings, "aup", columns=2, size=(6.5, 4)) as axes:
        for ax, (column, title) in zip(
            axes,
            {"mean": "mean of the runs", "of_average": "of the lowess average"}.items(),
            strict=True,
        ):
            by_method = {
                m: table[table["method"] == m].set_index("data") for m in ("msB", "logitB")
            }
            heights = {method: own[column].loc[groups] for method, own in by_method.items()}
            errors = {m: own["sem"].loc[groups] for m, own in by_method.items()}
            bars(ax, groups, heights, errors if column == "mean" else {})
            ax.set(ylabel=f"area on test rows, {title}", ylim=(0, 1))
