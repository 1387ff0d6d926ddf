"""Random tables to learn from: dtypes, missing and extreme values, names, and kinds of table."""

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import scipy.sparse

from fuzz.case import Case

USUAL_NAMES = ["age", "TSH", "blood pressure", "v0", "v1", "v2", "a,b", "größe", "x0", "1", "T3;T4"]
ODD_NAMES = [
    *("", " ", "=1+1", "\x1b[31mred", "a\nb", "a\tb", '"', "'", "x" * 300, "[b]bold[/b]", "a;b"),
    *("price", "variable", "target", "\u202e", "🩸", "%s", "{}", "</script>", "-", "NaN"),
    *(0, 1, None, np.nan, ("a", 1), 1.5, True, datetime.date(2020, 1, 1)),
]


def _numbers(case: Case, n: int) -> np.ndarray:
    return case.numbers.normal(size=n) * 10.0 ** case.rng.randint(-3, 3)


def _with_gaps(case: Case, n: int) -> np.ndarray:
    return np.where(case.numbers.random(n) < case.rng.random(), np.nan, _numbers(case, n))


def _words(case: Case, n: int) -> np.ndarray:
    return case.numbers.choice(["red", "green", "blue", "a,b", ""], n).astype(object)


def _mixed(case: Case, n: int) -> np.ndarray:
    parts = [1, "one", None, 2.5, np.nan, True, pd.NaT, pd.NA, Decimal("0.1"), b"x", (1, 2)]
    return np.array([*(case.rng.choice(parts) for _ in range(n)), None], dtype=object)[:n]


USUAL = [
    _numbers,
    _numbers,
    _with_gaps,
    lambda case, n: case.numbers.integers(0, 5, n),
    lambda case, n: case.numbers.random(n) < 0.5,
    lambda case, n: _numbers(case, n).astype(np.float32),
    lambda case, n: pd.Series(case.numbers.integers(0, 9, n)).astype("Int64"),
    lambda case, n: pd.Series(_words(case, n)).astype("category"),
    _words,
]
ODD = [
    lambda case, n: np.zeros(n),
    lambda case, n: np.full(n, np.nan),
    lambda case, n: np.where(case.numbers.random(n) < 0.1, np.inf, _numbers(case, n)),
    lambda case, n: _numbers(case, n) * 1e300,
    lambda case, n: np.abs(_numbers(case, n)) * 1e39,
    lambda case, n: _numbers(case, n) * 1e-310,
    lambda case, n: _numbers(case, n).astype(np.float16),
    lambda case, n: _numbers(case, n).astype(np.longdouble),
    lambda case, n: _numbers(case, n) + 1j,
    lambda case, n: case.numbers.integers(2**60, 2**63, n).astype(np.uint64) * 2,
    lambda case, n: pd.date_range("2020", periods=n).to_series(),
    lambda case, n: pd.Series(pd.to_timedelta(np.arange(n), "s")),
    lambda case, n: pd.Series(_with_gaps(case, n)).astype("Float64"),
    lambda case, n: pd.Series(_words(case, n)).astype("string"),
    lambda case, n: pd.Series(case.numbers.random(n) < 0.5).astype("boolean"),
    lambda case, n: pd.Series(pd.arrays.SparseArray(np.round(case.numbers.random(n)))),
    lambda case, n: pd.Series([Decimal(i) / 7 for i in range(n)], dtype=object),
    lambda case, n: pd.Series([10**30 + i for i in range(n)], dtype=object),
    lambda case, n: pd.Series([[i] for i in range(n)], dtype=object),
    lambda case, n: pd.Series(pd.period_range("2020", periods=n, freq="D")),
    lambda case, n: pd.Series(pd.cut(_numbers(case, n + 2), 3)[:n]),
    lambda case, n: pd.Series([f"id {i}" for i in range(n)]),
    _mixed,
]


def random_columns(case: Case, n_rows: int) -> list[Any]:
    """Return columns; the first tells something of the target."""
    odd = case.rng.choice([0, 0, 0.1, 0.4])
    made = [case.one_of(USUAL, ODD, odd)(case, n_rows) for _ in range(case.rng.randint(0, 6))]
    telling = np.arange(n_rows) % 2 + 0.5 * case.numbers.normal(size=n_rows)
    return [telling, *made]


def random_names(case: Case, n: int) -> list[Any]:
    odd = case.rng.choice([0, 0, 0.05, 0.3])
    names = case.rng.sample(USUAL_NAMES, n)
    names = [case.one_of([name], ODD_NAMES, odd) for name in names]
    if case.chance(0.04):
        names[-1] = names[0]
    return names


def as_pandas(columns: list[Any], names: list[Any]) -> pd.DataFrame:
    series = [pd.Series(column).reset_index(drop=True) for column in columns]
    return pd.concat(series, axis=1).set_axis(pd.Index(names, tupleize_cols=False), axis=1)


def _as_array(frame: pd.DataFrame) -> np.ndarray:
    numbers = [c for c in range(frame.shape[1]) if frame.dtypes.iloc[c].kind in "fiub"]
    return frame.iloc[:, numbers].to_numpy(dtype=float)


def _as_polars(frame: pd.DataFrame) -> pl.DataFrame:
    columns = {str(name): frame.iloc[:, place].tolist() for place, name in enumerate(frame)}
    try:
        return pl.DataFrame(columns, strict=False)
    except (pl.exceptions.PolarsError, TypeError, ValueError):  # what polars has no column for
        return pl.DataFrame({"age": range(len(frame))})


USUAL_TABLES = [lambda case, frame: frame] * 3 + [
    lambda case, frame: _as_array(frame),
    lambda case, frame: _as_polars(frame),
]
ODD_TABLES = [
    lambda case, frame: frame.to_numpy(),
    lambda case, frame: frame.to_numpy().tolist(),
    lambda case, frame: _as_polars(frame).lazy(),
    lambda case, frame: np.asfortranarray(_as_array(frame)).astype(np.float32),
    lambda case, frame: np.repeat(_as_array(frame), 2, axis=1)[:, ::2],
    lambda case, frame: scipy.sparse.csr_matrix(_as_array(frame)),
    lambda case, frame: np.ma.masked_array(_as_array(frame), _as_array(frame) > 1),
    lambda case, frame: frame.to_records(index=False),
    lambda case, frame: _as_array(frame)[:, :1].ravel(),
    lambda case, frame: _as_array(frame)[None],
    lambda case, frame: frame.iloc[:0],
    lambda case, frame: frame.iloc[:, :0],
    lambda case, frame: frame.set_index(np.zeros(len(frame))),
    lambda case, frame: frame.set_axis(
        pd.MultiIndex.from_product([["m"], frame.columns.map(str)]), axis=1
    ),
    lambda case, frame: frame.to_dict("list"),
    lambda case, frame: frame.iloc[:, 0],
    lambda case, frame: _read_only(_as_array(frame)),
    lambda case, frame: _as_array(frame).astype(">f8"),
    lambda case, frame: case.rng.choice([None, 3, "X", "data.csv", object()]),
]


def _read_only(values: np.ndarray) -> np.ndarray:
    values.setflags(write=False)
    return values


def random_table(case: Case, n_rows: int) -> Any:
    """Return something to learn from."""
    columns = random_columns(case, n_rows)
    frame = as_pandas(columns, random_names(case, len(columns)))
    return case.one_of(USUAL_TABLES, ODD_TABLES, 0.15)(case, frame)


def random_rows(case: Case) -> int:
    return case.one_of([24, 40, 60, 100], [0, 1, 2, 3, 5, 8, 12], 0.15)
