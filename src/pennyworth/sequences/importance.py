"""Remove the least important variable first."""

from dataclasses import dataclass

from pennyworth.sequences.context import SearchContext
from pennyworth.sequences.removal import removal_path
from pennyworth.subsets import Subset


@dataclass(kw_only=True)
class ImportanceSequence:
    """Start with all variables and remove the least important one, again and again.

    Parameters
    ----------
    min_variables : int
        Stop with so many.
    """

    min_variables: int = 1
    name = "importance"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets."""
        importances = search.importances

        def least_important(subset: Subset) -> int:
            return min(search.removable(subset), key=lambda variable: importances[variable])

        search.evaluate(removal_path(search, least_important, self.min_variables))
