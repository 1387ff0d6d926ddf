"""L1-penalised logistic regressions along a path of penalties.

At every penalty, Newton steps: the loss is replaced by a quadratic on the coefficients that are,
or should be, other than zero, and that is minimised. The curvature of the quadratic costs most, so
it is kept, from one penalty to the next as well, for as long as its steps still help.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pennyweight.arrays import Floats, Rows
from pennyweight.learners.l1.loops import (
    Data,
    Fit,
    fill_curvature,
    gradient_of,
    minimise,
    moved,
    probabilities_and_loss,
)

MOST_STEPS = 100
# A step that leaves more than this share of the violation asks for a new curvature.
HELPFUL = 0.3
# A quadratic is minimised until its slopes change by less than this share of the violation.
EXACT = 0.1
# A class without weight has this share of it.
LEAST_SHARE = 1e-9


class Curvature(NamedTuple):
    """Second derivatives of the loss at given probabilities, for the chosen coefficients."""

    matrix: Floats
    chosen: Rows
    probabilities: Floats


def follow_path(data: Data, penalties: Floats, tolerance: float) -> Iterator[tuple[Floats, int]]:
    """Yield the coefficients at every penalty, a row for each class, and the number of steps.

    A class's last coefficient is its intercept, without penalty. No gradient misses its optimum by
    more than `tolerance` times the penalty, unless the steps run out first.
    """
    shape = len(data.member), len(data.columns)
    fit = _intercepts_only(data)
    curvature = _no_curvature(fit)
    for penalty in penalties:
        limits = np.full(shape, penalty)
        limits[:, -1] = 0.0
        fit, curvature, steps = _solve(data, fit, curvature, limits.ravel(), tolerance * penalty)
        yield fit.coefficients.reshape(shape), steps


def _intercepts_only(data: Data) -> Fit:
    """Return the model that predicts every class's share of the weight."""
    coefficients = np.zeros((len(data.member), len(data.columns)))
    shares = np.average(data.member, axis=1, weights=data.weights)
    shares = np.clip(shares, LEAST_SHARE, 1 - LEAST_SHARE)
    coefficients[:, -1] = np.log(shares / (1 - shares) if len(shares) == 1 else shares)
    scores = np.repeat(coefficients[:, -1:], len(data.weights), axis=1)
    probabilities, loss = probabilities_and_loss(data, scores)
    gradient = gradient_of(data, probabilities)
    return Fit(coefficients.ravel(), scores, probabilities, loss, gradient)


def _solve(
    data: Data, fit: Fit, curvature: Curvature, limits: Floats, tolerance: float
) -> tuple[Fit, Curvature, int]:
    """Step until the gradient is within its limits; return the number of steps as well."""
    before = np.inf
    for step in range(MOST_STEPS):
        violations = _violations(fit, limits)
        worst = violations.max()
        if worst <= tolerance:
            return fit, curvature, step
        if worst > HELPFUL * before:
            curvature = _no_curvature(fit)
        before = worst
        wanted = (fit.coefficients != 0) | (violations > 0)
        wanted[curvature.chosen] = False
        if wanted.any():
            curvature = _extended(curvature, data, np.flatnonzero(wanted))
        chosen, bounds = curvature.chosen, limits[curvature.chosen]
        target, slope = fit.coefficients[chosen], fit.gradient[chosen]
        minimise(curvature.matrix, bounds, target, slope, EXACT * worst)
        fit = moved(data, fit, chosen, target, bounds)
    return fit, curvature, MOST_STEPS


def _violations(fit: Fit, limits: Floats) -> Floats:
    """Return how far each coefficient's gradient is from where it is in the optimum."""
    outside = np.maximum(np.abs(fit.gradient) - limits, 0)
    off = np.abs(fit.gradient + np.copysign(limits, fit.coefficients))
    return np.where(fit.coefficients == 0, outside, off)


def _no_curvature(fit: Fit) -> Curvature:
    return Curvature(np.empty((0, 0)), np.empty(0, dtype=np.intp), fit.probabilities)


def _extended(curvature: Curvature, data: Data, entering: Rows) -> Curvature:
    """Return the curvature for more coefficients, at the same probabilities as before."""
    known = len(curvature.chosen)
    chosen = np.concatenate([curvature.chosen, entering])
    matrix = np.zeros((len(chosen), len(chosen)))
    matrix[:known, :known] = curvature.matrix
    fill_curvature(matrix, known, chosen, data, curvature.probabilities)
    return Curvature(matrix, chosen, curvature.probabilities)
