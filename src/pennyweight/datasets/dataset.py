"""Dataset: data, a target, what the variables cost, and where all that comes from."""

from dataclasses import dataclass

import pandas as pd

from pennyweight.arrays import Labels
from pennyweight.prices import PriceList

MOST_CLASSES = 10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Dataset:
    """Data, a target and what the variables cost.

    Parameters
    ----------
    X : DataFrame
        The features.
    y : array
        The target.
    prices : PriceList
        What the variables cost.
    name : str
        What the data are called here.
    provenance : tuple of str
        Where the data and the prices come from and what was done with them, a sentence each.
    """

    X: pd.DataFrame
    y: Labels
    prices: PriceList
    name: str = "data"
    provenance: tuple[str, ...] = ()

    def __repr__(self) -> str:
        rows, columns = self.X.shape
        lines = [
            f"{self.name}: {rows:,} rows, {columns} columns, {self._classes()}",
            f"  prices: {len(self.prices.variables)} variables, "
            f"{self.prices.total:g} for all of them",
            *(f"  {sentence}" for sentence in self.provenance),
        ]
        return "\n".join(lines)

    def _classes(self) -> str:
        counts = pd.Series(self.y).value_counts().sort_index()
        if len(counts) > MOST_CLASSES:
            return f"{len(counts)} different targets"
        listed = ", ".join(f"{label}: {count:,}" for label, count in counts.items())
        return f"{len(counts)} classes ({listed})"
