"""Pictures: one look for all of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import numpy as np

from experiments.settings import Settings

TITLES = {
    "naval": "Naval propulsion",
    "steel": "Steel plates",
    "spambase": "Spam",
    "concrete": "Concrete",
    "landsat": "Landsat",
    "thyroid": "Thyroid",
    "vehicle": "Vehicle",
    "bank": "Bank marketing",
    "census": "Census income",
}
COLOURS = {"msB": "C0", "logitB": "C1", "rfB": "C2", "forest": "0.6", "auto": "C3"}


@contextmanager
def picture(
    settings: Settings,
    name: str,
    rows: int = 1,
    columns: int = 1,
    size: tuple[float, float] = (6, 4),
) -> Iterator[Any]:
    """Give axes to draw on, and save the figure."""
    mpl.use("agg")
    import matplotlib.pyplot as plt  # noqa: PLC0415 - after the choice of backend

    settings.figures.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(
        rows, columns, figsize=(size[0] * columns, size[1] * rows), layout="constrained"
    )
    yield axes
    for ax in np.ravel(axes):
        ax.spines[["top", "right"]].set_visible(False)
    figure.savefig(settings.figures / f"{name}.png", dpi=100)
    plt.close(figure)


def bars(ax: Any, groups: list[str], heights: dict[str, Any], errors: dict[str, Any]) -> None:
    """Draw bars side by side: a group for each data set, a colour for each method."""
    width = 0.8 / len(heights)
    for place, (name, values) in enumerate(heights.items()):
        left = np.arange(len(groups)) + (place - (len(heights) - 1) / 2) * width
        ax.bar(
            left,
            values,
            width,
            yerr=errors.get(name),
            color=COLOURS.get(name.split(",")[0]),
            label=name,
            error_kw={"linewidth": 1},
        )
    shown = [TITLES.get(group, group) for group in groups]
    ax.set_xticks(np.arange(len(groups)), shown, rotation=30, ha="right")
    ax.legend(frameon=False, ncols=len(heights), loc="upper center", bbox_to_anchor=(0.5, 1.12))
