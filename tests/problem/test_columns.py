from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from pennyweight import BudgetSearch
from pennyweight.problem.columns import (
    as_table,
    categorical_columns,
    check_cells,
    check_dates,
    column_names,
    numbers_of,
    permuted,
    take,
    with_numbers,
)

PANDAS = pd.DataFrame(
    {
        "number": [1.0, None, 3.0],
        "flag": [True, False, True],
        "level": pd.Categorical(["low", "high", "low"]),
        "text": ["a", "b", None],
    }
)
POLARS = pl.DataFrame(
    {"number": [1.0, None, 3.0], "flag": [True, False, True]},
).with_columns(
    pl.Series("level", ["low", "high", "low"], dtype=pl.Enum(["low", "high"])),
    pl.Series("text", ["a", "b", None]),
)


@pytest.mark.parametrize("X", [PANDAS, POLARS])
def test_frames_keep_names_and_dtypes(X):
    part = take(X, np.array([2, 0]), [0, 2])
    assert list(part.columns) == ["number", "level"]
    assert part.shape == (2, 2)
    assert part["number"].dtype == X["number"].dtype
    assert part["level"].dtype == X["level"].dtype
    assert categorical_columns(X) == [2, 3]
    assert column_names(X) == ["number", "flag", "level", "text"]


@pytest.mark.parametrize("X", [PANDAS, POLARS, np.arange(6.0).reshape(3, 2)])
def test_columns_are_permuted_together_and_the_original_stays(X):
    order = np.array([1, 2, 0])
    before = np.asarray(X, dtype=object)
    shuffled = np.asarray(permuted(X, [0, 1], order), dtype=object)
    pd.testing.assert_frame_equal(pd.DataFrame(shuffled[:, :2]), pd.DataFrame(before[order, :2]))
    pd.testing.assert_frame_equal(pd.DataFrame(shuffled[:, 2:]), pd.DataFrame(before[:, 2:]))
    pd.testing.assert_frame_equal(pd.DataFrame(np.asarray(X, dtype=object)), pd.DataFrame(before))


def test_column_names_of_arrays_and_clashes():
    assert column_names(np.zeros((2, 3))) == ["x0", "x1", "x2"]
    with pytest.raises(ValueError, match="'a' twice"):
        column_names(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_tables_of_other_kinds_become_frames_at_the_door():
    lazy = as_table(POLARS.lazy())
    assert lazy.equals(POLARS)
    arrow = as_table(pa.table(PANDAS[["number", "text"]]))
    assert list(arrow.columns) == ["number", "text"]
    assert categorical_columns(arrow) == [1]
    assert as_table(PANDAS) is PANDAS
    assert as_table(POLARS) is POLARS


def test_numbers_that_numpy_does_not_know_become_floats():
    wide = pl.DataFrame({"n": [1, 2], "m": [3, 4]}).select(
        pl.col("n").cast(pl.Int128), pl.col("m").cast(pl.Decimal(10, 2))
    )
    assert as_table(wide).dtypes == [pl.Float64, pl.Float64]
    objects = pd.DataFrame(
        {
            "decimal": [Decimal("1.5"), None, Decimal(3)],
            "whole": np.array([1, 2, None], dtype=object),
            "flag": np.array([True, None, False], dtype=object),
            "both": np.array([1, "a", None], dtype=object),
        }
    )
    found = with_numbers(objects)
    assert categorical_columns(found) == [3]
    assert numbers_of(found, 0).tolist()[::2] == [1.5, 3]
    assert categorical_columns(objects) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (np.array([1j, 2, 3]), "the column 'z' holds complex numbers; give real and imaginary"),
        (pd.Series([1j, 2j, None], dtype=object), "the column 'z' holds complex numbers"),
        (pd.Series([[1], [2], [3]]), r"the column 'z' holds \[1\] in row 0; give one number or"),
        (pd.Series([{"a": 1}, {}, None]), "the column 'z' holds {'a': 1} in row 0"),
        (pd.Series([10**400, 1, 2], dtype=object), "the column 'z' holds a whole number that is"),
        (pl.Series([[1], [2], [3]]), "the column 'z' holds List.* values; give one number or"),
        (pl.Series([{"a": 1}] * 3), "the column 'z' holds Struct.* values; give one number or"),
        (pl.Series([object()] * 3, dtype=pl.Object), "the column 'z' holds Object values"),
    ],
)
def test_columns_that_are_neither_numbers_nor_categories_are_named(column, message):
    X = (
        pl.DataFrame({"z": column})
        if isinstance(column, pl.Series)
        else pd.DataFrame({"z": column})
    )
    with pytest.raises(ValueError, match=message):
        with_numbers(as_table(X))


TIMES = pd.date_range("2020", periods=3)


@pytest.mark.parametrize(
    "X",
    [
        pd.DataFrame({"z": TIMES}),
        pd.DataFrame({"z": TIMES.tz_localize("UTC")}),
        pd.DataFrame({"z": TIMES - TIMES[0]}),
        pl.DataFrame({"z": pl.Series(TIMES)}),
    ],
)
def test_dates_are_for_pipelines(X):
    with pytest.raises(ValueError, match="the column 'z' holds dates or times; give numbers, such"):
        check_dates(as_table(X))


def test_an_array_of_dates_is_refused():
    with pytest.raises(ValueError, match="X holds dates or times; give numbers"):
        as_table(np.array([["2020-01-01"]], dtype="M8[D]"))


def test_names_that_stand_twice_are_refused():
    with pytest.raises(ValueError, match="X has the column 'a' twice"):
        as_table(pd.DataFrame([[1, 2]], columns=["a", "a"]))


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[1, 2], [3]], "X has rows of different lengths"),
        ([[1, 2], [3, "red"]], "X holds 'red' in row 1"),
        (np.array([[1, 2], [3, b"x"]], dtype=object), "X holds b'x' in row 1"),
        (np.array([["a", "b"]] * 2), "X holds 'a' in row 0"),
    ],
)
def test_arrays_that_are_no_table_of_numbers_say_why(X, message):
    with pytest.raises(ValueError, match=message):
        check_cells(X)
    with pytest.raises(ValueError, match=message):
        BudgetSearch().fit(X, [0, 1])
