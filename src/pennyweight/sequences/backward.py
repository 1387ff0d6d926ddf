"""Remove the variable that is missed least for its price."""

import math
from dataclasses import dataclass

import numpy as np

from pennyweight.sequences.context import SearchContext
from pennyweight.subsets import Subset


@dataclass(kw_only=True)
class BackwardSequence:
    """Start with all variables and remove the one that is missed least, again and again.

    That is the one whose removal loses least per (what it saves) ** power. Each step tries every
    removal, so that n variables take about n * (n + 1) / 2 subsets.

    Parameters
    ----------
    power : float
        How much prices tell; 0: not at all.
    """

    power: float = 1.0
    name = "backward"

    def run(self, search: SearchContext) -> None:
        """Propose every removal, step by step.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        chosen: Subset = search.full
        merit = max((each.merit for each in search.evaluate([chosen])), default=math.inf)
        while removals := [search.dropping(chosen, v) for v in search.removable(chosen)]:
            found = search.evaluate(subset for subset in removals if subset)
            found = [each for each in found if len(each.subset) < len(chosen)]
            if not found:  # all are over the budget: what saves most comes nearest to it
                chosen = removals[int(search.savings(chosen).argmax())]
                continue
            costs = np.array([search.prices.cost(e.subset) for e in found])
            saved = search.prices.cost(chosen) - costs
            losses = merit - np.array([e.merit for e in found])
            regret = np.where(losses > 0, search.for_price(losses, saved, self.power), losses)
            best = found[int(np.argmin(regret))]
            chosen, merit = best.subset, best.merit
