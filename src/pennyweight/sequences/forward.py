"""Add the variable that gains most for its price."""

from dataclasses import dataclass

import numpy as np

from pennyweight.sequences.context import SearchContext
from pennyweight.subsets import Subset


@dataclass(kw_only=True)
class ForwardSequence:
    """Start with nothing (or what must be kept) and add the best variable, again and again.

    The best one gains most per (what it adds to the cost) ** power. Each step tries every variable
    that is left, so that n variables take n * (n + 1) / 2 subsets.

    Parameters
    ----------
    power : float
        How much prices tell; 0: not at all.
    """

    power: float = 1.0
    name = "forward"

    def run(self, search: SearchContext) -> None:
        """Propose every addition, step by step.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        chosen: Subset = search.keep
        merit = _merit_of(search, chosen)
        while left := [v for v in search.full if v not in chosen]:
            found = search.evaluate((*chosen, variable) for variable in left)
            if not found:
                return
            costs = np.array([search.prices.cost(e.subset) for e in found])
            extra = costs - search.prices.cost(chosen)
            gains = np.array([e.merit for e in found]) - merit
            # A loss counts the more, the less it costs: per price, it would be the better bargain.
            worth = np.where(gains > 0, search.for_price(gains, extra, self.power), gains)
            best = found[int(np.argmax(worth))]
            chosen, merit = best.subset, best.merit


def _merit_of(search: SearchContext, chosen: Subset) -> float:
    """Return the merit to start from; of nothing, that of the worst variable alone."""
    if chosen:
        found = search.evaluate([chosen])
    else:
        found = search.evaluate((variable,) for variable in search.full)
    return min((evaluation.merit for evaluation in found), default=0.0)
