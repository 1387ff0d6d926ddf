"""HonestScores: how sure a schedule can be of its scores, for it to inherit."""

from typing import Self

import numpy as np

from pennyworth.arrays import Flags, Floats
from pennyworth.evaluation import Evaluation
from pennyworth.questions import BuyersQuestions
from pennyworth.scheduled_model import ScheduledModel
from pennyworth.uncertainty import (
    Difference,
    difference,
    half_width,
    indistinguishable,
    optimism,
)


class HonestScores(BuyersQuestions):
    """What a schedule says about the noise in its scores."""

    evaluations: tuple[Evaluation, ...]
    costs: Floats

    def _among(self, kept: Flags) -> Self:
        """Return the schedule of some of the evaluations."""
        raise NotImplementedError

    def corrected(self) -> Floats:
        """Return the scores of the models without the optimism of having chosen them.

        It is estimated by choosing again on blocks (or folds) that are drawn with replacement.
        """
        costs = np.array([model.cost for model in self])
        scores = np.array([model.score for model in self])
        found = optimism(self._scored, self.costs, costs) if len(self) else scores
        if found is None:
            raise ValueError(
                "the scores rest on a single fold, so that the luck of the choice cannot be seen; "
                "search with validation='oob' or several folds."
            )
        corrected: Floats = scores - found
        return corrected

    def interval(self, level: float = 0.95) -> tuple[Floats, Floats]:
        """Return the ends of the confidence intervals of the models' scores on new rows."""
        stderr = np.array([model.stderr for model in self], dtype=float)
        corrected = self.corrected()
        n_blocks = len(self.evaluations[0].scores) if self.evaluations else 2
        width = half_width(stderr, n_blocks, level)
        return corrected - width, corrected + width

    def _honest_columns(self) -> dict[str, Floats]:
        """Return the corrected scores and the ends of their intervals; NaN with a single fold."""
        if any(model.stderr is None for model in self):
            return dict.fromkeys(("corrected", "low", "high"), np.full(len(self), np.nan))
        low, high = self.interval()
        return {"corrected": (low + high) / 2, "low": low, "high": high}

    def difference(self, model: ScheduledModel, other: ScheduledModel) -> Difference:
        """Return how much better a model scores than another, and its paired standard error."""
        return difference(self._evaluation(model).scores, self._evaluation(other).scores)

    def parsimonious(self) -> Self:
        """Return the frugal schedule, by the rule of one standard error.

        At each budget it has the cheapest model that is not distinguishable from the best one: its
        merit is behind by at most one standard error of the difference, paired over the blocks.
        """
        kept = np.zeros(len(self.evaluations), dtype=bool)
        for model in self:
            if model.stderr is None:
                raise ValueError("the scores rest on a single fold; they have no standard error.")
            close = indistinguishable(self.evaluations, self._evaluation(model))
            places = np.flatnonzero(close & (self.costs <= model.cost))
            cheapest = np.lexsort((-self._scored.merits[places], self.costs[places]))[0]
            kept[places[cheapest]] = True
        return self._among(kept)
