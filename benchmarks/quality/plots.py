"""The plots of the quality benchmark: who gains what on which data, and what effort buys."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

INDIGO = "#3949ab"
STYLES = {
    "pennyweight": ("o", INDIGO),
    "exhaustive, by accuracy": ("D", "#e57373"),
    "exhaustive, paper": ("d", "#b71c1c"),
    "CEGB": ("^", "#2e7d32"),
    "CEGB sets": ("v", "#81c784"),
    "NSGA-II": ("s", "#f9a825"),
    "CatBoost": ("P", "#6d4c41"),
    "SFS": ("<", "#8e24aa"),
    "mlxtend": (">", "#ce93d8"),
    "RFE": ("X", "#78909c"),
    "rfB": ("*", "#00838f"),
    "msB, all forests": ("h", "black"),
    "known best sets": ("|", "black"),
}
LEAST = -120


def draw_gains(gains: Mapping[str, pd.DataFrame]) -> Any:
    """Draw gains over msB, a line for each data set and a mark for each method."""
    rows = list(gains["pennyweight"].index)
    figure, axis = plt.subplots(figsize=(9, 0.32 * len(rows) + 1.6), layout="constrained")
    axis.axvline(0, color="black", linewidth=1)
    for method, (mark, colour) in reversed(STYLES.items()):
        if method not in gains:
            continue
        ours, part = method == "pennyweight", gains[method]
        places = [len(rows) - 1 - rows.index(row) for row in part.index]
        x = np.maximum(part["mean"], LEAST)
        size = {"pennyweight": 8, "known best sets": 12}.get(method, 5)
        axis.plot(x, places, mark, color=colour, markersize=size, alpha=0.9, label=method)
        if ours:
            axis.errorbar(x, places, xerr=2 * part["sem"].fillna(0), fmt="none", ecolor=colour)
    names = [f"{name}{' (real prices)' if kind == 'real' else ''}" for name, kind in rows]
    axis.set_yticks(range(len(rows)), reversed(names))
    axis.set_xlim(LEAST - 5, None)
    axis.grid(axis="y", alpha=0.3)
    axis.set_xlabel("1000 x (test AUP - that of msB); marks at the left edge are further left")
    handles, labels = axis.get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="outside right upper", frameon=False)
    return figure


def draw_efforts(gains: Mapping[str, pd.DataFrame], efforts: list[float]) -> Any:
    """Draw what each effort gains over the usual one: where it chooses, and on test rows."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained", sharey=True)
    titles = {"aup": "on the rows that choose", "test_aup": "on test rows"}
    for axis, (what, title) in zip(axes, titles.items(), strict=True):
        axis.plot(efforts, gains[what].T.to_numpy(), color="grey", alpha=0.35, linewidth=1)
        mean, error = gains[what].mean(), gains[what].sem()
        axis.errorbar(efforts, mean, 2 * error, fmt="o-", color=INDIGO, linewidth=2)
        axis.set_xscale("log", base=2)
        axis.set_xticks(efforts, [f"{effort:g}" for effort in efforts])
        axis.set_xlabel("effort, in times the usual")
        axis.set_title(title)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("1000 x (AUP - that of usual effort)")
    return figure
