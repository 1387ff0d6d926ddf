"""Compiled loops of the L1 logistic path: probabilities, derivatives and a quadratic's minimum.

Coefficients are numbered class by class, the same columns in each. Two classes have one set of
coefficients, the second's; the first one's score is 0.
"""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pennyweight.arrays import Floats, Rows
from pennyweight.files import caches

MOST_HALVINGS = 30
MOST_ROUNDS = 20
MOST_SWEEPS = 32
# The least share of a diagonal element that is left to divide by.
LEAST_REST = 1e-12
# A step must bring this share of what the slope at its beginning promises.
SOME = 1e-4
# On the curvature's diagonal, for each unit of weight: columns may repeat each other.
RIDGE = 1e-9
# The share of a loss that it may seem to grow by rounding alone.
ROUNDING = 1e-13
# So many rows of a few columns stay in the processor's cache.
BLOCK = 1024


class Data(NamedTuple):
    """What the models are fitted to: a line of numbers for every column, of ones at last.

    `member` has a line of zeros and ones for every class, or one for the second of two.
    """

    columns: Floats
    member: Floats
    weights: Floats


class Fit(NamedTuple):
    """A model, its scores and probabilities for every class and row, its loss and the gradient."""

    coefficients: Floats
    scores: Floats
    probabilities: Floats
    loss: float
    gradient: Floats


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    return caches.compiled(function, [Path(__file__)], {"nogil": True, **options})


@_compiled
def probabilities_and_loss(data: Data, scores: Floats) -> tuple[Floats, float]:
    """Return the classes' probabilities in every row, and the loss."""
    if len(scores) == 1:
        two: tuple[Floats, float] = _two_probabilities(data, scores)
        return two
    probabilities = np.empty(scores.shape)
    loss = 0.0
    for i in range(scores.shape[1]):
        top = scores[0, i]
        for k in range(1, len(scores)):
            top = max(top, scores[k, i])
        total, own = 0.0, 0.0
        for k in range(len(scores)):
            probabilities[k, i] = math.exp(scores[k, i] - top)
            total += probabilities[k, i]
            own += data.member[k, i] * scores[k, i]
        for k in range(len(scores)):
            probabilities[k, i] /= total
        loss += data.weights[i] * (top + math.log(total) - own)
    return probabilities, loss


@_compiled
def _two_probabilities(data: Data, scores: Floats) -> tuple[Floats, float]:
    """Return the second of two classes' probability in every row, and the loss."""
    probabilities = np.empty(scores.shape)
    loss = 0.0
    for i, score in enumerate(scores[0]):
        odds = math.exp(-abs(score))
        probabilities[0, i] = (1.0 if score > 0.0 else odds) / (1.0 + odds)
        own = data.member[0, i] * score
        loss += data.weights[i] * (max(score, 0.0) + math.log(1.0 + odds) - own)
    return probabilities, loss


@_compiled
def gradient_of(data: Data, probabilities: Floats) -> Floats:
    """Return the derivative of the loss by each coefficient."""
    n_columns = len(data.columns)
    gradient = np.empty(len(probabilities) * n_columns)
    residuals = np.empty(len(data.weights))
    for k in range(len(probabilities)):
        for i in range(len(residuals)):
            residuals[i] = data.weights[i] * (probabilities[k, i] - data.member[k, i])
        for j in range(n_columns):
            gradient[k * n_columns + j] = _dot(data.columns[j], residuals)
    return gradient


@partial(_compiled, fastmath=True)
def _dot(left: Floats, right: Floats) -> float:
    total = 0.0
    for i in range(len(left)):
        total += left[i] * right[i]
    return total


@_compiled
def _add(total: Floats, factor: float, values: Floats) -> None:
    for i in range(len(total)):
        total[i] += factor * values[i]


@_compiled
def fill_curvature(
    matrix: Floats, known: int, chosen: Rows, data: Data, probabilities: Floats
) -> None:
    """Fill in the loss's second derivatives by the coefficients that follow the known ones."""
    n_rows = len(data.weights)
    owners, places = chosen // len(data.columns), chosen % len(data.columns)
    for first in range(0, n_rows, BLOCK):
        rows = first, min(first + BLOCK, n_rows)
        for a in range(known, len(chosen)):
            for k in range(len(probabilities)):
                if not (owners[: a + 1] == k).any():
                    continue
                products = _products(data, probabilities, (owners[a], places[a], k), rows)
                for b in range(a + 1):
                    if owners[b] == k:
                        matrix[a, b] += _dot(products, data.columns[places[b], rows[0] : rows[1]])
    for a in range(known, len(chosen)):
        matrix[a, a] += RIDGE * data.weights.sum()
        for b in range(a):
            matrix[b, a] = matrix[a, b]


