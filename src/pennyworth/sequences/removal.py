"""What sequences that remove one variable at a time have in common."""

from collections.abc import Callable, Iterator

from pennyworth.sequences.context import SearchContext
from pennyworth.subsets import Subset


def removal_path(
    search: SearchContext, remove: Callable[[Subset], Subset], min_variables: int
) -> Iterator[Subset]:
    """Yield all variables, then what `remove` leaves of them, as long as enough are left."""
    subset = search.full
    yield subset
    while len(subset) > max(1, min_variables) and search.removable(subset):
        subset = remove(subset)
        if len(subset) < max(1, min_variables):
            return
        yield subset
