"""Columns of X, whatever kind of table X is: array, pandas or polars."""

from collections import Counter
from collections.abc import Collection, Sequence
from numbers import Integral
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype, is_object_dtype
from sklearn.utils import _safe_indexing

from pennyweight.arrays import Floats, Labels, Rows
from pennyweight.files import named_in_files

DATES = "m", "M"  # NumPy's kinds of times and differences of times
NUMBERS = {"integer", "floating", "mixed-integer-float", "decimal", "boolean"}


def is_frame(X: Any) -> bool:
    """Tell whether X is a pandas or polars DataFrame."""
    return hasattr(X, "columns") and hasattr(X, "dtypes")


def column_names(X: Any) -> list[str]:
    """Return the names of the columns; those of an array are x0, x1, ..."""
    if not is_frame(X):
        return [f"x{i}" for i in range(X.shape[1])]
    names = [str(name) for name in X.columns]
    for name, times in Counter(names).items():
        if times > 1:
            raise ValueError(f"X has the column {name!r} twice; column names must differ.")
    return names


def named(name: Any, names: Collection[str]) -> str:
    """Return the name of a column that is given by its name, or by its number in an array.

    >>> named(0, ["x0", "x1"]), named(0, ["0", "1"]), named("x1", ["x0", "x1"])
    ('x0', '0', 'x1')
    """
    numbered = isinstance(name, Integral) and not isinstance(name, bool | np.bool_)
    text = str(name)
    return f"x{text}" if numbered and text not in names and f"x{text}" in names else text


def as_table(X: Any) -> Any:
    """Return X with its rows at hand, names that differ, and columns that can be read.

    A LazyFrame is collected, an Arrow table becomes pandas', and numbers that NumPy does not know
    become floats.
    """
    if hasattr(X, "collect") and hasattr(X, "collect_schema"):
        X = X.collect()
    elif not is_frame(X) and hasattr(X, "to_pandas"):
        X = X.to_pandas()
    if not is_frame(X):
        if getattr(getattr(X, "dtype", None), "kind", "") in DATES:
            raise ValueError(f"X holds {_advice('dates')}")
        return X
    column_names(X)
    for name, dtype in zip(X.columns, X.dtypes, strict=True):
        what = _unusable(dtype)
        if what not in {None, "dates"}:
            raise ValueError(f"the column {name!r} holds {_advice(what)}")
    wide = [] if isinstance(X, pd.DataFrame) else [n for n, d in X.schema.items() if _is_wide(d)]
    return X.with_columns([X[name].cast(float) for name in wide]) if wide else X


def check_cells(X: Any) -> None:
    """Say what is wrong with an array, or lists, that is no table of numbers, if that is known."""
    if is_frame(X) or not isinstance(X, np.ndarray | list | tuple):
        return
    if isinstance(X, np.ndarray) and np.iscomplexobj(X):
        return  # scikit-learn says of complex numbers what is wrong
    cells = np.asarray(X, dtype=object)
    if cells.ndim == 1 and any(isinstance(row, list | tuple) for row in cells):
        raise ValueError("X has rows of different lengths; give as many values in each.")
    for place, value in np.ndenumerate(cells):
        try:
            float(value)
        except (TypeError, ValueError) as error:
            raise type(error)(
                f"X holds {value!r:.80} in row {place[0]}: {error}. Give numbers, or a DataFrame, "
                "whose columns of text are categories."
            ) from error


def check_dates(X: Any) -> None:
    """Refuse columns of dates and times, which only a pipeline makes something of."""
    if is_frame(X):
        for name, dtype in zip(X.columns, X.dtypes, strict=True):
            if _unusable(dtype) == "dates":
                raise ValueError(f"the column {name!r} holds {_advice('dates')}")


def with_numbers(X: Any) -> Any:
    """Return X with numbers that stand as Python's objects, such as decimals, as floats."""
    if not isinstance(X, pd.DataFrame):
        return X
    table = X.copy(deep=False)
    for place, dtype in enumerate(X.dtypes):
        column = X.iloc[:, place]
        kind = infer_dtype(column, skipna=True) if is_object_dtype(dtype) else ""
        if kind in NUMBERS:
            table.isetitem(place, _floats(column))
        for row, value in enumerate(column if kind.startswith(("mixed", "complex")) else ()):
            if isinstance(value, Collection | complex) and not isinstance(value, str | bytes):
                what = "complex" if isinstance(value, complex) else f"{value!r} in row {row}"
                raise ValueError(f"the column {X.columns[place]!r} holds {_advice(what)}")
    return table


def _floats(column: "pd.Series[Any]") -> Floats:
    try:
        return column.to_numpy(dtype=float, na_value=np.nan)
    except OverflowError as error:
        raise ValueError(
            f"the column {column.name!r} holds a whole number that is larger than a float can be; "
            "divide it, or take its logarithm."
        ) from error


def _unusable(dtype: Any) -> str | None:
    """Return what a column of a dtype holds, if that is neither numbers nor categories."""
    if getattr(dtype, "kind", "") == "c":
        return "complex"
    if getattr(dtype, "kind", "") in DATES or _is(dtype, "is_temporal"):
        return "dates"
    return f"{dtype} values" if _is(dtype, "is_nested") or str(dtype) == "Object" else None


def _is_wide(dtype: Any) -> bool:
    return _is(dtype, "is_decimal") or str(dtype) in {"Int128", "UInt128"}


def _is(dtype: Any, test: str) -> bool:
    """Ask a dtype of polars; those of others are not asked."""
    return bool(getattr(dtype, test, bool)())


def _advice(what: str | None) -> str:
    """Return what a column holds, and what to give in its place."""
    if what == "complex":
        return "complex numbers; give real and imaginary parts as columns of their own."
    if what == "dates":
        return (
            "dates or times; give numbers, such as days since the first, text, of which each is a "
            "category, or a pipeline that makes columns of them."
        )
    return f"{what}; give one number or text in each row."


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


@named_in_files
def categorical_columns(X: Any) -> list[int]:
    """Return the positions of the columns that hold categories."""
    return [i for i in range(X.shape[1]) if not is_numeric(X, i)]


def is_plain(X: Any) -> bool:
    """Tell whether X holds only what estimators read as it is: NumPy's numbers, or categories."""
    if not isinstance(X, pd.DataFrame):
        return True
    return all(isinstance(dtype, np.dtype) and dtype.kind in "biuf" for dtype in X.dtypes)


@named_in_files
def as_plain(X: Any) -> Any:
    """Turn all numbers into floats and all categories into text; missing values become NaN."""
    if not isinstance(X, pd.DataFrame):
        return X

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
