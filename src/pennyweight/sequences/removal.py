"""What sequences that remove one variable at a time have in common."""

from collections.abc import Callable, Iterator

from pennyweight.sequences.context import SearchContext
from pennyweight.subsets import Subset


def removal_path(
    search: SearchContext,
    remove: Callable[[Subset], Subset],
    min_variables: int,
    start: Subset = (),
) -> Iterator[Subset]:
    """Yield all variables, then what `remove` leaves of them, as long as enough are left.

    From all of them the path goes on with `start`, if that is given.
    """
    subset = search.full
    yield subset
    if start and start != subset:
        subset = start
        yield subset
    while len(subset) > max(1, min_variables) and search.removable(subset):
        subset = remove(subset)
        if len(subset) < max(1, min_variables):
            return
        yield subset
