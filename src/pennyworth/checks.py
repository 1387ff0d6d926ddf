"""What has to hold of the settings and of the target, checked before any work is done."""

import numbers
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from pennyworth.arrays import Labels, Weights
from pennyworth.splits import Target


def check_limits(budget: Any, effort: Any) -> None:
    """Refuse a budget or an effort that is no sensible number."""
    if effort is not None and not (_is_number(effort, numbers.Integral) and effort >= 1):
        raise ValueError(f"effort is {effort!r}; give a number of subsets, 1 or more, or None.")
    if budget is not None and not (_is_number(budget, numbers.Real) and budget >= 0):
        raise ValueError(f"budget is {budget!r}; give a number, 0 or more, or None.")


def check_target(X: Any, y: Any, groups: Any, weights: Weights, *, classification: bool) -> Target:
    """Return y and the groups as arrays that fit X."""
    if y is None:
        raise ValueError(
            "BudgetSearch requires y to be passed, but the target y is None; "
            "give what is to be predicted."
        )
    y = column_or_1d(y, warn=True)
    check_consistent_length(X, y, groups)
    return Target(
        y=_check_classes(y, weights) if classification else _check_numbers(y),
        classification=classification,
        groups=None if groups is None else np.asarray(groups),
    )


def _check_classes(y: Labels, weights: Weights) -> Labels:
    if pd.isna(y).any():
        raise ValueError("Input y contains NaN: the class of some rows is missing; drop them.")
    if y.dtype.kind == "f":
        assert_all_finite(y, input_name="y")
    try:
        check_classification_targets(y)
    except ValueError as error:
        error.add_note("To predict a number, give a regressor as the estimator.")
        raise
    counted = y if weights is None else y[weights > 0]
    if len(np.unique(counted)) < 2:
        raise ValueError("y has a single class; there is nothing to predict.")
    return y


def _check_numbers(y: Labels) -> Labels:
    y = y.astype(float)
    assert_all_finite(y, input_name="y")
    return y


def _is_number(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
