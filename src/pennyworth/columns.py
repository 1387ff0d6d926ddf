"""Columns of X, whatever kind of table X is: array, pandas or polars."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils import _safe_indexing

from pennyworth.arrays import Floats, Labels, Rows


def is_frame(X: Any) -> bool:
    """Tell whether X is a pandas or polars DataFrame."""
    return hasattr(X, "columns") and hasattr(X, "dtypes")


def column_names(X: Any) -> list[str]:
    """Return the names of the columns; those of an array are x0, x1, ..."""
    if not is_frame(X):
        return [f"x{i}" for i in range(X.shape[1])]
    names = [str(name) for name in X.columns]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"X has the column {name!r} twice; column names must differ.")
    return names


def take(X: Any, rows: Rows, columns: Sequence[int]) -> Any:
    """Return some rows and columns; a table stays a table, with its names and dtypes."""
    return _safe_indexing(_safe_indexing(X, list(columns), axis=1), rows)


def values_of(X: Any, column: int) -> Labels:
    """Return the values of one column."""
    if not is_frame(X):
        values: Labels = np.asarray(X)[:, column]
        return values
    return np.asarray(take(X, np.arange(X.shape[0]), [column]))[:, 0]


def numbers_of(X: Any, column: int) -> Floats:
    """Return the values of one column of numbers as floats; missing ones are NaN."""
    if isinstance(X, pd.DataFrame) and isinstance(X.dtypes.iloc[column], np.dtype):
        return X.iloc[:, column].to_numpy(dtype=float)
    series = pd.to_numeric(pd.Series(values_of(X, column)))
    return np.asarray(series.to_numpy(dtype=float, na_value=np.nan))


def is_numeric(X: Any, column: int) -> bool:
    """Tell whether a column holds numbers (or booleans), as against categories."""
    if isinstance(X, pd.DataFrame):
        dtype = X.dtypes.iloc[column]
        return bool(pd.api.types.is_numeric_dtype(dtype))
    if is_frame(X):
        dtype = X.dtypes[column]
        return bool(dtype.is_numeric()) or str(dtype) == "Boolean"
    return np.asarray(X).dtype.kind in "biuf"


def categorical_columns(X: Any) -> list[int]:
    """Return the positions of the columns that hold categories."""
    return [i for i in range(X.shape[1]) if not is_numeric(X, i)]


def is_plain(X: Any) -> bool:
    """Tell whether X holds only what estimators read as it is: NumPy's numbers, or categories."""
    if not isinstance(X, pd.DataFrame):
        return True
    return all(isinstance(dtype, np.dtype) and dtype.kind in "biuf" for dtype in X.dtypes)


def as_plain(X: pd.DataFrame) -> pd.DataFrame:
    """Turn all numbers into floats and all categories into text; missing values become NaN."""

    def plain(column: "pd.Series[Any]") -> "pd.Series[Any]":
        if pd.api.types.is_numeric_dtype(column.dtype):
            return pd.Series(column.to_numpy(dtype=float, na_value=np.nan), column.index)
        text = [value if pd.isna(value) else str(value) for value in column]
        return pd.Series(text, column.index, dtype=object).where(column.notna(), np.nan)

    return pd.DataFrame({name: plain(column) for name, column in X.items()})


def permuted(X: Any, columns: Sequence[int], order: Rows) -> Any:
    """Return X with the rows of some columns in another order, all of them in the same one."""
    if isinstance(X, pd.DataFrame):
        X = X.copy()
        for i in columns:
            X.isetitem(i, X.iloc[:, i].array[order])
        return X
    if is_frame(X):
        return X.with_columns([X.to_series(i).gather(order) for i in columns])
    X = X.copy()
    X[:, columns] = X[order][:, columns]
    return X
