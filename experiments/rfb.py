"""msB against rfB at the cost of rfB's one model, with the forest of all variables beside them."""

import pandas as pd

from experiments.drawing import TITLES, bars, picture
from experiments.recording import read
from experiments.settings import Settings

LABELS = {
    "rfB": "rfB",
    "msB": "msB, at most that cost",
    "forest": "forest, all variables",
}


def summary(settings: Settings) -> pd.DataFrame:
    """Return, for each data set, mean test accuracies and what is gained on rfB, run by run."""
    runs, models = (read(settings.results / f"{name}.csv") for name in ("runs", "models"))
    rows = []
    for run in runs[runs["method"] == "rfB"].itertuples():
        share = run.cost / run.full_cost
        own = models[(models["data"] == run.data) & (models["seed"] == run.seed)]
        within = own[own["share"] <= share * (1 + 1e-9)]
        best = within.sort_values("share").groupby("method")["test_score"].last()
        full = runs[
            (runs["data"] == run.data) & (runs["seed"] == run.seed) & (runs["method"] == "forest")
        ]
        rows.append(
            {"data": run.data, "share": share, "rfB": run.test_score}
            | {method: best.get(method) for method in ("msB", "auto")}
            | {"forest": full["test_score"].mean()}
        )
    table = pd.DataFrame(rows).dropna(subset="msB")  # where msB has a model as cheap
    for method in ("msB", "auto"):
        table[f"{method} gain"] = table[method] - table["rfB"]
    means = table.groupby("data").mean()
    for method in ("msB", "auto"):
        means[f"{method} sem"] = table.groupby("data")[f"{method} gain"].sem().fillna(0.0)
    means["runs"] = table.groupby("data").size()
    return means.loc[[name for name in TITLES if name in means.index]]


def draw(settings: Settings) -> None:
    """Draw the accuracies."""
    table = summary(settings)
    with picture(settings, "rfb", size=(10, 4.2)) as ax:
        heights = {label: table[method] for method, label in LABELS.items()}
        bars(ax, list(table.index), heights, {})
        ax.set(ylabel="accuracy (test rows), mean of runs", ylim=(0.6, 1))