@_compiled
def _products(
    data: Data, probabilities: Floats, which: tuple[int, int, int], rows: tuple[int, int]
) -> Floats:
    """Return a column times the curvature between its class and another one, in some rows."""
    own, place, other = which
    first, last = rows
    weights, column = data.weights[first:last], data.columns[place, first:last]
    left, right = probabilities[own, first:last], probabilities[other, first:last]
    same = 1.0 if own == other else 0.0
    products = np.empty(last - first)
    for i in range(last - first):
        products[i] = weights[i] * left[i] * (same - right[i]) * column[i]
    return products


@_compiled
def minimise(matrix: Floats, limits: Floats, target: Floats, slope: Floats, enough: float) -> None:
    """Move the target to the minimum of a quadratic with this slope and a penalty together.

    Sweeps find which coefficients are zero; correlated ones then need a jump to their values.
    """
    sweeps = 2
    for _ in range(MOST_ROUNDS):
        for _ in range(sweeps):
            if _sweep(matrix, limits, target, slope) <= enough:
                return
        _jump(matrix, limits, target, slope)
        sweeps = min(2 * sweeps, MOST_SWEEPS)


@_compiled
def _sweep(matrix: Floats, limits: Floats, target: Floats, slope: Floats) -> float:
    """Put each coefficient where it is best given the others; return the most a slope changed."""
    most = 0.0
    for a in range(len(target)):
        pull = matrix[a, a] * target[a] - slope[a]
        best = math.copysign(max(abs(pull) - limits[a], 0.0), pull) / matrix[a, a]
        change = best - target[a]
        if change != 0.0:
            target[a] = best
            _add(slope, change, matrix[a])
            most = max(most, abs(change) * matrix[a, a])
    return most


@_compiled
def _jump(matrix: Floats, limits: Floats, target: Floats, slope: Floats) -> None:
    """Go to the minimum for the present signs, or as far on the way as no sign changes."""
    free = np.array([a for a in range(len(target)) if target[a] != 0.0 or limits[a] == 0.0])
    change = _way_to_minimum(matrix, limits, target, slope, free)
    length, stopped = 1.0, -1
    for i in range(len(free)):
        now = target[free[i]]
        if limits[free[i]] > 0.0 and now * (now + length * change[i]) < 0.0:
            length, stopped = -now / change[i], i
    for i in range(len(free)):
        target[free[i]] += length * change[i]
        _add(slope, length * change[i], matrix[free[i]])
    if stopped >= 0:
        target[free[stopped]] = 0.0


@_compiled
def _way_to_minimum(
    matrix: Floats, limits: Floats, target: Floats, slope: Floats, free: Rows
) -> Floats:
    """Return how far the free coefficients are from their minimum, by Cholesky's factor."""
    factor, way = np.empty((len(free), len(free))), np.empty(len(free))
    for i in range(len(free)):
        a = free[i]
        line = factor[i]
        for j in range(i):
            product = _dot(line[:j], factor[j, :j])
            line[j] = (matrix[a, free[j]] - product) / factor[j, j]
        # Columns may repeat each other, and then rounding can leave less than nothing.
        rest = max(matrix[a, a] - _dot(line[:i], line[:i]), LEAST_REST * matrix[a, a])
        line[i] = math.sqrt(rest)
        gap = -slope[a] - math.copysign(limits[a], target[a])
        way[i] = (gap - _dot(line[:i], way[:i])) / line[i]
    for i in range(len(free) - 1, -1, -1):
        way[i] /= factor[i, i]
        _add(way[:i], -way[i], factor[i, :i])
    return way


@_compiled
def moved(data: Data, fit: Fit, chosen: Rows, target: Floats, limits: Floats) -> Fit:
    """Return the model at the target, or so near to the old one that the objective falls."""
    direction = _direction(data, fit, chosen, target)
    length, promise = 1.0, 0.0
    for a in range(len(chosen)):
        promise += (target[a] - fit.coefficients[chosen[a]]) * fit.gradient[chosen[a]]
    for _ in range(MOST_HALVINGS):
        coefficients = fit.coefficients.copy()
        growth = 0.0
        for a in range(len(chosen)):
            old = coefficients[chosen[a]]
            coefficients[chosen[a]] = old + length * (target[a] - old)
            growth += limits[a] * (abs(coefficients[chosen[a]]) - abs(old))
        scores = fit.scores.copy()
        for k in range(len(scores)):
            _add(scores[k], length, direction[k])
        probabilities, loss = probabilities_and_loss(data, scores)
        if loss - fit.loss + growth <= SOME * (length * promise + growth) + ROUNDING * fit.loss:
            return Fit(coefficients, scores, probabilities, loss, gradient_of(data, probabilities))
        length /= 2
    return fit


@_compiled
def _direction(data: Data, fit: Fit, chosen: Rows, target: Floats) -> Floats:
    """Return how much every row's scores change on the way to the target."""
    direction = np.zeros(data.member.shape)
    for a in range(len(chosen)):
        change = target[a] - fit.coefficients[chosen[a]]
        if change != 0.0:
            own, place = divmod(chosen[a], len(data.columns))
            _add(direction[own], change, data.columns[place])
    return direction
