"""Subsets of variables, kept as sorted tuples of indices."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np

from pennyweight.arrays import Flags

Subset: TypeAlias = tuple[int, ...]


def as_subset(indices: Iterable[int]) -> Subset:
    """Sort, and drop what stands twice."""
    return tuple(sorted({int(i) for i in indices}))


def without(subset: Subset, variable: int) -> Subset:
    """Return the subset with one variable removed."""
    return tuple(i for i in subset if i != variable)


def membership(subsets: Sequence[Subset], n_variables: int) -> Flags:
    """Return a table of who is in: a row for each subset, a column for each variable."""
    table = np.zeros((len(subsets), n_variables), dtype=bool)
    sizes = np.fromiter(map(len, subsets), dtype=np.intp, count=len(subsets))
    members = np.fromiter(chain.from_iterable(subsets), dtype=np.intp, count=int(sizes.sum()))
    table[np.repeat(np.arange(len(subsets)), sizes), members] = True
    return table
