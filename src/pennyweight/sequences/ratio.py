"""Remove what is least important for its price."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pennyweight.sequences.context import SearchContext
from pennyweight.sequences.removal import removal_path
from pennyweight.sequences.sampling import positive
from pennyweight.subsets import Subset


@dataclass(kw_only=True)
class RatioSequence:
    """Remove the variable with the least importance per (what its removal saves) ** power.

    Parameters
    ----------
    power : float
        How much prices tell; 0: not at all, infinity: they alone do.
    thinning : float
        Propose only sets that are smaller than the one before by this factor; 1: all of them.
    screened : bool
        Of very many variables, start with those most important for their price.
    min_variables : int
        Stop with so many.
    """

    power: float = 1.0
    thinning: float = 1.0
    screened: bool = False
    min_variables: int = 1
    name = "ratio"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets."""
        importances = np.log(positive(search.importances))

        def drop_the_least_for_its_price(subset: Subset) -> Subset:
            removable = search.removable(subset)
            with np.errstate(divide="ignore"):
                savings = np.log(search.savings(subset))
            if self.power == math.inf:
                dearness = savings
            else:
                tells = self.power > 0 and np.isfinite(savings).any()
                priced = self.power * savings if tells else np.zeros_like(savings)
                dearness = priced - importances[list(removable)]
            return search.dropping(subset, removable[np.argmax(dearness)])

        start = search.promising if self.screened else search.full
        path = removal_path(search, drop_the_least_for_its_price, self.min_variables, start)
        search.evaluate(thinned(path, self.thinning))


def thinned(path: Iterable[Subset], factor: float) -> Iterator[Subset]:
    """Pass on the subsets that are smaller than the last one passed on by a factor.

    >>> [len(subset) for subset in thinned([tuple(range(n)) for n in range(18, 0, -1)], 1.35)]
    [18, 13, 9, 6, 4, 2, 1]
    """
    most = math.inf
    for subset in path:
        if len(subset) <= most:
            yield subset
            most = min(len(subset) / factor, len(subset) - 1)
