"""Medical tests at their real prices, with and without what they share.

    PENNYWEIGHT_DATA=folder python examples/medical_prices.py [PICTURE]

Five data sets with Peter Turney's prices (Canadian dollars): tests of one group share a cost, such
as one blood sample. Each is searched twice: at those prices, and as if each test were bought alone.
Prints both schedules and draws them (default: demo/medical_prices.png). A few minutes.
"""

import sys
from pathlib import Path

import matplotlib as mpl

from pennyweight import BudgetSearch, ModelSchedule, PriceList
from pennyweight.datasets import load, names
from pennyweight.display import plot_schedules


def alone(prices: PriceList) -> PriceList:
    """Return the price of each test as if it were the only one."""
    return PriceList({name: prices.cost([name]) for name in prices.variables})


def search(name: str) -> dict[str, ModelSchedule]:
    """Search under both price lists; the second search goes on where the first one ended."""
    data = load(name)
    search = BudgetSearch(prices=data.prices, n_jobs=-1, random_state=0, progress=True)
    separate = search.fit(data.X, data.y).reprice(alone(data.prices))
    return {
        "what tests share is paid once": separate.schedule_.reprice(data.prices),
        "every test is bought alone": separate.schedule_,
    }


def main(picture: str = "demo/medical_prices.png") -> None:
    """Search all five, print and draw."""
    mpl.use("agg")
    import matplotlib.pyplot as plt  # noqa: PLC0415 - after the choice of backend

    figure, axes = plt.subplots(2, 3, figsize=(14, 8), layout="constrained")
    for name, ax in zip(names("priced"), axes.flat, strict=False):
        schedules = search(name)
        for how, schedule in schedules.items():
            print(f"\n{name}: {how}")
            print(schedule.to_frame()[["cost", "score", "test_score", "variables"]].to_string())
        plot_schedules(schedules, ax=ax)
        ax.set_title(name)
        ax.get_legend().remove()
    handles, labels = ax.get_legend_handles_labels()
    axes.flat[-1].legend(handles, labels, loc="center", frameon=False)
    axes.flat[-1].axis("off")
    Path(picture).parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
