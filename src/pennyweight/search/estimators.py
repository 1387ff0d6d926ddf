"""The estimators of a search: by name, with forests as the default."""

import warnings
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_regressor
from sklearn.compose import make_column_transformer
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.ensemble._forest import BaseForest
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, OrdinalEncoder
from sklearn.tree import BaseDecisionTree

from pennyweight.arrays import Labels, Weights
from pennyweight.evaluators import final_step, measure_of, why_not_out_of_bag
from pennyweight.learners import kind_for
from pennyweight.learners.forest import readable
from pennyweight.problem import (
    OUT_OF_BAG,
    WEIGHT,
    as_plain,
    asking_for_weights,
    categorical_columns,
    check_dates,
    gets,
    is_numeric,
    is_plain,
)
from pennyweight.search.default_estimators import default_forests

FORESTS = RandomForestClassifier, RandomForestRegressor
IN_SINGLE_PRECISION = BaseDecisionTree, BaseForest


def check_estimators(estimator: Any) -> None:
    """Refuse what is neither None, nor a classifier or regressor, nor a dict of one kind."""
    if estimator is None:
        return
    given = estimator if isinstance(estimator, Mapping) else {"estimator": estimator}
    if not given:
        raise ValueError("estimator is an empty dict; give at least one estimator by name.")
    for name, value in given.items():
        _check_estimator(name, value)
    if len({is_classifier(value) for value in given.values()}) > 1:
        raise ValueError("estimator mixes classifiers and regressors; give one kind.")


def are_classifiers(*given: Any) -> bool | None:
    """Tell whether the first that is given predicts classes; None where nothing is given."""
    for estimator in given:
        if estimator is not None:
            return bool(is_classifier(next(iter(named_estimators(estimator).values()))))
    return None


def named_estimators(estimator: Any, *, classification: bool = True) -> dict[str, Any]:
    """Return the estimators by name: forests for None, one estimator, or a dict of several."""
    if estimator is None:
        forests = default_forests(classification=classification)
        return {name: asking_for_weights(forest, "fit") for name, forest in forests.items()}
    if isinstance(estimator, Mapping):
        return dict(estimator)
    return {type(final_step(estimator)).__name__: estimator}


def named_finalists(finalists: Any, explorers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the finalists by name, which no explorer may have."""
    if finalists is None:
        return {}
    named = named_estimators(finalists)
    if is_classifier(next(iter(named.values()))) != is_classifier(next(iter(explorers.values()))):
        raise ValueError("estimator and finalists mix classifiers and regressors; give one kind.")
    for name in named.keys() & explorers.keys():
        raise ValueError(
            f"{name!r} is the name of an estimator and of a finalist; give the finalists as a dict "
            "with names of their own."
        )
    return named


def check_columns(estimators: Mapping[str, Any], X: Any) -> None:
    """Refuse columns that an estimator cannot read: dates, and numbers beyond what trees take."""
    if not all(isinstance(each, Pipeline) for each in estimators.values()):
        check_dates(X)
    if any(isinstance(each, IN_SINGLE_PRECISION) for each in estimators.values()):
        for column in range(X.shape[1]):
            if is_numeric(X, column):
                readable(X, column)


def with_learners(
    estimators: Mapping[str, Any], scorers: Collection[Any], y: Labels, weights: Weights
) -> dict[str, Any]:
    """Return those of the estimators that a learner stands in for while searching."""
    known = all(hasattr(scorer, "_score_func") or measure_of(scorer) for scorer in scorers)
    own = None if known else "what a scoring of your own may look at"
    if weights is not None and not all(gets(scorer, "score", WEIGHT) for scorer in scorers):
        own = "scores without the weights"
    reasons = {
        name: kind.why_not(estimator, y, weights) or own or _unweighted(estimator, weights)
        for name, estimator in estimators.items()
        if (kind := kind_for(estimator))
    }
    slower = {name: why for name, why in reasons.items() if why}
    for reason in dict.fromkeys(slower.values()):
        names = ", ".join(repr(name) for name, why in slower.items() if why == reason)
        warnings.warn(
            f"{names}: searched with scikit-learn's own forest, which is slower; "
            f"the compiled one does not know {reason}.",
            stacklevel=3,
        )
    return {name: estimators[name] for name, reason in reasons.items() if reason is None}


def _unweighted(estimator: Any, weights: Weights) -> str | None:
    return None if weights is None or gets(estimator, "fit", WEIGHT) else "trees without weights"


def with_encoding(estimator: Any, X: Any) -> Any:
    """Put a forest behind plain dtypes and encoded categories, where X needs them."""
    if not isinstance(estimator, FORESTS):
        return estimator
    steps: list[Any] = []
    if not is_plain(X):
        steps.append(FunctionTransformer(as_plain))
    if categorical_columns(X):
        encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan)
        steps.append(
            make_column_transformer((encoder, categorical_columns), remainder="passthrough")
        )
    return make_pipeline(*steps, estimator) if steps else estimator


def resolve_validation(
    validation: Any,
    estimators: Mapping[str, Any],
    learned: Iterable[str],
    groups: Labels | None,
    weights: Weights,
) -> Any:
    """Return how to validate: as asked; by default out of bag for forests, else None: by folds."""
    if validation is None:
        # An encoder in front of a forest has seen the rows that are out of the bags.
        safe = all(
            name in learned or final_step(estimator) is estimator
            for name, estimator in estimators.items()
        )
        return OUT_OF_BAG if safe and not _refusal(estimators, groups, weights) else None
    if isinstance(validation, str):
        if validation != OUT_OF_BAG:
            raise ValueError(
                f"validation={validation!r} is unknown; give 'oob', a number of folds, a share "
                "like 0.25, or a splitter."
            )
        if refusal := _refusal(estimators, groups, weights):
            raise ValueError(f"validation='oob' {refusal}; give a number of folds or a splitter.")
    return validation


def _refusal(estimators: Mapping[str, Any], groups: Labels | None, weights: Weights) -> str | None:
    """Return why rows cannot be scored out of bag, if they cannot."""
    if groups is not None:
        return "cannot keep groups together"
    if weights is not None and len(np.unique(weights[weights > 0])) > 1:
        return "leaves out the heavy rows, which are in every bag"
    reasons = {name: why_not_out_of_bag(estimator) for name, estimator in estimators.items()}
    return next((f"does not suit {n!r}: {why}" for n, why in reasons.items() if why), None)


def _check_estimator(name: Any, estimator: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"the estimators' names must be text; one is {name!r}.")
    try:
        fits = is_classifier(estimator) != is_regressor(estimator)
    except (AttributeError, TypeError):  # no estimator, or the class of one
        fits = False
    if not fits:
        raise TypeError(
            f"the estimator {name!r} is {estimator!r}, no classifier and no regressor; "
            "give one, or a dict of several by name."
        )
