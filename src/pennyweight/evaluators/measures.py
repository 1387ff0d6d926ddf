"""What common scorers average over rows, straight from the predicted numbers."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from sklearn.metrics import accuracy_score, brier_score_loss, log_loss, r2_score

from pennyweight.arrays import Floats, Labels, Weights
from pennyweight.evaluators.choosing import BrierScore
from pennyweight.evaluators.fitting import Scorer

Measure: TypeAlias = Callable[[Labels, Floats], Floats]


def accuracy(codes: Labels, shares: Floats) -> Floats:
    """Return 1 for rows whose likeliest class is the right one, else 0."""
    right: Floats = (shares.argmax(axis=1) == codes).astype(float)
    return right


def neg_log_loss(codes: Labels, shares: Floats) -> Floats:
    """Return the logarithm of the share of the right class."""
    of_right = shares[np.arange(len(codes)), codes]
    logarithms: Floats = np.log(np.maximum(of_right, np.finfo(float).eps))
    return logarithms


def neg_brier_score(codes: Labels, shares: Floats) -> Floats:
    """Return minus the squared distance of the shares from the right class.

    As in scikit-learn, two classes count half: the square of the one share's error.
    """
    errors = shares.copy()
    errors[np.arange(len(codes)), codes] -= 1.0
    distances: Floats = np.einsum("ij,ij->i", errors, errors)
    return -(0.5 if shares.shape[1] == 2 else 1.0) * distances


def r2(y: Labels, means: Floats, weights: Weights) -> float:
    """Return the share of the variance that is explained."""
    residual = np.average((y - means) ** 2, weights=weights)
    spread = np.average((y - np.average(y, weights=weights)) ** 2, weights=weights)
    return float(1 - residual / spread) if spread > 0 else float(residual == 0)


ROW_BY_ROW: Mapping[Any, Measure] = {
    (accuracy_score, 1, "predict"): accuracy,
    (log_loss, -1, "predict_proba"): neg_log_loss,
    (brier_score_loss, -1, "predict_proba"): neg_brier_score,
}


def measure_of(scorer: Scorer) -> Measure | None:
    """Return what a scorer averages over rows, if it takes no model to know it."""
    if isinstance(scorer, BrierScore):
        return neg_brier_score
    return ROW_BY_ROW.get(_key(scorer))


def _key(scorer: Scorer) -> Any:
    """Return what tells scikit-learn's plain scorers apart; None for any other."""
    if getattr(scorer, "_kwargs", None) != {}:
        return None
    return tuple(
        getattr(scorer, part, None) for part in ("_score_func", "_sign", "_response_method")
    )


def uses_predictions(scorer: Scorer) -> bool:
    """Tell whether a scorer looks at predicted classes or numbers, not at probabilities."""
    return getattr(scorer, "_response_method", None) == "predict"


def is_r2(scorer: Scorer) -> bool:
    """Tell whether a scorer is the share of the variance that is explained."""
    return bool(_key(scorer) == (r2_score, 1, "predict"))
