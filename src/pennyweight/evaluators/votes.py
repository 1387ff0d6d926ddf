"""Scores of a forest's votes: the common ones straight from the numbers, others by the scorer."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pennyweight.arrays import Rows, Votes
from pennyweight.evaluators.fitting import Scorer, score
from pennyweight.evaluators.measures import Measure, is_r2, measure_of, r2
from pennyweight.evaluators.out_of_bag import OutOfBagClassifier, OutOfBagRegressor
from pennyweight.learners import Target
from pennyweight.problem import Problem
from pennyweight.subsets import Subset

MANY_ROWS = 1_000_000  # to lay out and keep; with more, it is done block by block, again and again


class VoteScores:
    """Scores the votes for some blocks of rows.

    Parameters
    ----------
    problem : Problem
        The data.
    target : Target
        What the votes are for.
    scorer : callable
        Scores a model; some need none.
    blocks : sequence of arrays of int
        The rows of each block.
    """

    def __init__(
        self, problem: Problem, target: Target, scorer: Scorer, blocks: Sequence[Rows]
    ) -> None:
        self._problem = problem
        self._target = target
        self._scorer = scorer
        self._blocks = blocks
        self._is_r2 = target.classes is None and is_r2(scorer)
        self._measure = None if target.classes is None else measure_of(scorer)
        few = self._measure is not None and sum(map(len, blocks)) <= MANY_ROWS
        self._laid_out = self._averages(blocks) if few else None

    def of(self, votes: Votes, subset: Subset) -> list[float]:
        """Return the score of each block of rows, of those rows in it that have votes."""
        if self._laid_out is not None:
            return self._laid_out.of(votes)
        if self._measure is not None:
            return [self._averages([rows]).of(votes)[0] for rows in self._blocks]
        return [self._by_scorer(votes, rows, subset) for rows in self._blocks]

    def _averages(self, blocks: Sequence[Rows]) -> "Averages":
        assert self._measure is not None
        return Averages(self._problem, self._target, self._measure, blocks)

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


class Averages:
    """What a measure averages to in each block, with all but the votes laid out once."""

    def __init__(
        self, problem: Problem, target: Target, measure: Measure, blocks: Sequence[Rows]
    ) -> None:
        self._target = target
        self._measure = measure
        self._n_blocks = len(blocks)
        self._rows = np.concatenate(blocks)
        self._block = np.repeat(np.arange(len(blocks)), [len(rows) for rows in blocks])
        self._codes = target.codes[self._rows]
        weights = problem.weights_of(self._rows)
        self._weights = np.ones(len(self._rows)) if weights is None else weights

    def of(self, votes: Votes) -> list[float]:
        """Return the average of each block, over those rows in it that have votes."""
        votes = votes.take(self._rows, axis=0)  # several times as fast as votes[rows]
        known = self._target.covered(votes)
        codes, block, weights = self._codes, self._block, self._weights
        if not known.all():
            votes, codes, block, weights = votes[known], codes[known], block[known], weights[known]
        values = self._measure(codes, self._target.shares(votes))
        with np.errstate(invalid="ignore"):  # a block without any vote has no score
            averages = np.bincount(block, weights * values, self._n_blocks) / np.bincount(
                block, weights, self._n_blocks
            )
        return [float(average) for average in averages]
