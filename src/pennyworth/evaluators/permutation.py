"""Permutation importance of variables: all columns of a variable are permuted together."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.utils.parallel import Parallel, delayed

from pennyworth.arrays import Floats
from pennyworth.columns import permuted
from pennyworth.evaluators.fitting import Scorer, fit, score
from pennyworth.problem import Problem
from pennyworth.seeds import generator, seeded
from pennyworth.splits import Fold

REPEATS = 5
FOLDS_FROM_BLOCKS = 3


def permutation_importances(
    problem: Problem, estimator: Any, scorer: Scorer, n_jobs: int | None
) -> Floats:
    """Return, for each variable, how much the score falls when its values are shuffled."""
    drops = [_drops(problem, estimator, scorer, fold, n_jobs) for fold in _folds(problem)]
    mean: Floats = np.mean(drops, axis=0)
    return mean


def _drops(
    problem: Problem, estimator: Any, scorer: Scorer, fold: Fold, n_jobs: int | None
) -> list[float]:
    everything, train = problem.full, fold.train
    model = fit(
        seeded(estimator, problem.seed, everything),
        problem.table(everything, train),
        problem.y[train],
        problem.weights_of(train),
    )
    table = problem.table(everything, fold.validate)
    y, weights = problem.y[fold.validate], problem.weights_of(fold.validate)

    def shuffled_score(variable: int) -> float:
        places = _places(problem, variable)
        rng = generator(problem.seed, f"permutation of {variable}")
        orders = [rng.permutation(len(y)) for _ in range(REPEATS)]
        scores = [score(scorer, model, permuted(table, places, o), y, weights) for o in orders]
        return float(np.mean(scores))

    intact = score(scorer, model, table, y, weights)
    shuffled = Parallel(n_jobs=n_jobs, prefer="threads")(
        delayed(shuffled_score)(variable) for variable in everything
    )
    return [intact - value for value in shuffled]


def _folds(problem: Problem) -> Iterator[Fold]:
    """Yield the problem's folds; when scores are out of bag, a few folds made of its blocks."""
    yield from problem.folds
    for start in range(min(FOLDS_FROM_BLOCKS, len(problem.blocks))):
        validate = np.sort(np.concatenate(problem.blocks[start::FOLDS_FROM_BLOCKS]))
        yield Fold(train=np.setdiff1d(problem.development, validate), validate=validate)


def _places(problem: Problem, variable: int) -> list[int]:
    """Return where the variable's columns stand in the table of all variables."""
    columns = problem.columns(problem.full)
    return [columns.index(column) for column in problem.owned[variable]]
