"""Remove the least important variable first."""

from dataclasses import dataclass

from pennyweight.sequences.context import SearchContext
from pennyweight.sequences.removal import removal_path
from pennyweight.subsets import Subset, without


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
        """Propose the nested subsets.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        importances = search.importances

        def drop_the_least(subset: Subset) -> Subset:
            least = min(search.removable(subset), key=lambda variable: importances[variable])
            return without(subset, least)

        search.evaluate(removal_path(search, drop_the_least, self.min_variables))
