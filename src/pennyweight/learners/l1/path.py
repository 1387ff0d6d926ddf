"""The L1 path: from the strongest penalty to the weakest, which variables have a coefficient."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, lasso_path

from pennyweight.arrays import Floats, Labels, Weights
from pennyweight.learners.l1.loops import Data
from pennyweight.learners.l1.solver import follow_path


def logistic_path(
    matrix: Floats, y: Labels, weights: Weights, steps: Floats, *, tolerance: float
) -> Iterator[Any]:
    """Yield logistic regressions (binomial or multinomial), one for each penalty.

    The penalties are `steps` times the smallest one that leaves no variable in; the steps go down.
    The gradient of the loss misses its optimum by at most `tolerance` times the penalty.
    """
    classes, member = _membership(y)
    share = np.ones(len(y)) if weights is None else np.array(weights, dtype=float)
    penalties = _strongest_penalty(matrix, member, share) * np.asarray(steps, dtype=float)
    columns = np.ascontiguousarray(np.vstack([matrix.T, np.ones(len(y))]), dtype=float)
    data = Data(columns, member[1:] if len(classes) == 2 else member, share)
    path = follow_path(data, penalties, tolerance)
    for penalty, (coefficients, n_steps) in zip(penalties, path, strict=True):
        model = LogisticRegression(C=1 / penalty, l1_ratio=1.0, solver="saga", tol=tolerance)
        intercepts = coefficients[:, -1]
        model.classes_, model.n_features_in_ = classes, matrix.shape[1]
        model.coef_, model.n_iter_ = coefficients[:, :-1].copy(), np.array([n_steps])
        # Probabilities do not change when all intercepts do; scikit-learn's add up to zero.
        model.intercept_ = intercepts - (intercepts.mean() if len(classes) > 2 else 0.0)
        yield model


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


def _membership(y: Labels) -> tuple[Labels, Floats]:
    """Return the classes, and for each of them which rows are in it, as zeros and ones."""
    classes, codes = np.unique(y, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(
            f"A logistic regression needs rows of two classes or more; all {len(y)} rows are of "
            f"class {classes[0]!r}. Add rows of another class."
        )
    return classes, (codes == np.arange(len(classes))[:, None]).astype(float)


def _strongest_penalty(matrix: Floats, member: Floats, share: Floats) -> float:
    """Return the largest slope of the log-likelihood at the model with intercepts only."""
    residuals = member - np.average(member, axis=1, weights=share)[:, None]
    largest = float(np.abs((residuals * share) @ matrix).max())
    return largest if largest > 0 else 1.0
