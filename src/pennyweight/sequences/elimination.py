"""Remove the least important variables, and ask again which are."""

from dataclasses import dataclass

import numpy as np

from pennyweight.sequences.context import SearchContext
from pennyweight.sequences.sampling import positive
from pennyweight.subsets import Subset


@dataclass(kw_only=True)
class EliminationSequence:
    """Remove what is least important for its price, with importances of the variables that stay.

    Parameters
    ----------
    power : float
        How much prices tell; 0: not at all.
    share : float
        The share of the variables to remove before asking again; at least one is.
    """

    power: float = 1.0
    share: float = 0.2
    name = "elimination"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        subset: Subset = search.full
        while subset:
            search.evaluate([subset])
            removable = search.removable(subset)
            if not removable or len(subset) == 1:
                return
            importances = positive(search.importances_of(subset)[list(removable)])
            worth = search.for_price(importances, search.savings(subset), self.power)
            order = np.argsort(worth, kind="stable")
            for place in order[: max(1, int(self.share * len(removable)))].tolist():
                subset = search.dropping(subset, removable[place])
