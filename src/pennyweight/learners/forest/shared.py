"""Shared: the bins, the target and the bags, which all forests of a problem share."""

from dataclasses import replace
from typing import Any

import numpy as np

from pennyweight.learners.forest.binning import BinnedTable, bin_table
from pennyweight.learners.forest.compiled import memory
from pennyweight.learners.forest.compiled.bootstrap import draw_bags
from pennyweight.learners.forest.settings import ForestSettings, cumulative_shares, row_weights
from pennyweight.learners.forest.target import EncodedTarget, encode_target
from pennyweight.learners.parts import Part, unseen_of
from pennyweight.problem import Problem
from pennyweight.seeds import scrambled

MOST_IN_BAGS = 2**22  # rows times trees; with more, each subset draws the bags again


class Shared:
    """What all forests of a problem share, made once.

    Parameters
    ----------
    problem : Problem
        The data.

    Attributes
    ----------
    problem : Problem
        The same without the table, in place of which there are bins.
    unseen : Part
        The rows that sequences may learn from, each scored by the trees that did not see it.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = replace(problem, X=None)
        self.table: BinnedTable = bin_table(problem.X, problem.development)
        self.target: EncodedTarget = encode_target(problem)
        self.unseen = unseen_of(problem)
        self._samples: dict[tuple[object, ...], memory.Sample] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Travel without the bags, which are quicker to draw again than to send."""
        return self.__dict__ | {"_samples": {}}

    def seed(self, part: Part, settings: ForestSettings) -> tuple[int, ...]:
        """Return what all that is drawn for a part follows from."""
        return self.problem.seed, settings.seed, part.number

    def sample(self, part: Part, settings: ForestSettings) -> memory.Sample:
        """Return the bags of a part, the same ones for forests that draw them in the same way."""
        key = part, *settings.of_bags
        if key not in self._samples:
            train, problem = part.train, self.problem
            weights = row_weights(settings.estimator, problem.y[train], problem.weights_of(train))
            weight = len(train) if weights is None else float(weights.sum())
            drawn = settings.n_trees if len(train) * settings.n_trees <= MOST_IN_BAGS else 0
            sample = memory.Sample(
                train=train.astype(np.uint32),
                draws=settings.draws(len(train), weight),
                shares=cumulative_shares(weights),
                left_out=np.uint64(part.left_out),
                extra=part.extra.astype(np.uint32),
                bags=np.empty((drawn, len(train)), np.uint16),
            )
            draw_bags(scrambled(*self.seed(part, settings)), sample, sample.bags)
            self._samples[key] = sample
        return self._samples[key]
