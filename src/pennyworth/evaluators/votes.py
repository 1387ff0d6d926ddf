"""Scores of a forest's votes: the common ones straight from the numbers, others by the scorer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.metrics import accuracy_score, brier_score_loss, log_loss, r2_score

from pennyworth.arrays import Floats, Labels, Rows, Votes, Weights
from pennyworth.evaluators.choosing import BrierScore
from pennyworth.evaluators.fitting import Scorer, score
from pennyworth.evaluators.out_of_bag import OutOfBagClassifier, OutOfBagRegressor
from pennyworth.forest.target import EncodedTarget
from pennyworth.problem import Problem
from pennyworth.subsets import Subset


def accuracy(codes: Labels, shares: Floats) -> Floats:
    """Return 1 for rows whose likeliest class is the right one, else 0."""
    right: Floats = (shares.argmax(axis=1) == codes).astype(float)
    return right


def neg_log_loss(codes: Labels, shares: Floats) -> Floats:
    """Return the logarithm of the share of the right class."""
    of_right = shares[np.arange(len(codes)), codes]
    logarithms: Floats = np.log(np.maximum(of_right, np.finfo(float).eps))
    return logarithms


def neg_brier_score(codes: Labels, shares: Floats) -> Floats:
    """Return minus the squared distance of the shares from the right class.

    As in scikit-learn, two classes count half: the square of the one share's error.
    """
    errors = shares.copy()
    errors[np.arange(len(codes)), codes] -= 1.0
    distances: Floats = np.einsum("ij,ij->i", errors, errors)
    return -(0.5 if shares.shape[1] == 2 else 1.0) * distances


def r2(y: Labels, means: Floats, weights: Weights) -> float:
    """Return the share of the variance that is explained."""
    residual = np.average((y - means) ** 2, weights=weights)
    spread = np.average((y - np.average(y, weights=weights)) ** 2, weights=weights)
    return float(1 - residual / spread) if spread > 0 else float(residual == 0)


MANY_ROWS = 1_000_000
ROW_BY_ROW: Mapping[Any, Callable[[Labels, Floats], Floats]] = {
    (accuracy_score, 1, "predict"): accuracy,
    (log_loss, -1, "predict_proba"): neg_log_loss,
    (brier_score_loss, -1, "predict_proba"): neg_brier_score,
}


def measure_of(scorer: Scorer) -> Callable[[Labels, Floats], Floats] | None:
    """Return what a scorer averages over rows, if it takes no model to know it."""
    if isinstance(scorer, BrierScore):
        return neg_brier_score
    return ROW_BY_ROW.get(_key(scorer))


def _key(scorer: Scorer) -> Any:
    """Return what tells scikit-learn's plain scorers apart; None for any other."""
    if getattr(scorer, "_kwargs", None) != {}:
        return None
    return tuple(
        getattr(scorer, part, None) for part in ("_score_func", "_sign", "_response_method")
    )


class VoteScores:
    """Scores the votes for some rows.

    Parameters
    ----------
    problem : Problem
        The data.
    target : EncodedTarget
        What the votes are for.
    scorer : callable
        Scores a model; some need none.
    """

    def __init__(self, problem: Problem, target: EncodedTarget, scorer: Scorer) -> None:
        self._problem = problem
        self._target = target
        self._scorer = scorer
        self._measure = None if target.classes is None else measure_of(scorer)
        self._is_r2 = _key(scorer) == (r2_score, 1, "predict")

    def of(self, votes: Votes, blocks: Sequence[Rows], subset: Subset) -> list[float]:
        """Return the score of each block of rows, of those rows in it that have votes."""
        if self._measure is None or not blocks:
            return [self._by_scorer(votes, rows, subset) for rows in blocks]
        if len(blocks) > 1 and sum(map(len, blocks)) > MANY_ROWS:  # one by one, to save memory
            return [each for rows in blocks for each in self.of(votes, [rows], subset)]
        all_rows = np.concatenate(blocks)
        block = np.repeat(np.arange(len(blocks)), [len(rows) for rows in blocks])
        known = self._target.covered(votes, all_rows)
        rows, block = all_rows[known], block[known]
        values = self._measure(self._target.codes[rows], self._target.shares(votes[rows]))
        weights = self._problem.weights_of(rows)
        share = np.ones(len(rows)) if weights is None else weights
        with np.errstate(invalid="ignore"):  # a block without any vote has no score
            means = np.bincount(block, share * values, len(blocks)) / np.bincount(
                block, share, len(blocks)
            )
        return [float(mean) for mean in means]

    def _by_scorer(self, votes: Votes, rows: Rows, subset: Subset) -> float:
        target, problem = self._target, self._problem
        rows = rows[target.covered(votes, rows)]
        weights = problem.weights_of(rows)
        if self._is_r2:
            return r2(problem.y[rows], target.means(votes[rows]), weights)
        model: Any = (
            OutOfBagRegressor(target.means(votes[rows]))
            if target.classes is None
            else OutOfBagClassifier(target.shares(votes[rows]), target.classes)
        )
        return score(self._scorer, model, rows.reshape(-1, 1), problem.y[rows], weights)
