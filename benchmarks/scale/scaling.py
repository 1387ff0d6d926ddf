"""The compiled forest's time against rows, columns and trees.

    python -m benchmarks.scale.scaling    # about 3 minutes, one core

Normal columns, two classes that depend on four of them; 20% of the rows are scored. The table goes
to benchmarks/results/scaling.csv, the picture to docs/images/scaling.png.
"""

import statistics
import time
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

from benchmarks import RESULTS_FOLDER
from pennyweight.learners import Part
from pennyweight.learners.forest import ForestKernel, Shared
from pennyweight.prices import PriceList
from pennyweight.problem import Target, make_problem

ROWS, COLUMNS, TREES = 20_000, 16, 20
SWEEPS = {
    "rows": [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000],
    "columns": [4, 8, 16, 32, 64, 128, 256, 512],
    "trees": [5, 10, 20, 50, 100, 200],
}


def seconds(rows: int = ROWS, columns: int = COLUMNS, trees: int = TREES) -> float:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(rows, columns)).astype(np.float32)
    y = (X[:, :4].sum(axis=1) + rng.normal(size=rows) > 0).astype(int)
    problem = make_problem(
        X,
        Target(y=y, classification=True),
        PriceList.for_columns(None, [f"x{i}" for i in range(columns)]),
        validation=[(np.arange(rows * 4 // 5), np.arange(rows * 4 // 5, rows))],
        test_size=None,
        weights=None,
        seed=0,
    )
    kernel = ForestKernel(Shared(problem), RandomForestClassifier(trees))
    part = Part(train=problem.folds[0].train, extra=problem.folds[0].validate)
    kernel.votes(range(columns), part, 0, 1)
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        kernel.votes(range(columns), part, 0, trees)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def measure() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"sweep": sweep, "value": value, "seconds": seconds(**{sweep: value})}
            for sweep, values in SWEEPS.items()
            for value in values
        ]
    )


def draw(table: pd.DataFrame) -> Any:
    figure, axes = plt.subplots(1, 3, figsize=(9, 3), layout="constrained", sharey=True)
    for axis, (sweep, part) in zip(axes, table.groupby("sweep", sort=False), strict=True):
        axis.loglog(part["value"], part["seconds"], "o-", color="#3949ab")
        axis.set_xlabel(sweep)
        axis.grid(alpha=0.3)
        if sweep == "rows":
            n = part["value"].to_numpy(float)
            law = n * np.log(n)
            axis.loglog(n, law * part["seconds"].iloc[0] / law[0], "--", color="grey")
            axis.annotate(
                "n log n",
                (n[-2], law[-2] * part["seconds"].iloc[0] / law[0]),
                va="bottom",
                ha="right",
            )
    axes[0].set_ylabel("seconds, one core")
    return figure


def main() -> None:
    table = measure()
    table.to_csv(RESULTS_FOLDER / "scaling.csv", index=False, float_format="%.4g")
    draw(table).savefig(RESULTS_FOLDER.parents[1] / "docs" / "images" / "scaling.png", dpi=120)
    print(table.to_string(index=False))


if __name__ == "__main__":
    main()
