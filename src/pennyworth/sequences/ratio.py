"""Remove what is least important for its price."""

from dataclasses import dataclass

import numpy as np

from pennyworth.sequences.context import SearchContext
from pennyworth.sequences.removal import removal_path
from pennyworth.sequences.sampling import positive
from pennyworth.subsets import Subset


@dataclass(kw_only=True)
class RatioSequence:
    """Remove the variable with the least importance per unit of what its removal saves.

    Parameters
    ----------
    min_variables : int
        Stop with so many.
    """

    min_variables: int = 1
    name = "ratio"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets."""
        importances = positive(search.importances)

        def drop_the_least_for_its_price(subset: Subset) -> Subset:
            removable = search.removable(subset)
            price_of_importance = search.savings(subset) / importances[list(removable)]
            return search.dropping(subset, removable[np.argmax(price_of_importance)])

        search.evaluate(removal_path(search, drop_the_least_for_its_price, self.min_variables))
