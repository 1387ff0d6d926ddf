"""Remove variables at random."""

from dataclasses import dataclass

from pennyweight.sequences.context import SearchContext
from pennyweight.sequences.removal import removal_path
from pennyweight.subsets import Subset, without


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

        def drop_one(subset: Subset) -> Subset:
            return without(subset, int(search.rng.choice(search.removable(subset))))

        for _ in range(self.draws):
            search.evaluate(removal_path(search, drop_one, self.min_variables))
