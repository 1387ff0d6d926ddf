"""Permutation importance of variables: all columns of a variable are permuted together."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils.parallel import Parallel, delayed

from pennyweight.arrays import Floats, Rows
from pennyweight.problem import Fold, Problem, permuted
from pennyweight.seeds import generator
from pennyweight.subsets import Subset

REPEATS = 5
FOLDS_FROM_BLOCKS = 3


def permutation_importances(
    problem: Problem,
    subset: Subset,
    fit: Callable[[Rows], Any],
    score: Callable[[Any, Any, Rows], float],
    n_jobs: int | None,
) -> Floats:
    """Return, for each variable, how much the score falls when its values are shuffled.

    `fit(rows)` fits the model of the subset; `score(model, table, rows)` scores it.
    """

    def shuffled_scores(model: Any, table: Any, rows: Rows, variables: Rows) -> list[float]:
        means = []
        for variable in variables.tolist():
            places = _places(problem, subset, variable)
            rng = generator(problem.seed, f"permutation of {variable}")
            orders = [rng.permutation(len(rows)) for _ in range(REPEATS)]
            scores = [score(model, permuted(table, places, order), rows) for order in orders]
            means.append(float(np.mean(scores)))
        return means

    # One part for each worker, so that a large model travels as rarely as can be.
    parts = np.array_split(np.array(subset), effective_n_jobs(n_jobs))
    drops = []
    for fold in _folds(problem):
        model, rows = fit(fold.train), fold.validate
        table = problem.table(subset, rows)
        shuffled = Parallel(n_jobs=n_jobs)(
            delayed(shuffled_scores)(model, table, rows, part) for part in parts
        )
        drops.append(score(model, table, rows) - np.concatenate(shuffled))
    found = np.zeros(len(problem.variables))
    found[list(subset)] = np.mean(drops, axis=0)
    return found


def _folds(problem: Problem) -> Iterator[Fold]:
    """Yield the problem's folds; when scores are out of bag, a few folds made of its blocks."""
    if problem.folds:
        yield from problem.folds
        return
    for start in range(min(FOLDS_FROM_BLOCKS, len(problem.blocks))):
        validate = np.sort(np.concatenate(problem.blocks[start::FOLDS_FROM_BLOCKS]))
        yield Fold(train=np.setdiff1d(problem.development, validate), validate=validate)


def _places(problem: Problem, subset: Subset, variable: int) -> list[int]:
    """Return where the variable's columns stand in the table of a subset."""
    columns = problem.columns(subset)
    return [columns.index(column) for column in problem.owned[variable]]
