"""The L1 path: from the strongest penalty to the weakest, which variables have a coefficient."""

import copy
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, lasso_path

from pennyworth.arrays import Floats, Labels, Weights


def logistic_path(
    matrix: Floats, y: Labels, weights: Weights, steps: Floats, *, tolerance: float
) -> Iterator[Any]:
    """Yield logistic regressions (binomial or multinomial), each started from the one before.

    The penalties are `steps` times the smallest one that leaves no variable in.
    """
    strongest = _strongest_penalty(matrix, y, weights)
    model = LogisticRegression(
        l1_ratio=1.0, solver="saga", warm_start=True, tol=tolerance, max_iter=1000, random_state=0
    )
    for penalty in strongest * steps:
        model.set_params(C=1 / penalty)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(matrix, y, weights)
        yield copy.deepcopy(model)


def lasso_coefficients(
    matrix: Floats, y: Labels, weights: Weights, steps: Floats
) -> Iterator[Floats]:
    """Yield the coefficients of the lasso for a numeric target, at the same kind of steps."""
    share = np.ones(len(y)) if weights is None else weights / weights.mean()
    root = np.sqrt(share)
    weighted = (matrix - np.average(matrix, axis=0, weights=share)) * root[:, None]
    centred = (y - np.average(y, weights=share)) * root
    strongest = np.abs(weighted.T @ centred).max() / len(y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        _, coefficients, _ = lasso_path(weighted, centred, alphas=(strongest or 1.0) * steps)
    yield from coefficients.T


def _strongest_penalty(matrix: Floats, y: Labels, weights: Weights) -> float:
    """Return the largest slope of the log-likelihood at the model with intercepts only."""
    share = np.ones(len(y)) if weights is None else weights
    indicators = (y[:, None] == np.unique(y)).astype(float)
    residuals = indicators - np.average(indicators, axis=0, weights=share)
    largest = float(np.abs(matrix.T @ (residuals * share[:, None])).max())
    return largest if largest > 0 else 1.0
