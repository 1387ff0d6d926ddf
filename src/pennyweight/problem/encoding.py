"""Variables as a matrix of standardised numbers, for methods that need one."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.arrays import Floats, Rows
from pennyweight.problem.columns import is_numeric, numbers_of, values_of
from pennyweight.problem.problem import Problem
from pennyweight.subsets import Subset

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
    for variable, columns in enumerate(problem.columns_of_each):
        for column in columns:
            part = _numbers(problem.X, column, rows)
            parts.append(_standardised(part, rows))
            owner += [variable] * part.shape[1]
    return Encoded(matrix=np.hstack(parts), owner=np.array(owner))


def _numbers(X: Any, column: int, rows: Rows) -> Floats:
    if not is_numeric(X, column):
        values = values_of(X, column)
        texts = pd.Series(values).astype(object).where(pd.notna(values), MISSING).astype(str)
        common = texts.iloc[rows].value_counts().index[:MOST_CATEGORIES]
        return np.column_stack([texts == category for category in common]).astype(float)
    numbers = numbers_of(X, column)
    missing = np.isnan(numbers)
    if missing.any():
        known = numbers[rows][~missing[rows]]
        numbers = np.where(missing, np.median(known) if known.size else 0.0, numbers)
    return numbers.reshape(-1, 1)


def _standardised(part: Floats, rows: Rows) -> Floats:
    known = part[rows]
    deviation = known.std(axis=0)
    centred = part - known.mean(axis=0)
    constant = deviation <= 10 * np.finfo(float).eps * np.abs(known).max(axis=0)
    scaled: Floats = np.where(constant, 0.0, centred) / np.where(constant, 1.0, deviation)
    return scaled
