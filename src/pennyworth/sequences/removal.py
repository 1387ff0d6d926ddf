"""What sequences that remove one variable at a time have in common."""

from collections.abc import Callable, Iterator

from pennyworth.sequences.context import SearchContext
from pennyworth.subsets import Subset, without


def removal_path(
    search: SearchContext, choose: Callable[[Subset], int], min_variables: int
) -> Iterator[Subset]:
    """Yield all variables, then what is left after removing the one that `choose` picks."""
    subset = search.full
    yield subset
    while len(subset) > max(1, min_variables) and search.removable(subset):
        subset = without(subset, choose(subset))
        yield subset
