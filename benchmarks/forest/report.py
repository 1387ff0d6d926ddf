"""The tables of the benchmarks of the forest, from their tracked results.

python -m benchmarks.forest.report         # prints them
python -m benchmarks.forest.report docs    # puts them in docs/forest.md
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.forest import accuracy, comparison, search
from benchmarks.pages import markdown, put_in

OURS = "pennyweight"


def speed_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return how many times as long the others take, by data and columns used."""
    table = table.sort_values("shape", key=lambda s: s.map(comparison.SHAPES.index), kind="stable")
    slower = table.pivot_table(
        index=["shape", "subset"], columns="method", values="times_slower_than_ours", sort=False
    ).drop(columns=OURS)
    ours = table[table["method"] == OURS].set_index(["shape", "subset"])
    columns = ours["columns"].groupby("shape").max()
    rows = {}
    for shape, subset in ours.index:
        run = ours.loc[(shape, subset)]
        name = f"{shape}: {run['rows']:,} x {columns[shape]}, {run['columns']} used"
        times = [f"{times:.1f}" for times in slower.loc[(shape, subset)]]
        rows[name] = [f"{1000 * run['seconds']:,.4g}", *times, f"{run['ns_per_cell']:.1f}"]
    means = np.exp(np.log(slower).mean())
    rows["**geometric mean**"] = ["", *(f"**{mean:.1f}**" for mean in means), ""]
    found = pd.DataFrame.from_dict(
        rows, orient="index", columns=["milliseconds", *slower.columns, "ns per cell"]
    )
    return found.rename_axis("rows x columns")


def with_errors(differences: pd.Series, errors: pd.Series) -> list[str]:
    pairs = zip(differences, errors, strict=True)
    return [f"{difference:+.4f} ± {error:.4f}" for difference, error in pairs]


def search_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return how much faster whole searches are, and what that costs."""
    found = search.summary(table)
    shown = pd.DataFrame(
        {
            "seeds": found["seeds"],
            "seconds": found["seconds"].map("{:.2f}".format),
            "scikit-learn's": found["their_seconds"].map("{:.0f}".format),
            "times faster": found["times_faster"].map("{:.0f}".format),
            "test AUP, difference": with_errors(found["aup_difference"], found["stderr"]),
        }
    )
    return shown.rename_axis("data")


def accuracy_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return the mean accuracies of both forests."""
    found = accuracy.summary(table)
    shown = pd.DataFrame(
        {
            "pennyweight": found["pennyweight"].map("{:.4f}".format),
            "scikit-learn": found["scikit_learn"].map("{:.4f}".format),
            "difference": with_errors(found["difference"], found["stderr"]),
        }
    )
    return shown.rename_axis("data")


TABLES = {
    "speed": (comparison.RESULTS, speed_table),
    "search": (search.RESULTS, search_table),
    "accuracy": (accuracy.RESULTS, accuracy_table),
}


def main(docs: str | None = None) -> None:
    parts = {
        name: markdown(table(pd.read_csv(results)))
        for name, (results, table) in TABLES.items()
        if results.exists()
    }
    print("\n\n".join(parts.values()))
    if docs:
        put_in(Path(docs) / "forest.md", parts)


if __name__ == "__main__":
    main(*sys.argv[1:])
