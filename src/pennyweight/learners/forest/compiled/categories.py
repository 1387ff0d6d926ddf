"""Categories become bins for each tree, in the order of the target among the rows in its bag.

A row out of the bag has no part in the order, so its own label cannot help to predict it.
"""

from typing import Any

import numpy as np
from numba import njit, uint64

from pennyweight.learners.forest.compiled.bootstrap import draw_bag
from pennyweight.learners.forest.compiled.caching import compiled
from pennyweight.learners.forest.compiled.memory import REGRESSION
from pennyweight.learners.forest.compiled.numbers import INNER, MISSING, mixed

MOST_RANKS = 255
POWER_STEPS = 50


@compiled
def order_categories(
    data: Any, sample: Any, seed: Any, times: Any, codes: Any, place: Any, weights: Any
) -> None:
    """Write the bins of one column of categories, `place` of the subset, for one tree.

    `weights` has a row for each category and a column for each statistic of the target.
    """
    draw_bag(mixed(seed), sample, times)
    weights[:] = 0.0
    for i in range(len(sample.train)):
        row, drawn = sample.train[i], float(times[i])
        if len(data.kind) == REGRESSION:
            weights[codes[row], 0] += drawn
            weights[codes[row], 1] += drawn * data.target[row]
        else:
            weights[codes[row], data.target[row]] += drawn
    position = ranks(positions(data.kind, weights), weights, len(data.kind) == REGRESSION)
    start = data.columns[place]
    for i in range(len(codes)):
        data.bins[start + uint64(i)] = position[codes[i]]


@njit(**INNER)
def positions(kind: Any, weights: Any) -> Any:
    """Return where categories stand: their means, or class shares along the main direction."""
    n = len(weights)
    totals, overall = np.zeros(n), weights.sum(axis=0)
    for i in range(n):
        totals[i] = weights[i, 0] if len(kind) == REGRESSION else weights[i].sum()
    found = np.zeros(n)
    if len(kind) == REGRESSION or weights.shape[1] == 2:
        for i in range(n):
            found[i] = weights[i, 1] / max(totals[i], 1.0)
        return found
    centred = np.zeros_like(weights)
    for i in range(n):
        if totals[i] > 0:
            centred[i] = weights[i] / totals[i] - overall / totals.sum()
    direction = main_direction(centred, totals)
    for i in range(n):
        found[i] = (centred[i] * direction).sum()
    return found


@njit(**INNER)
def main_direction(centred: Any, totals: Any) -> Any:
    """Return the first principal component of weighted rows, by repeated multiplication."""
    k = centred.shape[1]
    spread = np.zeros((k, k))
    for i in range(len(centred)):
        for a in range(k):
            for b in range(k):
                spread[a, b] += totals[i] * centred[i, a] * centred[i, b]
    largest = 0
    for a in range(k):
        if spread[a, a] > spread[largest, largest]:
            largest = a
    direction = spread[largest].copy()
    for _ in range(POWER_STEPS):
        longest = np.abs(direction).max()
        if longest == 0:
            return direction
        direction = direction / longest
        moved = np.zeros(k)
        for a in range(k):
            for b in range(k):
                moved[a] += spread[a, b] * direction[b]
        direction = moved
    return direction


@njit(**INNER)
def ranks(found: Any, weights: Any, regression: Any) -> Any:
    """Return the bin of each category: its rank, or with many categories its share of the rows.

    Those that the bag does not have are as good as missing. They share a bin: a place of their own,
    by the order of the table, could tell what the order of the table tells.
    """
    n = len(found)
    order = np.argsort(found, kind="mergesort")
    bins = np.zeros(n, np.uint8)
    total, before = 0.0, 0.0
    for i in range(n):
        total += weight_of(weights, i, regression)
    for place in range(n):
        i = order[place]
        if weight_of(weights, i, regression) == 0:
            bins[i] = MISSING
        elif n <= MOST_RANKS:
            bins[i] = place
        else:
            bins[i] = min(MOST_RANKS - 1, int(before / total * MOST_RANKS))
        before += weight_of(weights, i, regression)
    return bins


@njit(**INNER)
def weight_of(weights: Any, category: Any, regression: Any) -> Any:
    """Return how often a category is in the bag."""
    return weights[category, 0] if regression else weights[category].sum()
