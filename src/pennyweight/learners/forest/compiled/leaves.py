"""What ends at a leaf: the votes for the rows that reached it."""

from typing import Any

import numpy as np
from numba import float64, int64, njit, uint64

from pennyweight.learners.forest.compiled.memory import REGRESSION, n_statistics
from pennyweight.learners.forest.compiled.nearby import name_of
from pennyweight.learners.forest.compiled.numbers import INLINE, U0, U32

ONE_VOTE = 1 << 20  # votes are integers, so that their sum does not depend on the order of trees


@njit(**INLINE)
def is_leaf(data: Any, limits: Any, entries: Any, node: Any, statistics: Any) -> Any:
    """Tell whether a node may not, or need not, be split."""
    n = int64(node.end - node.start)
    if node.depth >= limits.depth or n < limits.to_split or n < 2 * limits.in_leaf:
        return True
    if len(data.kind) == REGRESSION:
        first = data.target[entries[node.start] >> U32]
        for i in range(node.start, node.end):  # noqa: SIM110 - Numba knows no generators
            if data.target[entries[i] >> U32] != first:
                return False
        return True
    return is_pure(data.kind, statistics)[0]


@njit(**INLINE)
def is_pure(kind: Any, statistics: Any) -> Any:
    """Tell whether only one class occurs, and the last that does."""
    count, last = 0, U0
    for c in range(n_statistics(kind, statistics)):
        if statistics[c] > 0:
            count += 1
            last = uint64(c)
    return count == 1, last


@njit(**INLINE)
def vote(
    data: Any, statistics: Any, weight: Any, scored: Any, start: Any, end: Any, votes: Any
) -> None:
    """Add a leaf's class shares, or its mean and a count, to the votes for scored[start:end]."""
    if len(data.kind) == REGRESSION:
        mean = int64(np.rint(float64(statistics[1]) / weight))
        for i in range(start, end):
            votes[name_of(data, scored[i]), 0] += mean
            votes[name_of(data, scored[i]), 1] += 1
        return
    for c in range(n_statistics(data.kind, statistics)):
        share = uint64(np.rint(float64(statistics[c]) / weight * ONE_VOTE))
        if share:
            for i in range(start, end):
                votes[name_of(data, scored[i]), uint64(c)] += share


@njit(**INLINE)
def vote_if_pure(data: Any, statistics: Any, scored: Any, start: Any, end: Any, votes: Any) -> Any:
    """Let a child of one class vote at once, before its rows are moved; tell whether it did."""
    if len(data.kind) == REGRESSION:
        return False
    pure, only = is_pure(data.kind, statistics)
    if pure:
        for i in range(start, end):
            votes[name_of(data, scored[i]), only] += uint64(ONE_VOTE)
    return pure
