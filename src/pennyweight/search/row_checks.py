"""What is given for each row besides its values: a number to predict, a weight, a group."""

import math
import numbers
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import issparse
from sklearn.utils import assert_all_finite

from pennyweight.arrays import Floats, Labels, Weights

LEAST_WEIGHT, MOST_WEIGHT = 1e-100, 1e100  # beyond, sums and products of weights lose digits
LEAST_SPREAD, MOST_NUMBER = 1e-140, 1e140  # beyond, squares do


def check_numbers(y: Labels, weights: Weights) -> Floats:
    """Return numbers to predict as floats; refuse those whose squares cannot be told apart."""
    values = _as_numbers(y, "y")
    assert_all_finite(values, input_name="y")
    counted = values if weights is None else values[weights > 0]
    low, high = float(counted.min()), float(counted.max())
    if low == high:
        raise ValueError(f"y is {low:g} in every row; there is nothing to predict.")
    if max(-low, high) > MOST_NUMBER or high - low < LEAST_SPREAD:
        raise ValueError(
            f"y goes from {low:g} to {high:g}, and the squares of its differences are more or less "
            "than a number can hold; give it in another unit."
        )
    return values


def check_row_weights(weights: Any, X: Any) -> Weights:
    """Return the weights as an array that fits X."""
    if weights is None:
        return None
    name, n_rows = "sample_weight", X.shape[0]
    if isinstance(weights, numbers.Real):
        weights = np.full(n_rows, weights)
    checked = _as_numbers(_one_each(weights, n_rows, name), name)
    for row in np.flatnonzero(~_is_weight(checked)):
        raise ValueError(f"{name} is {checked[row]:g} in row {row}; {_RANGE}.")
    if not checked.any():
        raise ValueError(f"{name} is zero in every row; give the rows that count a weight.")
    return checked


def check_groups(groups: Any, X: Any) -> Labels | None:
    """Return the label of each row's group as an array; tuples and mixed labels as numbers."""
    if groups is None:
        return None
    labels = _one_each(groups, X.shape[0], "groups")
    for row in np.flatnonzero(pd.isna(labels)):
        raise ValueError(
            f"groups has no label for row {row}; give each row one: a label of its own where it "
            "belongs to no other."
        )
    if labels.dtype.kind != "O" or all(isinstance(label, str) for label in labels):
        return labels
    try:
        return pd.factorize(labels)[0]
    except TypeError as error:
        raise TypeError(
            f"groups holds {labels[0]!r}, which is no label; give a number or a text for each row."
        ) from error


def check_class_weights(estimators: Mapping[str, Any], y: Labels) -> None:
    """Refuse weights of classes that no estimator can be fitted with."""
    classes = np.unique(y).tolist()
    for name, estimator in estimators.items():
        for parameter, given in estimator.get_params(deep=True).items():
            if parameter.rpartition("__")[2] == "class_weight":
                _check_class_weight(given, classes, f"class_weight of the estimator {name!r}")


def _check_class_weight(given: Any, classes: list[Any], what: str) -> None:
    if isinstance(given, list):
        raise TypeError(f"the {what} is the list {given!r}; give a dict of weights by class.")
    if not isinstance(given, Mapping):
        return
    for label, weight in given.items():
        if not isinstance(weight, numbers.Real) or not _is_weight(np.array(float(weight))):
            raise ValueError(f"the {what} is {weight!r} for {label!r}; {_RANGE}.")
    unknown = [label for label in given if label not in classes]
    if unknown and not all(label in given for label in classes):
        raise ValueError(
            f"the {what} names {unknown[0]!r}, which is no class of y; "
            f"the classes are {', '.join(map(repr, classes[:8]))}."
        )
    if sum(given.get(label, 1) > 0 for label in classes) < 2:
        raise ValueError(
            f"the {what} leaves fewer than two classes with a weight above 0; "
            "there is nothing to predict."
        )


_RANGE = f"a weight is 0, or a number from {LEAST_WEIGHT:g} to {MOST_WEIGHT:g}"


def _is_weight(values: Floats) -> Any:
    return (values == 0) | ((values >= LEAST_WEIGHT) & (values <= MOST_WEIGHT))


def _one_each(given: Any, n_rows: int, name: str) -> Labels:
    """Return what was given for the rows as an array with one entry for each."""
    if issparse(given) or isinstance(given, str | bytes | Mapping) or not _has_rows(given):
        raise TypeError(f"{name} is {type(given).__name__!r}; give a list or array, one for a row.")
    if isinstance(given, list | tuple):
        given = pd.Series(given)  # tuples stay whole
    values = np.asarray(given.to_numpy() if hasattr(given, "to_numpy") else given)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise ValueError(
            f"{name} has the shape {values.shape}; give one for each row, in one dimension "
            "(several labels of a row as a list of tuples)."
        )
    if len(values) != n_rows:
        raise ValueError(f"{name} has {len(values)} entries, and X has {n_rows} rows.")
    return values


def _has_rows(given: Any) -> bool:
    return hasattr(given, "__len__") or hasattr(given, "__array__")


def _as_numbers(values: Labels, name: str) -> Floats:
    """Return numbers as floats; text, dates and the like are none, even where NumPy reads them."""
    if values.dtype.kind in "biuf":
        return values.astype(float)
    return np.array([_as_number(value, row, name) for row, value in enumerate(values)])


def _as_number(value: Any, row: int, name: str) -> float:
    if value is None or value is pd.NA:
        return math.nan
    try:
        if isinstance(value, numbers.Real | Decimal) and not isinstance(value, np.timedelta64):
            return float(value)
    except OverflowError:
        pass
    raise ValueError(f"{name} is {str(value)[:40]!r} in row {row}; give an ordinary number.")
