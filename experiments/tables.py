"""The tables of the page, in Markdown, from the results."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from experiments import aup, beyond, exhaustive, medical, mixture, r_stack, rfb, times
from experiments.claims import CLAIMS, Claim
from experiments.drawing import TITLES
from experiments.recording import NotRunYet, read, side_by_side
from experiments.settings import Settings
from pennyweight.datasets import SOURCES

METHODS = ("logitB", "msB", "auto")
KINDS_OF_AREA = {
    "test_aup": "area on test rows",
    "from_cheapest": "from the cheapest model on",
    "of_average": "of the lowess average",
    "aup": "on the rows that chose",
}


def markdown(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a table."""
    names = list(header)
    lines = [names, ["---"] * len(names), *(list(map(str, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def claims(settings: Settings) -> str:
    """List the statements."""
    found = [each for claim in CLAIMS if (each := _claim(claim, settings))]
    return markdown(
        ("the paper says", "found here", "agreed"), ((c.says, c.found, c.agreed) for c in found)
    )


def _claim(claim: Callable[[Settings], Claim], settings: Settings) -> Claim | None:
    """Return what was found; None where that was not run."""
    try:
        return claim(settings)
    except NotRunYet:
        return None


def runs(settings: Settings) -> str:
    """List areas by data set and method, in both readings."""
    table = aup.summary(settings, ("msB", "logitB", "auto")).set_index(["data", "method"])
    gains = beyond.summary(settings)
    rows = []
    for name in gains.index:
        shown = [_both_areas(table, name, method) for method in METHODS]
        gain = f"{gains.loc[name, 'difference']:+.4f} ± {gains.loc[name, 'sem']:.4f}"
        counts = [int(table.loc[(name, method), "runs"]) for method in ("msB", "auto")]
        rows.append([TITLES[name], *counts, *shown, gain])
    return markdown(("data", "runs", "of auto", *METHODS, "auto minus msB"), rows)


def _both_areas(table: Any, name: str, method: str) -> str:
    row = table.loc[(name, method)]
    return f"{row['mean']:.3f} ({row['of_average']:.3f})"


def seconds(settings: Settings) -> str:
    """List median running times."""
    table = times.summary(settings)
    rows = ([TITLES[name], *(f"{value:.1f}" for value in row)] for name, row in table.iterrows())
    return markdown(("data", *table.columns), rows)


def rivals(settings: Settings) -> str:
    """List accuracies at the cost of rfB's model."""
    rows = (
        [
            TITLES[name],
            f"{row['share']:.2f}",
            *(f"{row[method]:.4f}" for method in ("rfB", "msB", "forest")),
            *(f"{row[f'{m} gain']:+.4f} ± {row[f'{m} sem']:.4f}" for m in ("msB", "auto")),
        ]
        for name, row in rfb.summary(settings).iterrows()
    )
    header = ("data", "rfB's share of the full cost", "rfB", "msB", "all variables")
    return markdown((*header, "msB minus rfB", "auto minus rfB"), rows)


def everything(settings: Settings) -> str:
    """List exhaustive search and msB beside the paper's printed figures."""
    means, rows = exhaustive.summary(settings), []
    places = {"exhaustive": 0, "exhaustive, 2 or more": 0, "msB": 2, "auto": None}
    for name, printed in exhaustive.PRINTED.items():
        for method, place in places.items():
            if (name, method) not in means.index:
                continue
            row = means.loc[(name, method)]
            spent = [
                "" if np.isnan(row[column]) else f"{row[column]:,.1f}"
                for column in ("seconds", "cpu_seconds")
            ]
            areas = [f"{row[column]:.4f}" for column in KINDS_OF_AREA]
            counts = [int(row["runs"]), f"{row['subsets']:,.0f}"]
            shown = [TITLES[name], method, *counts, *spent, *areas]
            rows.append([*shown, "" if place is None else _printed(*printed[place : place + 2])])
    header = ("data", "search", "runs", "subsets", "seconds", "of processors")
    return markdown((*header, *KINDS_OF_AREA.values(), "printed in the paper"), rows)


def _printed(seconds: float, area: float) -> str:
    return f"{seconds:,} s ({area:.4f})"


def of_the_mixture(settings: Settings) -> str:
    """List areas on the Gaussian mixture."""
    table = read(settings.results / "mixture.csv")
    wide = side_by_side(table, ["rho", "seed"], mixture.SHOWN)
    areas = wide.groupby("rho").mean()
    tried = table.groupby(["rho", "method"])["subsets"].mean()
    rows = (
        [
            f"{rho:g}",
            len(wide.loc[rho]),
            *(f"{row[m]:.4f} ({tried[rho, m]:.0f})" for m in row.index),
        ]
        for rho, row in areas.iterrows()
    )
    return markdown(("rho", "runs", *mixture.SHOWN), rows)


def priced(settings: Settings) -> str:
    """List areas at published prices."""
    rows = (
        [
            name,
            int(row["runs"]),
            *(f"{row[method]:.4f}" for method in medical.METHODS),
            f"{row['unaware']:+.4f} ± {row['unaware sem']:.4f}",
            f"{row['over msB']:+.4f} ± {row['over msB sem']:.4f}",
        ]
        for name, row in medical.summary(settings).iterrows()
    )
    header = ("data", "runs", *medical.METHODS, "overlooking what is shared", "auto minus msB")
    return markdown(header, rows)


def in_r(settings: Settings) -> str:
    """List areas and seconds here and in R."""
    rows = (
        [
            TITLES[name],
            method,
            int(row["runs"]),
            f"{row['test_aup']:.4f}",
            f"{row['test_aup_r']:.4f}",
            f"{row['difference']:+.4f} ± {row['sem']:.4f}",
            f"{row['cpu_seconds']:.2f}",
            f"{row['cpu_seconds_r']:.2f}",
            f"{row['cpu_seconds_r'] / row['cpu_seconds']:.1f}",
        ]
        for (name, method), row in r_stack.summary(settings).iterrows()
    )
    header = ("data", "method", "runs", "area here", "area in R", "paired difference")
    return markdown((*header, "seconds here", "seconds in R", "times as fast"), rows)


def data(settings: Settings) -> str:
    """List the data sets."""
    rows = (
        [
            f"`{name}`",
            f"{source.title} (UCI {source.uci})",
            source.label or "as published",
            source.prepared,
            f"{source.openml.data_id}" if source.openml else "none with these rows",
        ]
        for name, source in SOURCES.items()
    )
    return markdown(("name", "data", "target", "prepared", "OpenML"), rows)


TABLES: dict[str, Callable[[Settings], str]] = {
    "claims": claims,
    "data": data,
    "runs": runs,
    "seconds": seconds,
    "rivals": rivals,
    "everything": everything,
    "mixture": of_the_mixture,
    "priced": priced,
    "in_r": in_r,
}
