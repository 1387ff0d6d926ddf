"""HonestScores: how sure a schedule can be of its scores, for it to inherit."""

from functools import cached_property
from typing import Self

import numpy as np

from pennyweight.arrays import Flags, Floats
from pennyweight.evaluations import Evaluation, pareto
from pennyweight.schedule.model import ScheduledModel
from pennyweight.schedule.questions import BuyersQuestions
from pennyweight.schedule.uncertainty import (
    FEWEST_BLOCKS,
    Difference,
    corrected_scores,
    difference,
    half_width,
    indistinguishable,
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

        They are estimated by choosing again on some blocks (or folds) and scoring on the others.
        """
        if self._corrected is None:
            raise ValueError(
                "the luck of the choice cannot be seen in fewer than five scores of a subset; "
                "search with validation='oob' or five folds."
            )
        return self._corrected

    @cached_property
    def _corrected(self) -> Floats | None:
        costs = np.array([model.cost for model in self])
        return corrected_scores(self._scored, self.costs, costs) if len(self) else costs

    def interval(self, level: float = 0.95) -> tuple[Floats, Floats]:
        """Return the ends of the confidence intervals of the models' scores on new rows."""
        if not 0 < level < 1:
            raise ValueError(f"level is {level!r}; give a share such as 0.95.")
        stderr = np.array([model.stderr for model in self], dtype=float)
        corrected = self.corrected()
        n_blocks = len(self.evaluations[0].scores) if self.evaluations else FEWEST_BLOCKS
        width = half_width(stderr, n_blocks, level)
        return corrected - width, corrected + width

    def _honest_columns(self) -> dict[str, Floats]:
        """Return the corrected scores and the ends of their intervals; NaN where unknown."""
        if self._corrected is None:
            return dict.fromkeys(("corrected", "low", "high"), np.full(len(self), np.nan))
        low, high = self.interval()
        return {"corrected": self._corrected, "low": low, "high": high}

    def difference(self, model: ScheduledModel, other: ScheduledModel) -> Difference:
        """Return how much better a model scores than another, and its paired standard error."""
        return difference(self._blocks(model), self._blocks(other))

    def parsimonious(self) -> Self:
        """Return the frugal schedule, by the rule of one standard error.

        At each budget it has the cheapest model of this schedule that is not distinguishable from
        the best one: its merit is behind by at most one standard error of the difference, paired
        over the blocks.
        """
        by_block = self._scored.by_block()
        if by_block is None:
            raise ValueError("the scores rest on a single fold; they have no standard error.")
        front = pareto.front(self.costs, self._scored.merits)
        kept = np.zeros(len(self.evaluations), dtype=bool)
        for step, best in enumerate(front.tolist()):
            # The front only: what is dearer and no better would not be in a schedule.
            close = indistinguishable(by_block[1], best)[front[: step + 1]]
            kept[front[int(np.argmax(close))]] = True
        frugal = self._among(kept)
        if self._corrected is not None:  # its models were chosen from all, not from the few left
            by_cost = {model.cost: each for model, each in zip(self, self._corrected, strict=True)}
            frugal._corrected = np.array([by_cost[model.cost] for model in frugal])
        return frugal
