"""Permutation importance of variables: all columns of a variable are permuted together."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from pennyweight.arrays import Rows
from pennyweight.problem import Fold, Problem, permuted
from pennyweight.seeds import generator
from pennyweight.subsets import Subset

REPEATS = 5
FOLDS_FROM_BLOCKS = 3


def shuffled_tables(
    problem: Problem, subset: Subset, rows: Rows, variables: Rows
) -> Iterator[Iterator[Any]]:
    """Yield, for each variable, tables of some rows in which its values are shuffled."""
    table, columns = problem.table(subset, rows), problem.columns(subset)
    for variable in variables.tolist():
        places = [columns.index(column) for column in problem.columns_of_each[variable]]
        rng = generator(problem.seed, f"permutation of {variable}")
        orders = [rng.permutation(len(rows)) for _ in range(REPEATS)]
        yield (permuted(table, places, order) for order in orders)


def folds_of(problem: Problem) -> Iterator[Fold]:
    """Yield the problem's folds; when scores are out of bag, a few folds made of its blocks."""
    if problem.folds:
        yield from problem.folds
        return
    for start in range(min(FOLDS_FROM_BLOCKS, len(problem.blocks))):
        validate = np.sort(np.concatenate(problem.blocks[start::FOLDS_FROM_BLOCKS]))
        yield Fold(train=np.setdiff1d(problem.development, validate), validate=validate)
