"""Draw candidate columns without replacement."""

from typing import Any

from numba import njit, uint64

from pennyweight.learners.forest.compiled.numbers import (
    GOLDEN,
    INLINE,
    INNER,
    U1,
    below,
    fraction,
    mixed,
)


@njit(**INLINE)
def draw(scratch: Any, weights: Any, seed: Any, taken: Any) -> Any:
    """Return the next candidate: all that are left are equally likely, or by their weights.

    Candidate number `taken` of a node depends on the node's seed alone.
    """
    order = scratch.order
    left = uint64(len(order)) - taken
    random = mixed(seed + (taken + U1) * GOLDEN)
    place = below(random, left) if len(weights) == 0 else by_weight(order, weights, random, left)
    last = left - U1
    column = order[place]
    order[place] = order[last]
    order[last] = column
    scratch.drawn[taken] = place
    return column


@njit(**INNER)
def by_weight(order: Any, weights: Any, random: Any, left: Any) -> Any:
    """Return a place in the order, drawn with probability proportional to its column's weight."""
    total = 0.0
    for i in range(left):
        total += weights[order[i]]
    short = total * fraction(random)
    for i in range(left - U1):
        short -= weights[order[i]]
        if short < 0:
            return uint64(i)
    return left - U1


@njit(**INLINE)
def put_back(scratch: Any, taken: Any) -> None:
    """Undo the draws of a node, so that the next one does not depend on it."""
    order = scratch.order
    last = uint64(len(order)) - taken
    for i in range(taken):
        place = scratch.drawn[taken - U1 - uint64(i)]
        column = order[last]
        order[last] = order[place]
        order[place] = column
        last += U1
