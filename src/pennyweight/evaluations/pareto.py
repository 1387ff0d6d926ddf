"""Non-dominated points, and the area under their staircase."""

import numpy as np
from numpy.typing import ArrayLike

from pennyweight.arrays import Rows


def front(costs: ArrayLike, scores: ArrayLike) -> Rows:
    """Return the positions of the points that no other point makes pointless, cheapest first.

    A point is dropped when another costs no more and scores no less; of equal points the first
    one stays.

    >>> front(costs=[3, 1, 2, 2], scores=[0.9, 0.5, 0.5, 0.8])
    array([1, 3, 0])
    """
    costs, scores = np.asarray(costs, dtype=float), np.asarray(scores, dtype=float)
    order = np.lexsort((np.arange(costs.size), -scores, costs))
    best_before = np.maximum.accumulate(np.concatenate(([-np.inf], scores[order])))[:-1]
    return order[scores[order] > best_before]


def front_of_two_costs(costs: ArrayLike, others: ArrayLike, scores: ArrayLike) -> Rows:
    """Return the positions of the points that no other makes pointless in two costs and a score.

    >>> front_of_two_costs(costs=[1, 2, 2], others=[9, 1, 9], scores=[0.5, 0.5, 0.5])
    array([0, 1])
    """
    table = np.column_stack([costs, others, -np.asarray(scores, dtype=float)]).astype(float)
    kept: list[int] = []
    for place in np.lexsort((np.arange(len(table)), *table.T[::-1])):
        if not (table[kept] <= table[place]).all(axis=1).any():
            kept.append(int(place))
    return np.array(kept, dtype=np.intp)


def area(costs: ArrayLike, scores: ArrayLike, full_cost: float) -> float:
    """Return the area under a staircase, its costs divided by the full cost.

    Each score holds from its own cost up to the next one, the last up to the full cost; to the left
    of the cheapest point the staircase is zero. When everything is free, it is the last score.

    >>> area(costs=[2, 5], scores=[0.5, 0.9], full_cost=10)
    0.6
    """
    costs, scores = np.asarray(costs, dtype=float), np.asarray(scores, dtype=float)
    if not costs.size:
        return 0.0
    if full_cost == 0:
        return float(scores[-1])
    widths = np.diff(np.append(costs, full_cost)) / full_cost
    return float(widths @ scores)
