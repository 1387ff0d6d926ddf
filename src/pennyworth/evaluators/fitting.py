"""Fit any scikit-learn estimator and score it, with row weights where there are some."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from sklearn.pipeline import Pipeline
from sklearn.utils.validation import has_fit_parameter

from pennyworth.arrays import Labels, Weights
from pennyworth.exceptions import EvaluationError

Scorer: TypeAlias = Callable[..., float]
WEIGHT = "sample_weight"


def fit(estimator: Any, X: Any, y: Labels, weights: Weights) -> Any:
    """Fit an estimator; the last step of a pipeline gets the weights."""
    if weights is None:
        return estimator.fit(X, y)
    return estimator.fit(X, y, **{prefix(estimator) + WEIGHT: weights})


def score(scorer: Scorer, model: Any, X: Any, y: Labels, weights: Weights) -> float:
    """Score a fitted model."""
    given = {} if weights is None else {WEIGHT: weights}
    found = scorer(model, X, y, **given)
    try:
        return float(found)
    except (TypeError, ValueError) as error:
        raise EvaluationError(
            f"the scoring returned {found!r}; it must return one number."
        ) from error


def final_step(estimator: Any) -> Any:
    """Return the estimator that predicts: the last step of a pipeline, or the estimator itself."""
    return final_step(estimator.steps[-1][1]) if isinstance(estimator, Pipeline) else estimator


def prefix(estimator: Any) -> str:
    """Return what stands before a parameter's name to reach the final step."""
    if not isinstance(estimator, Pipeline):
        return ""
    name, step = estimator.steps[-1]
    return f"{name}__{prefix(step)}"


def check_weights(estimators: Mapping[str, Any], scorers: Iterable[Scorer]) -> None:
    """Refuse weights that would be ignored."""
    for name, estimator in estimators.items():
        if not has_fit_parameter(final_step(estimator), WEIGHT):
            raise ValueError(
                f"sample_weight was given, but the estimator {name!r} "
                f"({type(final_step(estimator)).__name__}) cannot use weights; leave them out."
            )
    for scorer in scorers:
        if WEIGHT not in inspect.signature(scorer).parameters:
            raise ValueError(
                f"sample_weight was given, but the scoring {scorer!r} takes no sample_weight; "
                "make it with sklearn.metrics.make_scorer, or leave the weights out."
            )
