"""Remove what saves most."""

from dataclasses import dataclass

from pennyworth.sequences.context import SearchContext
from pennyworth.sequences.removal import removal_path
from pennyworth.subsets import Subset


@dataclass(kw_only=True)
class CostSequence:
    """Start with all variables and remove the one whose removal saves most, again and again.

    Of those that save equally much, the one that is dearest alone goes first: so a variable that is
    computed from others goes before the others, whose removal saves nothing while it is there.

    Parameters
    ----------
    min_variables : int
        Stop with so many.
    """

    min_variables: int = 1
    name = "cost"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets."""
        alone = [search.prices.cost([variable]) for variable in search.problem.full]

        def saves_most(subset: Subset) -> int:
            removable = search.removable(subset)
            saved = dict(zip(removable, search.savings(subset).tolist(), strict=True))
            return max(removable, key=lambda variable: (saved[variable], alone[variable]))

        search.evaluate(removal_path(search, saves_most, self.min_variables))
