"""Divide the rows of a node between its children: stable, and without branches."""

from typing import Any

from numba import njit, uint8, uint64

from pennyweight.learners.forest.compiled.numbers import INLINE, U0, U1, U32


@njit(**INLINE)
def goes_left(bins: Any, place: Any, cut: Any, turn: Any) -> Any:
    """Tell, as 0 or 1, whether a row goes left.

    `turn` is 1 where missing values go left: it turns their bin, 255, into 0, and every other bin
    up by one, as `cut` already is.
    """
    return uint64(uint8(bins[place] + turn) <= cut)


@njit(**INLINE)
def divide_scored(rows: Any, spare: Any, start: Any, end: Any, bins: Any, split: Any) -> Any:
    """Divide rows[start:end]; return where the right part starts."""
    column, cut, turn = split
    left = start
    right = U0
    for i in range(start, end):
        row = rows[i]
        goes = goes_left(bins, column + uint64(row), cut, turn)
        rows[left] = row
        spare[right] = row
        left += goes
        right += U1 - goes
    for i in range(right):
        rows[left + i] = spare[i]
    return left


@njit(**INLINE)
def divide_entries(
    entries: Any, spare: Any, start: Any, end: Any, bins: Any, split: Any, keep_right: Any
) -> Any:
    """Divide entries[start:end]; the right part is only put in place where it is wanted."""
    column, cut, turn = split
    left = start
    right = U0
    for i in range(start, end):
        entry = entries[i]
        goes = goes_left(bins, column + (entry >> U32), cut, turn)
        entries[left] = entry
        spare[right] = entry
        left += goes
        right += U1 - goes
    if keep_right:
        for i in range(right):
            entries[left + i] = spare[i]
    return left
