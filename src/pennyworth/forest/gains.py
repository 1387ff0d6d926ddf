"""How much each cut of a candidate column gains: the fall in Gini impurity or in variance."""

from typing import Any

from numba import float64, int64, njit, uint64

from pennyworth.forest.histogram import field
from pennyworth.forest.memory import MANY_CLASSES, REGRESSION, n_statistics
from pennyworth.forest.numbers import BINS, INLINE, INNER, M32, U0, U1


@njit(**INLINE)
def of_two(weight_left: Any, sum_left: Any, weight: Any, total: Any) -> Any:
    """Return the gain for two classes (sums of zeros and ones) or for a numeric target.

    Up to a constant this is weight * variance before, minus after; integers stay exact in it.
    """
    difference = sum_left * weight - weight_left * total
    return difference * difference / (weight_left * (weight - weight_left))


@njit(**INLINE)
def score_cuts(kind: Any, running: Any, n: Any, size: Any, weight: Any, s: Any) -> None:
    """Set the gain of the first n cuts; cut i has the first i + 1 occurring bins on its left."""
    gain, node = s.gain, s.floats
    if len(kind) == REGRESSION:
        total = node[1]
        for i in range(n):
            left = float64(int64(uint64(running[i]) & M32))
            gain[i] = of_two(left, float64(int64(running[BINS + uint64(i)])), weight, total)
    elif len(kind) == 2:
        bits = U1 << size
        mask = (U1 << bits) - U1
        ones = node[1]
        for i in range(n):
            word = uint64(running[i])
            left_ones = float64(int64((word >> bits) & mask))
            left = float64(int64(word & mask)) + left_ones
            gain[i] = of_two(left, left_ones, weight, ones)
    elif len(kind) == MANY_CLASSES:
        score_many_classes(running, n, size, weight, s)
    else:
        for i in range(n):
            left, lefts, rights = 0.0, 0.0, 0.0
            for c in range(len(kind)):
                count = float64(int64(field(running, uint64(i), uint64(c), size)))
                rest = node[c] - count
                left += count
                lefts += count * count
                rights += rest * rest
            gain[i] = lefts / left + rights / (weight - left)


@njit(**INNER)
def score_many_classes(running: Any, n: Any, size: Any, weight: Any, s: Any) -> None:
    """Do the same for any number of classes, one class after the other."""
    left, lefts, rights = s.weight_left, s.squares_left, s.squares_right
    for i in range(n):
        left[i], lefts[i], rights[i] = 0.0, 0.0, 0.0
    for c in range(len(s.floats)):
        for i in range(n):
            count = float64(int64(field(running, uint64(i), uint64(c), size)))
            rest = s.floats[c] - count
            left[i] += count
            lefts[i] += count * count
            rights[i] += rest * rest
    for i in range(n):
        s.gain[i] = lefts[i] / left[i] + rights[i] / (weight - left[i])


@njit(**INLINE)
def forbid_small(kind: Any, running: Any, n: Any, size: Any, rows: Any, least: Any, s: Any) -> None:
    """Give cuts that leave too few rows on a side no gain at all."""
    for i in range(n):
        if len(kind) == REGRESSION:
            left = int64(uint64(running[i]) >> uint64(32))
        else:
            left = int64(field(running, uint64(i), uint64(n_statistics(kind, s.node)), size))
        if left < least or rows - left < least:
            s.gain[i] = -1.0


@njit(**INLINE)
def best_of(gain: Any, n: Any) -> Any:
    """Return the largest gain and the first cut that has it."""
    largest = -1.0
    for i in range(n):
        largest = max(largest, gain[i])
    at = U0
    while at < uint64(n) and gain[at] != largest:
        at += U1
    return largest, at
