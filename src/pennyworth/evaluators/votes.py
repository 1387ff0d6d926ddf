"""Scores of a forest's votes: the common ones straight from the numbers, others by the scorer."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pennyworth.arrays import Rows, Votes
from pennyworth.evaluators.fitting import Scorer, score
from pennyworth.evaluators.measures import is_r2, measure_of, r2
from pennyworth.evaluators.out_of_bag import OutOfBagClassifier, OutOfBagRegressor
from pennyworth.forest.target import EncodedTarget
from pennyworth.problem import Problem
from pennyworth.subsets import Subset

MANY_ROWS = 1_000_000


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
        self._is_r2 = is_r2(scorer)

    def of(self, votes: Votes, blocks: Sequence[Rows], subset: Subset) -> list[float]:
        """Return the score of each block of rows, of those rows in it that have votes."""
        if self._measure is None or not blocks:
            return [self._by_scorer(votes, rows, subset) for rows in blocks]
        if len(blocks) > 1 and sum(map(len, blocks)) > MANY_ROWS:  # one by one, to save memory
            return [each for rows in blocks for each in self.of(votes, [rows], subset)]
        rows = np.concatenate(blocks)
        block = np.repeat(np.arange(len(blocks)), [len(each) for each in blocks])
        votes = votes[rows]
        known = self._target.covered(votes)
        if not known.all():
            rows, block, votes = rows[known], block[known], votes[known]
        values = self._measure(self._target.codes[rows], self._target.shares(votes))
        weights = self._problem.weights_of(rows)
        share = np.ones(len(rows)) if weights is None else weights
        with np.errstate(invalid="ignore"):  # a block without any vote has no score
            means = np.bincount(block, share * values, len(blocks)) / np.bincount(
                block, share, len(blocks)
            )
        return [float(mean) for mean in means]

    def _by_scorer(self, votes: Votes, rows: Rows, subset: Subset) -> float:
        target, problem = self._target, self._problem
        rows = rows[target.covered(votes[rows])]
        weights = problem.weights_of(rows)
        if self._is_r2:
            return r2(problem.y[rows], target.means(votes[rows]), weights)
        model: Any = (
            OutOfBagRegressor(target.means(votes[rows]))
            if target.classes is None
            else OutOfBagClassifier(target.shares(votes[rows]), target.classes)
        )
        return score(self._scorer, model, rows.reshape(-1, 1), problem.y[rows], weights)
