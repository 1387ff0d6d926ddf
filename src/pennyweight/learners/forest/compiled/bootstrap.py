"""Which rows a tree learns from, and how often each."""

from typing import Any

import numpy as np
from numba import int64, njit, uint16, uint64

from pennyweight.learners.forest.compiled.caching import compiled
from pennyweight.learners.forest.compiled.histogram import packed
from pennyweight.learners.forest.compiled.memory import REGRESSION
from pennyweight.learners.forest.compiled.numbers import (
    GOLDEN,
    INLINE,
    INNER,
    M32,
    U0,
    U1,
    U32,
    below,
    fraction,
    mixed,
)


@compiled
def draw_bags(seed: Any, sample: Any, bags: Any) -> None:
    """Draw the bags of the first trees, since those of all subsets are the same."""
    for number in range(len(bags)):
        draw_bag(mixed(seed + uint64(number)), sample, bags[number])


@njit(**INLINE)
def take_bag(number: Any, seed: Any, sample: Any, times: Any) -> None:
    """Set how often each training row is in the bag of a tree."""
    if number < len(sample.bags):
        times[:] = sample.bags[number]
    else:
        draw_bag(mixed(seed + uint64(number)), sample, times)


@njit(**INLINE)
def draw_bag(seed: Any, sample: Any, times: Any) -> None:
    """Set how often each training row is drawn; every row is as likely, or by its share."""
    times[:] = uint16(0)
    if len(sample.shares):
        draw_by_shares(seed, sample, times)
        return
    n = uint64(len(times))
    for i in range(sample.draws >> 1):
        random = mixed(seed + (uint64(i) + U1) * GOLDEN)
        times[below(random, n)] += uint16(1)
        times[((random & M32) * n) >> U32] += uint16(1)
    if sample.draws & 1:
        times[below(mixed(seed), n)] += uint16(1)


@njit(**INNER)
def draw_by_shares(seed: Any, sample: Any, times: Any) -> None:
    """Draw rows with probabilities proportional to their shares."""
    for i in range(sample.draws):
        point = fraction(mixed(seed + (uint64(i) + U1) * GOLDEN))
        times[np.searchsorted(sample.shares, point, side="right")] += uint16(1)


@njit(**INLINE)
def enter_rows(data: Any, sample: Any, rows: Any, root: Any) -> Any:
    """List the rows drawn as entries, and the rows to score; set the statistics of the root.

    Return how many there are of both.
    """
    root[:] = 0
    n_entries, n_scored = U0, U0
    for i in range(len(sample.train)):
        row, times = uint64(sample.train[i]), uint64(rows.times[i])
        if len(data.kind) == REGRESSION:
            rows.entries[n_entries] = (row << U32) | times
            root[0] += int64(times)
            root[1] += int64(times) * int64(data.target[row])
        else:
            label = uint64(data.target[row])
            rows.entries[n_entries] = packed(data.kind, row, label, times)
            root[label] += int64(times)
        rows.scored[n_scored] = row
        drawn = uint64(times != U0)
        n_entries += drawn
        n_scored += (U1 - drawn) * sample.left_out
    for i in range(len(sample.extra)):
        rows.scored[n_scored + uint64(i)] = sample.extra[i]
    return n_entries, n_scored + uint64(len(sample.extra))
