"""Many price lists at once."""

from typing import Any

import numpy as np
import pandas as pd

from pennyworth.arrays import Flags, Floats, Rows
from pennyworth.exceptions import PriceError
from pennyworth.prices import PriceList
from pennyworth.scored import ScoredSubsets


class RepricedBatch:
    """What is best at each budget, under each of many price lists.

    Parameters
    ----------
    scored : ScoredSubsets
        The evaluations.
    prices : PriceList
        The price list that the draws vary.
    item_prices : array of shape (draws, items)
        The price of each item, under each draw.
    """

    def __init__(self, scored: ScoredSubsets, prices: PriceList, item_prices: Floats) -> None:
        self._scored = scored
        self._costs = scored.costs(prices, item_prices)

    def __len__(self) -> int:
        return len(self._costs)

    def best(self, budgets: Any) -> Rows:
        """Return the place, among the evaluations, of what is best; -1: nothing can be paid for."""
        return self._scored.best(self._costs, np.atleast_1d(np.asarray(budgets, dtype=float)))

    def scores(self, budgets: Any) -> Floats:
        """Return the best score for each draw and budget; NaN where nothing can be paid for."""
        return scores_at(self._scored, self.best(budgets))

    def members(self, budgets: Any) -> Flags:
        """Return which variables are in the best model, for each draw and budget."""
        return members_at(self._scored, self.best(budgets))


def scores_at(scored: ScoredSubsets, places: Rows) -> Floats:
    """Return the scores at places among evaluations, NaN at -1."""
    scores: Floats = np.where(places < 0, np.nan, scored.scores[places])
    return scores


def members_at(scored: ScoredSubsets, places: Rows) -> Flags:
    """Return who is in at places among evaluations, nobody at -1."""
    members: Flags = scored.members[places] & (places >= 0)[..., None]
    return members


def item_prices(prices: PriceList, draws: Any) -> Floats:
    """Return the price of each item under each draw.

    `draws` is a DataFrame with a column for each item that varies, or an array with a column for
    each variable, in order; what is owned stays free, and what is not named keeps its price.
    """
    names = list(draws.columns) if isinstance(draws, pd.DataFrame) else list(prices.variables)
    values = np.asarray(draws, dtype=float)
    if values.ndim != 2 or values.shape[1] != len(names):
        raise PriceError(
            f"draws has the shape {values.shape}; give a row for each price list and a column for "
            f"each of the {len(names)} variables, or a DataFrame with a column for each item."
        )
    if not np.isfinite(values).all() or (values < 0).any():
        raise PriceError("draws has a price that is negative or not finite.")
    place = {item.name: i for i, item in enumerate(prices.items) if not item.owned}
    unknown = [name for name in names if name not in {item.name for item in prices.items}]
    if unknown:
        raise PriceError(f"draws has a column {unknown[0]!r}, which the price list does not have.")
    drawn = np.tile(prices.item_prices, (len(values), 1))
    for column, name in enumerate(names):
        if name in place:
            drawn[:, place[name]] = values[:, column]
    return drawn
