"""Tables, checks and plots of the quality benchmark, from its tracked results.

    python -m benchmarks.quality.report         # prints tables and checks
    python -m benchmarks.quality.report docs    # puts them in docs/quality.md, and draws plots

A claim is met or not by the figures; nothing here is written by hand.
"""

import sys
from pathlib import Path

import pandas as pd

from benchmarks.pages import markdown, put_in
from benchmarks.quality import leaves, optimism, steadying
from benchmarks.quality.checks import checks
from benchmarks.quality.comparison import RESULTS
from benchmarks.quality.plots import draw_efforts, draw_gains
from benchmarks.quality.tables import (
    EFFORT_NAMES,
    PAPER,
    areas,
    effort_gains,
    effort_table,
    gap_table,
    lead_table,
    leaf_table,
    paired,
    sequence_table,
    work_table,
)


def draw(table: pd.DataFrame, folder: Path) -> None:
    wide = areas(table)
    gains = {method: paired(wide, method, PAPER) for method in wide.columns if method != PAPER}
    draw_gains(gains).savefig(folder / "quality.png", dpi=120)
    by_effort = {what: effort_gains(table, what) for what in ("aup", "test_aup")}
    draw_efforts(by_effort, list(EFFORT_NAMES.values())).savefig(folder / "effort.png", dpi=120)


def main(docs: str | None = None) -> None:
    table = pd.read_csv(RESULTS)
    parts = {
        "leads": markdown(lead_table(areas(table))),
        "work": markdown(work_table(table)),
        "leaves": markdown(leaf_table(table)),
        "choices": markdown(leaves.gain_table(leaves.read_results())),
        "steadying": markdown(steadying.gain_table(pd.read_csv(steadying.RESULTS))),
        "sequences": markdown(sequence_table(table)),
        "efforts": markdown(effort_table(table)),
        "gaps": markdown(gap_table(table)),
        "optimism": markdown(optimism.gap_table(pd.read_csv(optimism.RESULTS))),
        "checks": checks(table),
    }
    print("\n\n".join(parts.values()))
    if docs:
        put_in(Path(docs) / "quality.md", parts)
        draw(table, Path(docs) / "images")


if __name__ == "__main__":
    main(*sys.argv[1:])
