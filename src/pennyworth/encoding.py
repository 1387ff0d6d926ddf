"""Variables as a matrix of standardised numbers, for methods that need one."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pennyworth.arrays import Floats, Labels, Rows
from pennyworth.columns import is_numeric, take
from pennyworth.problem import Problem
from pennyworth.subsets import Subset

MOST_CATEGORIES = 50
MISSING = "(missing)"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Encoded:
    """All rows of the data as numbers, and the variable that each column of numbers belongs to."""

    matrix: Floats
    owner: Rows

    def active(self, coefficients: Floats) -> Subset:
        """Return the variables with a coefficient that is not zero, in any row of coefficients."""
        used = np.atleast_2d(coefficients).any(axis=0)
        return tuple(np.unique(self.owner[used]).tolist())


def encode(problem: Problem, rows: Rows) -> Encoded:
    """Encode all rows; medians, means and deviations come from the given ones.

    Categories become a column of zeros and ones each, the most frequent 50 of them; missing values
    become the median, or a category of their own.
    """
    parts, owner = [], []
    for variable, columns in enumerate(problem.owned):
        for column in columns:
            part = _numbers(problem.X, column, rows)
            parts.append(_standardised(part, rows))
            owner += [variable] * part.shape[1]
    return Encoded(matrix=np.hstack(parts), owner=np.array(owner))


def _values(X: Any, column: int) -> Labels:
    return np.asarray(take(X, np.arange(X.shape[0]), [column]))[:, 0]


def _numbers(X: Any, column: int, rows: Rows) -> Floats:
    values = _values(X, column)
    if not is_numeric(X, column):
        texts = pd.Series(values).astype(object).where(pd.notna(values), MISSING).astype(str)
        common = texts.iloc[rows].value_counts().index[:MOST_CATEGORIES]
        return np.column_stack([texts == category for category in common]).astype(float)
    numbers = pd.to_numeric(pd.Series(values)).to_numpy(dtype=float, na_value=np.nan)
    known = numbers[rows][~np.isnan(numbers[rows])]
    filling = np.median(known) if known.size else 0.0
    return np.where(np.isnan(numbers), filling, numbers).reshape(-1, 1)


def _standardised(part: Floats, rows: Rows) -> Floats:
    deviation = part[rows].std(axis=0)
    centred = part - part[rows].mean(axis=0)
    constant = deviation <= 10 * np.finfo(float).eps * np.abs(part[rows]).max(axis=0)
    scaled: Floats = np.where(constant, 0.0, centred) / np.where(constant, 1.0, deviation)
    return scaled


def ordinal(problem: Problem) -> tuple[Floats, Rows]:
    """Return all columns as one column of numbers each, categories by rank, and their variables."""
    parts, owner = [], []
    for variable, columns in enumerate(problem.owned):
        for column in columns:
            values = _values(problem.X, column)
            ranked = values if is_numeric(problem.X, column) else pd.factorize(values, sort=True)[0]
            parts.append(pd.to_numeric(pd.Series(ranked)).to_numpy(dtype=float, na_value=np.nan))
            owner.append(variable)
    return np.column_stack(parts), np.array(owner)
