"""What a variable is worth at a budget."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pennyweight.arrays import Flags, Floats
from pennyweight.evaluations import EvaluationTable
from pennyweight.prices import PriceList, rounded, total_prices


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The highest price at which a variable still belongs in the best model for a budget.

    Parameters
    ----------
    variable : str
        The variable; or the item that variables share, which belongs in a model that needs it.
    budget : float
        The budget.
    price : float
        What it costs now.
    worth : float or None
        The highest price at which it belongs in the best model (from there on, another model is
        better, or as good and no dearer); None: it belongs at no price.
    score : float or None
        The score of the best model for the budget as prices are; None: nothing can be paid for.
    score_without : float or None
        The score of the best model for the budget without the variable; None likewise.
    """

    variable: str
    budget: float
    price: float
    worth: float | None
    score: float | None
    score_without: float | None

    def to_frame(self) -> pd.DataFrame:
        """Return the answer as a table of one row.

        Returns
        -------
        DataFrame
            A single row.
        """
        return pd.DataFrame({name: [getattr(self, name)] for name in self.__dataclass_fields__})


def worth(scored: EvaluationTable, prices: PriceList, name: str, budget: float) -> Worth:
    """Find the worth of a variable or a shared item, exactly, from the evaluations at hand."""
    item = next(i for i, listed in enumerate(prices.items) if listed.name == name)
    needs = prices.items_needed(scored.members)
    others = np.where(np.arange(len(prices.items)) == item, 0, prices.item_prices)
    rest, costs = (total_prices(needs, each) for each in (others, prices.item_prices))
    is_shared = name not in prices.variables
    has = needs[:, item] if is_shared else scored.members[:, prices.variables.index(name)]
    return Worth(
        variable=name,
        budget=budget,
        price=prices.items[item].to_pay,
        worth=_highest_price(scored.merits, rest, needs[:, item], has, budget),
        score=_best_score(scored, costs, costs <= budget),
        score_without=_best_score(scored, costs, (costs <= budget) & ~has),
    )


def _best_score(scored: EvaluationTable, costs: Floats, allowed: Flags) -> float | None:
    best = _first_best(scored.merits, costs, allowed)
    return None if best is None else float(scored.scores[best])


def _highest_price(
    merits: Floats, rest: Floats, needs: Flags, has: Flags, budget: float
) -> float | None:
    """Return the highest price p at which the best subset within the budget has the variable.

    Subsets that need the variable's item cost rest + p, the others rest. As p falls, the former
    come within the budget one by one, in the order of rest, and the best of the latter stays the
    same. So it is enough to walk once through the former.
    """
    rival = _first_best(merits, rest, ~needs & (rest <= budget))
    order = np.flatnonzero(needs)[np.lexsort((-merits[needs], rest[needs]))]
    nexts = np.append(rest[order], np.inf)[1:]
    leader: int | None = None
    for place, next_rest in zip(order.tolist(), nexts.tolist(), strict=True):
        if rest[place] > budget:
            break
        if leader is None or merits[place] > merits[leader]:
            leader = place
        if rest[place] == next_rest or not has[leader]:
            continue
        highest, lowest = budget - rest[place], budget - next_rest
        if rival is not None and merits[leader] <= merits[rival]:
            # Equally good: the cheaper one wins, and up to this price that is the leader.
            highest = min(highest, rest[rival] - rest[leader])
            if merits[leader] < merits[rival] or highest <= lowest or highest < 0:
                continue
            if highest == 0 and rest[rival] == rest[leader] and rival < leader:
                continue
        return float(rounded(highest))
    return None


def _first_best(merits: Floats, rest: Floats, allowed: Flags) -> int | None:
    if not allowed.any():
        return None
    places = np.flatnonzero(allowed)
    return int(places[np.lexsort((places, rest[places], -merits[places]))[0]])
