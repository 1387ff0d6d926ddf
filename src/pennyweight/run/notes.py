"""What is worth pointing out in a table before money is spent on it."""

from typing import Any

import numpy as np
import pandas as pd
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from pennyweight.arrays import Labels

FEWEST_ROWS = 20  # below, all columns look like ids
MOST_ROWS = 2_000  # to look at for leaks
NEARLY_PERFECT = 0.99


def notes(X: pd.DataFrame, y: Labels, *, classification: bool) -> list[str]:
    """Return a sentence for each column that is constant, looks like an id, or tells too much.

    >>> X = pd.DataFrame({"unit": ["m"] * 40, "size": range(0, 120, 3), "copy": [0, 1] * 20})
    >>> for note in notes(X, np.array([0, 1] * 20), classification=True):
    ...     print(note)
    the column 'unit' is constant: it tells nothing.
    the column 'copy' alone predicts the target almost perfectly: is it known beforehand?
    """
    found = []
    for name, column in X.items():
        if is_constant(column):
            found.append(f"the column {name!r} is constant: it tells nothing.")
        elif _is_id(column):
            found.append(f"the column {name!r} looks like an id: it differs in every row.")
        elif _leaks(column, y, classification):
            found.append(
                f"the column {name!r} alone predicts the target almost perfectly: "
                "is it known beforehand?"
            )
    return found


def is_constant(column: "pd.Series[Any]") -> bool:
    """Tell whether a column has one value, or is all missing."""
    return bool(column.nunique(dropna=False) <= 1)


def _is_id(column: "pd.Series[Any]") -> bool:
    if len(column) < FEWEST_ROWS or column.nunique() < len(column):
        return False
    if pd.api.types.is_integer_dtype(column.dtype):
        numbers = np.sort(column.to_numpy(dtype=float))
        return bool((np.diff(numbers) == 1).all())
    return not pd.api.types.is_numeric_dtype(column.dtype)


def _leaks(column: "pd.Series[Any]", y: Labels, classification: bool) -> bool:
    rows = np.random.default_rng(0).permutation(len(y))[:MOST_ROWS]
    codes = column if pd.api.types.is_numeric_dtype(column.dtype) else _codes(column)
    values = np.nan_to_num(codes.to_numpy(dtype=float)[rows]).reshape(-1, 1)
    known, counts = np.unique(y[rows], return_counts=True)
    if len(known) < 2 or len(rows) < FEWEST_ROWS or (classification and counts.min() < 3):
        return False
    tree = DecisionTreeClassifier if classification else DecisionTreeRegressor
    scoring = "balanced_accuracy" if classification else "r2"
    model = tree(max_leaf_nodes=max(16, 2 * len(known) if classification else 256))
    score = cross_val_score(model, values, y[rows], cv=3, scoring=scoring).mean()
    return bool(score >= NEARLY_PERFECT)


def _codes(column: "pd.Series[Any]") -> "pd.Series[Any]":
    return pd.Series(pd.factorize(column)[0])
