"""What is each measurement of a cell worth? Breast cancer, ten measurements, made-up prices.

    python examples/breast_cancer.py [FOLDER]

Prints the model schedule and writes its staircase to FOLDER (default: demo).
"""

import sys
from pathlib import Path

import matplotlib as mpl

from pennyweight import BudgetSearch, ModelSchedule
from pennyweight.datasets import breast_cancer


def main(folder: str = "demo") -> None:
    """Search, print and draw."""
    data = breast_cancer()
    print(f"{len(data.y)} women, {len(data.prices.variables)} measurements. Prices:\n")
    print(data.prices.to_frame()[["variable", "price", "needs"]].to_string(index=False), "\n")

    search = BudgetSearch(prices=data.prices, n_jobs=-1, random_state=0, progress=True)
    schedule = search.fit(data.X, data.y).schedule_
    print(f"\n{schedule}\n")
    print(schedule.to_frame().drop(columns="estimator").round(4).to_string(index=False))

    half = schedule.best(budget=data.prices.total / 2)
    print(f"\nHalf the money buys: {', '.join(half.variables)} (cost {half.cost:g}).")
    print(f"Area under the staircase, on rows that chose nothing: {schedule.aup(on='test'):.3f}")
    draw(schedule, Path(folder) / "staircase.png")


def draw(schedule: ModelSchedule, path: Path) -> None:
    """Write the staircase as a picture."""
    mpl.use("agg")
    ax = schedule.plot()
    ax.set_title("Breast cancer: the accuracy that money buys")
    path.parent.mkdir(parents=True, exist_ok=True)
    ax.figure.savefig(path, dpi=150)
    print(f"The staircase is drawn in {path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
