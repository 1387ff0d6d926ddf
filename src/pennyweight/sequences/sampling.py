"""Remove variables at random, the unimportant and expensive ones sooner."""

from dataclasses import dataclass

import numpy as np

from pennyweight.arrays import Floats
from pennyweight.sequences.context import SearchContext
from pennyweight.sequences.removal import removal_path
from pennyweight.subsets import Subset, without


@dataclass(kw_only=True)
class SamplingSequence:
    """Remove variables with probability inverse to their normalised importance.

    The normalised importance of a variable is (importance / price) ** gamma; its price is what its
    removal saves, given what stays. A variable that costs nothing is removed last, and one that is
    of no use is treated as being of very little.

    Parameters
    ----------
    gamma : float
        How sharply importance and price tell; 0: not at all, any one is as likely.
    draws : int
        How many independent sequences to draw.
    min_variables : int
        Stop with so many.
    name : str
        How the schedule calls it; draws follow from it. "uniform" is a gamma of 0.
    """

    gamma: float = 0.1
    draws: int = 1
    min_variables: int = 1
    name: str = "sampling"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets of each draw.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """

        def drop_one(subset: Subset) -> Subset:
            removable = search.removable(subset)
            if self.gamma == 0:
                return without(subset, int(search.rng.choice(removable)))
            importances = positive(search.importances[list(removable)])
            inverse = (search.savings(subset) / importances) ** self.gamma
            drawn = removable[search.rng.choice(len(removable), p=_probabilities(inverse))]
            return search.dropping(subset, drawn)

        for _ in range(self.draws):
            search.evaluate(removal_path(search, drop_one, self.min_variables))


def positive(importances: Floats) -> Floats:
    """Lift importances that are zero or negative to the smallest number that tells."""
    return np.maximum(importances, np.finfo(float).eps)


def _probabilities(weights: Floats) -> Floats:
    shares = weights if weights.any() else np.ones_like(weights)
    probabilities: Floats = shares / shares.sum()
    return probabilities
