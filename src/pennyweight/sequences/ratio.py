"""Remove what is least important for its price."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pennyweight.arrays import Floats
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
    name : str
        How the schedule calls it; "cost" is infinite power.
    """

    power: float = 1.0
    thinning: float = 1.0
    screened: bool = False
    min_variables: int = 1
    name: str = "ratio"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """

        def drop_the_least_for_its_price(subset: Subset) -> Subset:
            removable, dearness = search.removable(subset), search.savings(subset)
            if self.power < math.inf:
                importances = positive(search.importances[list(removable)])
                dearness = _log_priced(dearness, self.power) - np.log(importances)
            return search.dropping(subset, removable[np.argmax(dearness)])

        start = search.promising if self.screened else search.full
        path = removal_path(search, drop_the_least_for_its_price, self.min_variables, start)
        search.evaluate(thinned(path, self.thinning))


def _log_priced(savings: Floats, power: float) -> Floats:
    """Return the logarithms of savings ** power: zeros where nothing saves anything."""
    with np.errstate(divide="ignore"):
        logs = np.log(savings)
    tells = power > 0 and np.isfinite(logs).any()
    priced: Floats = power * logs if tells else np.zeros_like(logs)
    return priced


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
