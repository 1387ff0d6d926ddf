"""Columns as bytes: numbers in quantile bins, missing values in a bin of their own, categories."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.arrays import Bytes, Codes, Flags, Floats, Labels, Rows
from pennyweight.problem import column_names, is_numeric, numbers_of, values_of

MOST_BINS = 255
BINNINGS = 2  # limits of one lie in the middle of the other's bins; trees take them in turn
MOST_ROWS_TWICE = 2_000_000  # with more rows, a second binning would take too much memory
MISSING_BIN = 255
MOST_CATEGORIES = 65_536
ROWS_FOR_QUANTILES = 200_000
ROWS_FOR_DIGITS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BinnedTable:
    """All rows of a table, column by column; a column of categories has codes in place of bins.

    Parameters
    ----------
    bins : array of uint8 of shape (n_stored, n_rows)
        The bins of the numbers; zeros where a column holds categories.
    n_bins : array of int
        One more than the highest bin that occurs in each row of `bins`.
    places : array of int of shape (BINNINGS, n_columns)
        The row of `bins` that holds a column in each of the binnings; the same one in all of them
        where the bins are exact.
    codes : dict of arrays
        The category of each row, for the columns that hold categories.
    """

    bins: Bytes
    n_bins: Rows
    places: Rows
    codes: dict[int, Codes]


def bin_table(X: Any, rows: Rows) -> BinnedTable:
    """Bin all rows; the limits of the bins come from the given ones."""
    n_rows, n_columns = X.shape
    most = BINNINGS if n_rows <= MOST_ROWS_TWICE else 1
    bins = np.zeros((most * n_columns, n_rows), dtype=np.uint8)  # rows left zero take no memory
    places = np.zeros((BINNINGS, n_columns), dtype=np.intp)
    codes, n_stored = {}, 0
    for column in range(n_columns):
        first = n_stored
        if is_numeric(X, column):
            numbers = readable(X, column)
            for limits in all_limits(numbers[rows])[:most]:
                bins[n_stored] = to_bins(numbers, limits)
                n_stored += 1
        else:
            codes[column] = category_codes(values_of(X, column))
            n_stored += 1
        places[:, column] = first + np.arange(BINNINGS) % (n_stored - first)
    bins = bins[:n_stored]
    return BinnedTable(
        bins=bins,
        n_bins=bins.max(axis=1, initial=0).astype(np.intp) + 1,
        places=places,
        codes=codes,
    )


def readable(X: Any, column: int) -> Floats:
    """Return a column of numbers as floats, if trees can tell them apart in single precision."""
    numbers, name = numbers_of(X, column), column_names(X)[column]
    if np.isinf(numbers).any():
        raise ValueError(
            f"the column {name!r} holds an infinite value, which trees and forests cannot take; "
            "leave it missing, or give a large number."
        )
    if (np.abs(numbers) > np.finfo(np.float32).max).any():
        raise ValueError(
            f"the column {name!r} holds {numbers[np.nanargmax(np.abs(numbers))]:g}, and trees and "
            "forests read numbers up to 3.4e+38; divide it, or take its logarithm."
        )
    some = numbers[:: max(1, len(numbers) // ROWS_FOR_DIGITS)]
    distinct = np.unique(some[~np.isnan(some)])
    told_apart = len(np.unique(distinct.astype(np.float32)))
    if 2 * told_apart <= min(len(distinct), MOST_BINS) and len(distinct):
        raise ValueError(
            f"trees and forests read 7 digits of a number, from 1e-38 up: {len(distinct)} values "
            f"of the column {name!r} become {told_apart}; subtract {distinct[0]:g}, or give "
            "another unit."
        )
    return numbers


def all_limits(numbers: Floats) -> list[Floats]:
    """Return the upper limits of all bins but the last, for each binning; one if it is exact.

    Up to 255 distinct values get a bin each. Otherwise a value with more than its share of the rows
    gets a bin of its own, and the others share what is left in equal parts.
    """
    known = numbers[~np.isnan(numbers)]
    distinct = np.sort(pd.unique(known))
    if len(distinct) <= MOST_BINS:
        return [_limits(distinct, np.arange(len(distinct)))]
    if len(known) > ROWS_FOR_QUANTILES:
        known = np.random.default_rng(0).choice(known, ROWS_FOR_QUANTILES, replace=False)
    distinct, counts = np.unique(known, return_counts=True)
    return [_limits(distinct, _starts(counts, binning / BINNINGS)) for binning in range(BINNINGS)]


def _limits(distinct: Floats, starts: Rows) -> Floats:
    """Return the middles between each bin's first value and the value before."""
    lower, upper = distinct[starts[1:] - 1], distinct[starts[1:]]
    with np.errstate(over="ignore", invalid="ignore"):
        middle = lower + (upper - lower) / 2
    limits: Floats = np.where((lower <= middle) & (middle < upper), middle, lower)
    return limits


def _starts(counts: Rows, shift: float) -> Rows:
    """Return where, among the distinct values, each bin starts; shifted by a part of a bin."""
    heavy = _heavy(counts)
    light_before = np.cumsum(np.where(heavy, 0, counts)) - np.where(heavy, 0, counts)
    parts = MOST_BINS - 1 - int(heavy.sum())  # a shift makes one more
    while True:
        part = np.floor(light_before * parts / max(1, int(counts[~heavy].sum())) + shift)
        new = heavy | np.r_[True, heavy[:-1]] | np.r_[True, np.diff(part) > 0]
        if new.sum() <= MOST_BINS:
            return np.flatnonzero(new)
        parts -= int(new.sum()) - MOST_BINS


def _heavy(counts: Rows) -> Flags:
    """Tell which values have more than their share: at most 127, so that bins are left between."""
    most = min(MOST_BINS // 2, len(counts))
    heavy: Flags = counts >= max(counts.sum() / MOST_BINS, np.sort(counts)[-most])
    return heavy & (np.cumsum(heavy) <= most)


def to_bins(numbers: Floats, limits: Floats) -> Bytes:
    """Return the bin of each number."""
    bins = np.searchsorted(limits, numbers, side="left")
    return np.where(np.isnan(numbers), MISSING_BIN, bins).astype(np.uint8)


def category_codes(values: Labels) -> Codes:
    """Return a number for each category, missing values being one; past 65,535 the rarest share."""
    texts = np.empty(len(values), dtype=object)  # never of a fixed width: one may be very long
    texts[:] = [value if type(value) is str else str(value) for value in values.astype(object)]
    codes, _ = pd.factorize(texts, sort=True)
    codes = np.where(pd.isna(values), codes.max() + 1, codes)
    codes = np.unique(codes, return_inverse=True)[1]
    counts = np.bincount(codes)
    if len(counts) > MOST_CATEGORIES:
        rank = np.empty(len(counts), dtype=np.intp)
        rank[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
        codes = np.minimum(rank[codes], MOST_CATEGORIES - 1)
    return codes.astype(np.uint16)
