"""Scores of a forest's votes: the common ones straight from the numbers, others by the scorer."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pennyworth.arrays import Floats, Labels, Rows, Votes, Weights
from pennyworth.evaluators.fitting import Scorer, score
from pennyworth.evaluators.out_of_bag import OutOfBagClassifier, OutOfBagRegressor
from pennyworth.forest.target import EncodedTarget
from pennyworth.problem import Problem
from pennyworth.subsets import Subset


def accuracy(codes: Labels, shares: Floats, weights: Weights) -> float:
    """Return the share of rows whose likeliest class is the right one."""
    return float(np.average(shares.argmax(axis=1) == codes, weights=weights))


def neg_log_loss(codes: Labels, shares: Floats, weights: Weights) -> float:
    """Return the mean logarithm of the share of the right class."""
    of_right = np.maximum(shares[np.arange(len(codes)), codes], np.finfo(float).eps)
    return float(np.average(np.log(of_right), weights=weights))


def r2(y: Labels, means: Floats, weights: Weights) -> float:
    """Return the share of the variance that is explained."""
    residual = np.average((y - means) ** 2, weights=weights)
    spread = np.average((y - np.average(y, weights=weights)) ** 2, weights=weights)
    return float(1 - residual / spread) if spread > 0 else float(residual == 0)


OF_CLASSES: Mapping[str, Callable[..., float]] = {
    "accuracy": accuracy,
    "neg_log_loss": neg_log_loss,
}
OF_NUMBERS: Mapping[str, Callable[..., float]] = {"r2": r2}


class VoteScores:
    """Scores the votes for some rows.

    Parameters
    ----------
    problem : Problem
        The data.
    target : EncodedTarget
        What the votes are for.
    scorer : callable
        Scores a model.
    scoring : str
        The scorer's name; some need no model.
    """

    def __init__(
        self, problem: Problem, target: EncodedTarget, scorer: Scorer, scoring: str
    ) -> None:
        self._problem = problem
        self._target = target
        self._scorer = scorer
        measures = OF_NUMBERS if target.classes is None else OF_CLASSES
        self._measure = measures.get(scoring)

    def of(self, votes: Votes, rows: Rows, subset: Subset) -> float:
        """Return the score of those rows that have votes."""
        target, problem = self._target, self._problem
        rows = target.covered(votes, rows)
        weights = problem.weights_of(rows)
        if target.classes is None:
            predicted, truth = target.means(votes[rows]), problem.y[rows]
        else:
            predicted, truth = target.shares(votes[rows]), target.codes[rows]
        if self._measure is not None:
            return self._measure(truth, predicted, weights)
        model: Any = (
            OutOfBagRegressor(predicted)
            if target.classes is None
            else OutOfBagClassifier(predicted, target.classes)
        )
        return score(self._scorer, model, rows.reshape(-1, 1), problem.y[rows], weights)
