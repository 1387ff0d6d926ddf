"""Remove what saves most."""

from dataclasses import dataclass

from pennyweight.sequences.context import SearchContext
from pennyweight.sequences.removal import removal_path
from pennyweight.subsets import Subset


@dataclass(kw_only=True)
class CostSequence:
    """Start with all variables and remove the one whose removal saves most, again and again.

    Parameters
    ----------
    min_variables : int
        Stop with so many.
    """

    min_variables: int = 1
    name = "cost"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets."""

        def drop_what_saves_most(subset: Subset) -> Subset:
            dearest = search.removable(subset)[search.savings(subset).argmax()]
            return search.dropping(subset, dearest)

        search.evaluate(removal_path(search, drop_what_saves_most, self.min_variables))
