"""Remove variables at random."""

from dataclasses import dataclass

from pennyworth.sequences.context import SearchContext
from pennyworth.sequences.removal import removal_path


@dataclass(kw_only=True)
class UniformSequence:
    """Start with all variables and remove one at random, again and again.

    Parameters
    ----------
    draws : int
        How many independent sequences to draw.
    min_variables : int
        Stop with so many.
    """

    draws: int = 1
    min_variables: int = 1
    name = "uniform"

    def run(self, search: SearchContext) -> None:
        """Propose the nested subsets of each draw."""
        for _ in range(self.draws):
            path = removal_path(
                search.full, lambda subset: int(search.rng.choice(subset)), self.min_variables
            )
            search.evaluate(path)
