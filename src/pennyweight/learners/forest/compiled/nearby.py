"""A small branch of a large tree on a table of its own.

The rows of a node far down are scattered over the whole table, and each is fetched from far away
again for each level and column. Once a node is small, its rows are copied, so that all that
follows finds them in the cache.
"""

from typing import Any

import numpy as np
from numba import njit, uint32, uint64

from pennyweight.learners.forest.compiled.memory import REGRESSION, Data
from pennyweight.learners.forest.compiled.numbers import INLINE, INNER, M32, U32

MANY_ROWS = 65_536  # fewer are near enough
WORTH_IT = 8  # columns for each candidate: many that no node looks at would be copied for nothing


def near_data(data: Data, n_rows: int, candidates: int) -> Data:
    """Return room for the rows of a branch; none where it would not pay."""
    n_columns = len(data.columns)
    pays = n_rows > MANY_ROWS and n_columns <= WORTH_IT * candidates
    room = min(n_rows // 8, MANY_ROWS) if pays else 0
    return data._replace(
        bins=np.empty(room * n_columns, np.uint8),
        columns=np.arange(n_columns, dtype=np.uint64) * np.uint64(room),
        target=np.empty(room, data.target.dtype),
        names=np.empty(room, np.uint32),
    )


@njit(**INLINE)
def fits_near(near: Any, stack: Any, top: Any) -> Any:
    """Tell whether there is room for the rows of the node on top of the stack."""
    n_rows = stack[top, 1] - stack[top, 0] + stack[top, 3] - stack[top, 2]
    return n_rows <= len(near.names)


@njit(**INNER)
def move_near(data: Any, near: Any, rows: Any, top: Any) -> None:
    """Copy the rows of the node on top of the stack, and number them anew."""
    start, scored_start = uint64(rows.stack[top, 0]), uint64(rows.stack[top, 2])
    n = uint64(rows.stack[top, 1]) - start
    n_scored = uint64(rows.stack[top, 3]) - scored_start
    for i in range(n):
        entry = rows.entries[start + i]
        near.names[i] = uint32(entry >> U32)
        rows.entries[start + i] = (i << U32) | (entry & M32)
    for i in range(n_scored):
        near.names[n + i] = rows.scored[scored_start + i]
        rows.scored[scored_start + i] = uint32(n + i)
    for c in range(len(data.columns)):
        column, to = data.columns[c], near.columns[c]
        for i in range(n + n_scored):
            near.bins[to + i] = data.bins[column + uint64(near.names[i])]
    if len(data.kind) == REGRESSION:
        for i in range(n):
            near.target[i] = data.target[near.names[i]]


@njit(**INLINE)
def name_of(data: Any, row: Any) -> Any:
    """Return the number of a row in the whole table."""
    return uint64(data.names[row]) if len(data.names) else uint64(row)
