"""What sequences that remove one variable at a time have in common."""

from collections.abc import Callable, Iterator

from pennyworth.subsets import Subset, without


def removal_path(
    start: Subset, choose: Callable[[Subset], int], min_variables: int
) -> Iterator[Subset]:
    """Yield the start, then what is left after removing the variable that `choose` picks."""
    subset = start
    yield subset
    while len(subset) > max(1, min_variables):
        subset = without(subset, choose(subset))
        yield subset
