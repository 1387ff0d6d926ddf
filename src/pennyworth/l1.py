"""The L1 path: from the strongest penalty to the weakest, which variables have a coefficient."""

import copy
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, lasso_path

from pennyworth.arrays import Floats, Labels, Weights


def logistic_path(matrix: Floats, y: Labels, weights: Weights, steps: Floats) -> Iterator[Any]:
    """Yield logistic regressions (binomial or multinomial), each started from the one before.

    The penalties are `steps` times the smallest one that leaves no variable in. A low tolerance is
    enough, as the path matters and not the last digit.
    """
    strongest = _strongest_penalty(matrix, y, weights)
    model = LogisticRegression(
        l1_ratio=1.0, solver="saga", warm_start=True, tol=1e-3, max_iter=200, random_state=0
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
    weighted, centred = matrix * root[:, None], (y - np.average(y, weights=share)) * root
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
