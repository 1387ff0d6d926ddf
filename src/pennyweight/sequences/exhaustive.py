"""Every subset there is."""

from dataclasses import dataclass
from itertools import chain, combinations

from pennyweight.sequences.context import SearchContext


@dataclass(kw_only=True)
class ExhaustiveSequence:
    """Propose every subset, small ones first.

    Parameters
    ----------
    max_variables : int
        Refuse to start on data with more variables than this.
    min_variables : int
        Leave out subsets with fewer.
    """

    max_variables: int = 14
    min_variables: int = 1
    name = "exhaustive"

    def run(self, search: SearchContext) -> None:
        """Propose all subsets but the smallest.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        choosable = search.removable(search.full)
        n = len(choosable)
        if n > self.max_variables:
            raise ValueError(
                f"an exhaustive search over {n} variables would evaluate {2**n - 1:,} subsets, and "
                f"its limit is {self.max_variables} variables; use other sequences, or "
                f"ExhaustiveSequence(max_variables={n})."
            )
        smallest = max(0 if search.keep else 1, self.min_variables - len(search.keep))
        sizes = range(smallest, n + 1)
        subsets = chain.from_iterable(combinations(choosable, size) for size in sizes)
        search.evaluate((*search.keep, *subset) for subset in subsets)
