"""The estimators of a search: by name, with a forest as the default."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_regressor
from sklearn.compose import make_column_transformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder

from pennyworth.columns import categorical_columns
from pennyworth.evaluators.fitting import final_step
from pennyworth.evaluators.out_of_bag import can_be_out_of_bag
from pennyworth.problem import OUT_OF_BAG

DEFAULT_FOLDS = 5


def named_estimators(estimator: Any, X: Any) -> dict[str, Any]:
    """Return the estimators by name: a forest for None, one estimator, or a dict of several."""
    if isinstance(estimator, Mapping):
        return _checked(estimator)
    chosen = default_forest(X) if estimator is None else estimator
    return {type(final_step(chosen)).__name__: chosen}


def default_forest(X: Any) -> Any:
    """Return a random forest, with the categories encoded as numbers where there are some."""
    forest = RandomForestClassifier()
    if not categorical_columns(X):
        return forest
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan)
    return make_pipeline(
        make_column_transformer((encoder, categorical_columns), remainder="passthrough"), forest
    )


def resolve_validation(
    validation: Any, estimator: Any, estimators: Mapping[str, Any], *, grouped: bool
) -> Any:
    """Return how to validate: as asked; by default out of bag for forests, else five folds."""
    if validation is None:
        bare = estimator is None or all(final_step(e) is e for e in estimators.values())
        out_of_bag = bare and all(map(can_be_out_of_bag, estimators.values()))
        return OUT_OF_BAG if out_of_bag and not grouped else DEFAULT_FOLDS
    if isinstance(validation, str):
        _check_out_of_bag(validation, estimators, grouped=grouped)
    return validation


def _checked(estimators: Mapping[Any, Any]) -> dict[str, Any]:
    if not estimators:
        raise ValueError("estimator is an empty dict; give at least one estimator by name.")
    for name, estimator in estimators.items():
        if not isinstance(name, str):
            raise TypeError(f"the estimators' names must be text; one is {name!r}.")
        if is_classifier(estimator) == is_regressor(estimator):
            raise TypeError(f"the estimator {name!r} is no classifier and no regressor.")
    if len({is_classifier(estimator) for estimator in estimators.values()}) > 1:
        raise ValueError("estimator mixes classifiers and regressors; give one kind.")
    return dict(estimators)


def _check_out_of_bag(validation: str, estimators: Mapping[str, Any], *, grouped: bool) -> None:
    if validation != OUT_OF_BAG:
        raise ValueError(
            f"validation={validation!r} is unknown; give 'oob', a number of folds, a share like "
            "0.25, or a splitter."
        )
    if grouped:
        raise ValueError(
            "validation='oob' cannot keep groups together; give a number of folds or a splitter "
            "such as GroupKFold."
        )
    for name, estimator in estimators.items():
        if not can_be_out_of_bag(estimator):
            raise ValueError(
                f"validation='oob' needs estimators that draw bootstrap samples, and {name!r} does "
                "not; give a number of folds, or set bootstrap=True if the estimator has it."
            )
