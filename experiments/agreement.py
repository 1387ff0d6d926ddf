"""Whether the results of a quick run agree with the tracked ones, within their spread."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from experiments.settings import Settings

METHODS = ("msB", "logitB", "auto")
STANDARD_ERRORS = 3.0
LEAST_SPREAD = 0.002  # of areas, between runs; some data sets have hardly any


def compared(quick: pd.DataFrame, full: pd.DataFrame) -> pd.DataFrame:
    """Return both means for each data set of as many rows, and how far apart they may be."""
    rows = []
    for (name, method, n_rows), own in quick.groupby(["data", "method", "rows"]):
        same = (full["data"] == name) & (full["method"] == method) & (full["rows"] == n_rows)
        there = full[same]["test_aup"]
        if method not in METHODS or len(there) < 2:
            continue
        here = own["test_aup"]
        spread = max(float(there.std()), LEAST_SPREAD)
        allowed = STANDARD_ERRORS * spread * np.sqrt(1 / len(here) + 1 / len(there))
        rows.append(
            {
                "data": name,
                "method": method,
                "quick": here.mean(),
                "full": there.mean(),
                "allowed": allowed,
                "agrees": abs(here.mean() - there.mean()) <= allowed,
            }
        )
    return pd.DataFrame(rows)


def report(settings: Settings) -> str:
    """Return the comparison in words."""
    tracked = replace(settings, quick=False, folder=None).results / "runs.csv"
    own = settings.results / "runs.csv"
    if not tracked.exists() or not own.exists():
        return "there are no tracked results to compare with."
    table = compared(_read(own), _read(tracked))
    if not len(table):
        return "the tracked results have too few runs to compare with."
    apart = int((~table["agrees"]).sum())
    verdict = (
        "all agree with the tracked results of as many rows, within their spread."
        if not apart
        else f"{apart} of {len(table)} do NOT agree with the tracked results; see above."
    )
    return (
        f"{table.round(4).to_string(index=False)}\n{verdict} {repeated(_read(own), _read(tracked))}"
    )


def repeated(quick: pd.DataFrame, full: pd.DataFrame) -> str:
    """Tell how many runs that both have, on the same rows, gave the very same area."""
    both = quick.merge(full, on=["data", "seed", "method", "rows"], suffixes=("_quick", ""))
    same = int((both["test_aup_quick"] == both["test_aup"]).sum())
    return f"{same} of the {len(both)} runs that both have are the same in all digits."


def _read(path: Path) -> pd.DataFrame:
    return pd.read_csv(path).dropna(subset="test_aup")
