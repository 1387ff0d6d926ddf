"""Every subset there is."""

from dataclasses import dataclass
from itertools import chain, combinations

from pennyworth.sequences.context import SearchContext


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
        """Propose all subsets but the smallest."""
        n_variables = len(search.full)
        if n_variables > self.max_variables:
            raise ValueError(
                f"an exhaustive search over {n_variables} variables would evaluate "
                f"{2**n_variables - 1:,} subsets, and its limit is {self.max_variables} variables; "
                f"use other sequences, or ExhaustiveSequence(max_variables={n_variables})."
            )
        sizes = range(max(1, self.min_variables), n_variables + 1)
        search.evaluate(chain.from_iterable(combinations(search.full, size) for size in sizes))
