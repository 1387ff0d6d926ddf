"""Evaluation: a subset with its scores. It knows nothing of prices."""

import math
import statistics
from dataclasses import dataclass

from pennyworth.subsets import Subset


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A subset of variables, and how well one estimator does with it.

    Parameters
    ----------
    subset : tuple of int
        The variables, as sorted indices.
    estimator : str
        The name of the estimator.
    scores : tuple of float
        One score for each fold, or for each block of out-of-bag rows; higher is better.
    test_score : float or None
        The score on rows that no choice ever looked at.

    Examples
    --------
    >>> from pennyworth import Evaluation
    >>> evaluation = Evaluation(subset=(0, 2), estimator="forest", scores=(0.8, 0.9, 1.0))
    >>> round(evaluation.score, 3), round(evaluation.stderr, 3)
    (0.9, 0.058)
    """

    subset: Subset
    estimator: str
    scores: tuple[float, ...]
    test_score: float | None = None

    @property
    def score(self) -> float:
        """The mean of the scores: what choices are made by."""
        return math.fsum(self.scores) / len(self.scores)

    @property
    def stderr(self) -> float | None:
        """The standard error of the mean score; None when there is a single score."""
        if len(self.scores) < 2:
            return None
        return statistics.stdev(self.scores) / math.sqrt(len(self.scores))
