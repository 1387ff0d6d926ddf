"""Fit any scikit-learn estimator and score it, with row weights where there are some."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from sklearn.pipeline import Pipeline
from sklearn.utils.validation import has_fit_parameter

from pennyweight.arrays import Labels, Rows, Weights
from pennyweight.exceptions import EvaluationError
from pennyweight.problem import WEIGHT, Problem, gets, is_routed

Scorer: TypeAlias = Callable[..., float]


def fit(estimator: Any, X: Any, y: Labels, weights: Weights) -> Any:
    """Fit an estimator; the last step of a pipeline gets the weights, or the steps that ask."""
    if weights is None or not gets(estimator, "fit", WEIGHT):
        return estimator.fit(X, y)
    name = WEIGHT if is_routed() else prefix(estimator) + WEIGHT
    return estimator.fit(X, y, **{name: weights})


def score(scorer: Scorer, model: Any, X: Any, y: Labels, weights: Weights) -> float:
    """Score a fitted model."""
    unweighted = weights is None or not gets(scorer, "score", WEIGHT)
    given = {} if unweighted else {WEIGHT: weights}
    found = scorer(model, X, y, **given)
    try:
        return float(found)
    except (TypeError, ValueError) as error:
        raise EvaluationError(
            f"the scoring returned {found!r}; it must return one number."
        ) from error


def score_rows(problem: Problem, scorer: Scorer, model: Any, X: Any, rows: Rows) -> float:
    """Score a fitted model on some rows of a problem, whose table is given."""
    return score(scorer, model, X, problem.y[rows], problem.weights_of(rows))


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
    """Refuse weights that would be ignored; where metadata are routed, all say what they want."""
    if is_routed():
        return
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
