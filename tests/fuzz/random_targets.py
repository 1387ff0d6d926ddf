"""Random targets, weights and groups, of any kind."""

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from fuzz.case import Case


def _classes(case: Case, n: int) -> np.ndarray:
    y = np.arange(n) % case.rng.choice([2, 2, 2, 3, 5])
    return np.where(case.numbers.random(n) < 0.1, y[::-1], y)


def _numbers(case: Case, n: int) -> np.ndarray:
    return np.arange(n) % 2 + case.numbers.normal(size=n)


CLASSES = [
    _classes,
    lambda case, n: np.array(["no", "yes", "maybe", "=a", ""])[_classes(case, n)],
    lambda case, n: _classes(case, n) > 0,
    lambda case, n: pd.Series(_classes(case, n)),
    lambda case, n: _classes(case, n).astype(float),
    lambda case, n: _classes(case, n).tolist(),
    lambda case, n: pd.Series(_classes(case, n)).astype("category"),
]
NUMBERS = [
    _numbers,
    lambda case, n: pd.Series(_numbers(case, n), index=np.arange(n)[::-1]),
    lambda case, n: np.round(10 * _numbers(case, n)),
    lambda case, n: _numbers(case, n).astype(np.float32),
    lambda case, n: 1e6 + _numbers(case, n),
]
ODD = [
    lambda case, n: np.zeros(n),
    lambda case, n: np.arange(n),
    lambda case, n: np.arange(n) == 0,
    lambda case, n: _classes(case, n)[:-1],
    lambda case, n: np.where(np.arange(n) == 1, np.nan, _classes(case, n)),
    lambda case, n: np.where(np.arange(n) == 1, np.inf, _numbers(case, n)),
    lambda case, n: _numbers(case, n) * 1e-300,
    lambda case, n: _numbers(case, n) * 1e300,
    lambda case, n: _numbers(case, n) + 1j,
    lambda case, n: _numbers(case, n)[:, None],
    lambda case, n: np.column_stack([_classes(case, n)] * 2),
    lambda case, n: pd.DataFrame({"y": _classes(case, n)}),
    lambda case, n: np.array([None, "a", 1] * n, dtype=object)[:n],
    lambda case, n: np.array(["a", 1] * n, dtype=object)[:n],
    lambda case, n: np.array([b"a", b"b"] * n)[:n],
    lambda case, n: np.array([Decimal(1), Decimal(2)] * n, dtype=object)[:n],
    lambda case, n: np.array([10**30, 1] * n, dtype=object)[:n],
    lambda case, n: np.array(["1", "2"] * n)[:n],
    lambda case, n: pd.date_range("2020", periods=n),
    lambda case, n: pl.Series("y", _classes(case, n).tolist()),
    lambda case, n: pl.Series("y", ["a", "b"] * n)[:n],
    lambda case, n: pd.Series(["a", "b"] * n)[:n].astype("string"),
    lambda case, n: pd.Series(_classes(case, n)).astype("Int64"),
    lambda case, n: pd.Series([pd.NA, 1] * n)[:n].astype("Int64"),
    lambda case, n: pd.Series([True, False] * n)[:n].astype("boolean"),
    lambda case, n: [[1]] * n,
    lambda case, n: np.array([2**63, 1] * n, dtype=np.uint64)[:n],
    lambda case, n: np.full(n, -1),
    lambda case, n: (i % 2 for i in range(n)),
    lambda case, n: np.ma.masked_array(_classes(case, n), np.arange(n) < 3),
    lambda case, n: case.rng.choice([None, "y", 3, {}, set(), object()]),
]


def random_target(case: Case, n_rows: int, *, classes: bool) -> Any:
    return case.one_of(CLASSES if classes else NUMBERS, ODD, 0.15)(case, n_rows)


WEIGHTS = [
    lambda case, n: case.numbers.random(n),
    lambda case, n: case.numbers.integers(0, 3, n),
    lambda case, n: np.ones(n),
]
ODD_WEIGHTS = [
    lambda case, n: np.zeros(n),
    lambda case, n: -np.ones(n),
    lambda case, n: np.full(n, np.nan),
    lambda case, n: np.full(n, 1e308),
    lambda case, n: np.full(n, 1e-320),
    lambda case, n: (np.arange(n) < 2).astype(float),
    lambda case, n: (np.arange(n) % 2).astype(float),
    lambda case, n: np.ones(n + 1),
    lambda case, n: np.ones((n, 1)),
    lambda case, n: ["1"] * n,
    lambda case, n: pd.Series(case.numbers.random(n)),
    lambda case, n: case.rng.choice([1, 2.5, "w", {}]),
]
GROUPS = [
    lambda case, n: np.arange(n) // 4,
    lambda case, n: case.numbers.integers(0, 6, n),
    lambda case, n: np.array(list("abcdef"))[case.numbers.integers(0, 6, n)],
    lambda case, n: pd.Series(np.arange(n) // 3),
]
ODD_GROUPS = [
    lambda case, n: np.zeros(n),
    lambda case, n: np.arange(n),
    lambda case, n: pd.DataFrame({"g": np.arange(n) // 4}),
    lambda case, n: np.column_stack([np.arange(n)] * 2),
    lambda case, n: [(i // 4, "a") for i in range(n)],
    lambda case, n: [None if i % 3 else i for i in range(n)],
    lambda case, n: np.where(np.arange(n) % 3, np.nan, 1.0),
    lambda case, n: np.arange(n + 1),
    lambda case, n: ["a", 1] * (n // 2),
    lambda case, n: pl.Series("g", [i // 4 for i in range(n)]),
    lambda case, n: case.rng.choice([3, "g", {}]),
]


def random_weights(case: Case, n_rows: int) -> Any:
    return case.one_of(WEIGHTS, ODD_WEIGHTS, 0.4)(case, n_rows) if case.chance(0.15) else None


def random_groups(case: Case, n_rows: int) -> Any:
    return case.one_of(GROUPS, ODD_GROUPS, 0.4)(case, n_rows) if case.chance(0.15) else None
