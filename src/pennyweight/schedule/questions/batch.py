"""Many price lists at once."""

from typing import Any

import numpy as np

from pennyweight.arrays import Flags, Floats, Rows
from pennyweight.evaluations import EvaluationTable
from pennyweight.exceptions import PriceError
from pennyweight.prices import PriceList, as_amount, check_total, total_prices

AT_A_TIME = 100  # price lists, to keep the table of costs small


class RepricedBatch:
    """What is best at each budget, under each of many price lists.

    Parameters
    ----------
    scored : EvaluationTable
        The evaluations.
    prices : PriceList
        The price list that the draws vary.
    item_prices : array of shape (draws, items)
        The price of each item, under each draw.
    """

    def __init__(self, scored: EvaluationTable, prices: PriceList, item_prices: Floats) -> None:
        self._scored = scored
        self._prices = prices
        self._item_prices = item_prices

    def __len__(self) -> int:
        return len(self._item_prices)

    def best(self, budgets: Any) -> Rows:
        """Return the place, among the evaluations, of what is best; -1: nothing can be paid for.

        Parameters
        ----------
        budgets : float or array of floats
            The most that models may cost.

        Returns
        -------
        array of int
            For each price list (and budget) the place of the best evaluation.
        """
        given = np.atleast_1d(np.asarray(budgets, dtype=object))
        wanted = np.array([as_amount(budget) for budget in given.tolist()])
        needed = self._prices.items_needed(self._scored.members)
        parts = [
            self._scored.best(total_prices(needed, part), wanted)
            for part in np.array_split(self._item_prices, 1 + len(self) // AT_A_TIME)
        ]
        return np.concatenate(parts)

    def scores(self, budgets: Any) -> Floats:
        """Return the score of what is best for each draw and budget; NaN: nothing can be paid.

        Parameters
        ----------
        budgets : float or array of floats
            The most that models may cost.

        Returns
        -------
        array of floats
            For each price list (and budget) the score of the best model.
        """
        return scores_at(self._scored, self.best(budgets))

    def members(self, budgets: Any) -> Flags:
        """Return which variables are in the best model, for each draw and budget.

        Parameters
        ----------
        budgets : float or array of floats
            The most that models may cost.

        Returns
        -------
        array of bool
            For each price list (and budget), which variables the best model has.
        """
        return members_at(self._scored, self.best(budgets))


def scores_at(scored: EvaluationTable, places: Rows) -> Floats:
    """Return the scores at places among evaluations, NaN at -1."""
    scores: Floats = np.append(scored.scores, np.nan)[places]
    return scores


def members_at(scored: EvaluationTable, places: Rows) -> Flags:
    """Return who is in at places among evaluations, nobody at -1."""
    nobody = np.zeros((1, scored.members.shape[1]), dtype=bool)
    members: Flags = np.concatenate([scored.members, nobody])[places]
    return members


def item_prices(prices: PriceList, draws: Any) -> Floats:
    """Return the price of each item under each draw.

    `draws` is a DataFrame with a column for each item that varies, or an array with a column for
    each variable, in order; what is owned stays free, and what is not named keeps its price.
    """
    named = hasattr(draws, "columns")
    names = [str(name) for name in draws.columns] if named else list(prices.variables)
    try:
        values = np.asarray(draws, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise PriceError(f"draws is not a table of numbers ({error}).") from error
    if values.ndim != 2 or values.shape[1] != len(names):
        raise PriceError(
            f"draws has the shape {values.shape}; give a row for each price list and a column for "
            f"each of the {len(names)} variables, or a DataFrame with a column for each item."
        )
    if not np.isfinite(values).all() or (values < 0).any():
        raise PriceError("draws has a price that is negative or not finite.")
    place = {item.name: i for i, item in enumerate(prices.items) if not item.owned}
    known = {item.name for item in prices.items}
    for name in names:
        if name not in known or names.count(name) > 1:
            raise PriceError(f"draws has a column {name!r} that is unknown or stands twice.")
    drawn = np.tile(prices.item_prices, (len(values), 1))
    for column, name in enumerate(names):
        if name in place:
            drawn[:, place[name]] = values[:, column]
    with np.errstate(over="ignore"):
        check_total(drawn.sum(axis=1), "draws")
    return drawn
