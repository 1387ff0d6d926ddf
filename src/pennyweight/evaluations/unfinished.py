"""Scores of few trees beside those of many: what more trees would bring is added.

The law: with n trees, scores and merits are too low by about c / n, with a c for each estimator.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from pennyweight.arrays import Floats
from pennyweight.evaluations.evaluation import Evaluation

Gain = tuple[float, float]  # of a score and of a merit


def share_lacking(trees: int, more: int) -> float:
    """Return what a forest of some trees lacks of one with more, as a share of its c.

    >>> round(share_lacking(10, 40), 3)
    0.075
    """
    return 1 / trees - 1 / more


def lacking(evaluations: Sequence[Evaluation]) -> Floats:
    """Return what all trees would bring to each: a row with the gain in score, and in merit.

    That is what they brought to others of the same estimator that had as few once. Where none of
    its forests has all trees, those with some more tell.
    """
    brought, shares = _gains_by_trees(evaluations), _shares(evaluations)
    all_trees = _all_trees(evaluations)
    gains = []
    for e in evaluations:
        score, merit = 0.0, 0.0
        if e.provisional and e.trees and e.estimator in all_trees:
            score, merit = shares.get(e.estimator, (0.0, 0.0))
            short = share_lacking(e.trees, all_trees[e.estimator])
            score, merit = brought.get((e.estimator, e.trees), (short * score, short * merit))
        gains.append((score, merit))
    return np.array(gains, dtype=float).reshape(-1, 2)


def _all_trees(evaluations: Iterable[Evaluation]) -> dict[str, int]:
    """Return how many trees the forests of each estimator have, as far as that can be told.

    An estimator none of whose forests was grown in full was beaten by rivals that have as many
    trees; where several numbers can be meant, it is the smallest.
    """
    found: dict[str, int] = {}
    most: dict[str, int] = defaultdict(int)
    for e in evaluations:
        if e.trees and not e.provisional:
            found[e.estimator] = e.trees
        most[e.estimator] = max(most[e.estimator], e.trees or 0)
    totals = sorted(set(found.values()))
    for name, trees in most.items():
        if larger := [total for total in totals if total > trees]:
            found.setdefault(name, larger[0])
    return found


def _gains_by_trees(evaluations: Iterable[Evaluation]) -> dict[tuple[str, int], Gain]:
    """Return what all trees brought to forests that had so many before."""
    gains: dict[tuple[str, int], list[Gain]] = defaultdict(list)
    for e in evaluations:
        if not e.provisional:
            for trees, score, merit in e.rounds:
                gains[e.estimator, trees].append((e.score - score, e.merit - merit))
    return {key: _means(pairs) for key, pairs in gains.items()}


def _shares(evaluations: Iterable[Evaluation]) -> dict[str, Gain]:
    """Return c of each estimator that was grown further, for its scores and for its merits."""
    shares: dict[str, float] = defaultdict(float)
    gains: dict[str, list[Gain]] = defaultdict(list)
    for e in evaluations:
        if e.trees and e.rounds:
            trees, score, merit = e.rounds[0]
            shares[e.estimator] += share_lacking(trees, e.trees)
            gains[e.estimator].append((e.score - score, e.merit - merit))
    found = {}
    for name, pairs in gains.items():
        each = shares[name] / len(pairs)
        score, merit = _means(pairs)
        found[name] = score / each, merit / each
    return found


def _means(pairs: Sequence[Gain]) -> Gain:
    first, second = (math.fsum(values) / len(values) for values in zip(*pairs, strict=True))
    return first, second
