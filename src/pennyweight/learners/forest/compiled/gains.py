"""How much each cut of a candidate column gains: the fall in Gini impurity or in variance."""

from typing import Any

from numba import float64, int64, njit, uint64

from pennyweight.learners.forest.compiled.bits import (
    class_gains,
    equal_mask,
    largest_of,
    trailing_zeros,
)
from pennyweight.learners.forest.compiled.histogram import field
from pennyweight.learners.forest.compiled.memory import MANY_CLASSES, REGRESSION, n_statistics
from pennyweight.learners.forest.compiled.numbers import BINS, INLINE, INNER, M32, U0, U1, U8


@njit(**INLINE)
def of_two(weight_left: Any, sum_left: Any, weight: Any, total: Any) -> Any:
    """Return the gain for two classes (sums of zeros and ones) or for a numeric target.

    Up to a constant this is weight * variance before, minus after; integers stay exact in it.
    """
    difference = sum_left * weight - weight_left * total
    return difference * difference / (weight_left * (weight - weight_left))


@njit(**INLINE)
def score_cuts(kind: Any, running: Any, n: Any, fields: Any, weight: Any, s: Any) -> None:
    """Set the gain of the first n cuts; cut i has the first i + 1 occurring bins on its left.

    What is set for the cuts after them, up to a multiple of eight, means nothing.
    """
    gain, node = s.gain, s.floats
    n = ((n + U8 - U1) // U8) * U8
    if len(kind) == REGRESSION:
        total = node[1]
        for i in range(n):
            left = float64(int64(uint64(running[i]) & M32))
            gain[i] = of_two(left, float64(int64(running[BINS + uint64(i)])), weight, total)
    elif len(kind) == MANY_CLASSES or (len(kind) > 2 and fields.n_words > U1):
        score_classes(running, n, fields, weight, s)
    else:
        class_gains(kind, running, int64(n), int64(fields.bits), node, weight, gain)


@njit(**INNER)
def score_classes(running: Any, n: Any, fields: Any, weight: Any, s: Any) -> None:
    """Do the same for classes in any number of words, one class after the other."""
    left, lefts, rights = s.weight_left, s.squares_left, s.squares_right
    for i in range(n):
        left[i], lefts[i], rights[i] = 0.0, 0.0, 0.0
    for c in range(len(s.floats)):
        for i in range(n):
            count = float64(int64(field(running, uint64(i), uint64(c), fields)))
            rest = s.floats[c] - count
            left[i] += count
            lefts[i] += count * count
            rights[i] += rest * rest
    for i in range(n):
        right = weight - left[i]
        s.gain[i] = (lefts[i] * right + rights[i] * left[i]) / (left[i] * right)


@njit(**INLINE)
def forbid_small(
    kind: Any, running: Any, n: Any, fields: Any, rows: Any, least: Any, s: Any
) -> None:
    """Give cuts that leave too few rows on a side no gain at all."""
    for i in range(n):
        if len(kind) == REGRESSION:
            left = int64(uint64(running[i]) >> uint64(32))
        else:
            left = int64(field(running, uint64(i), uint64(n_statistics(kind, s.node)), fields))
        if left < least or rows - left < least:
            s.gain[i] = -1.0


@njit(**INLINE)
def best_of(gain: Any, n: Any) -> Any:
    """Return the largest gain and the first cut that has it."""
    largest = largest_of(gain, int64(n))
    start = U0
    mask = equal_mask(gain, int64(start), largest)
    while mask == U0:
        start += U8
        mask = equal_mask(gain, int64(start), largest)
    return largest, start + trailing_zeros(mask)
