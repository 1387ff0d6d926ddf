"""ScoredSubsets: many evaluations as arrays, so that prices can change in an instant."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from pennyweight.arrays import Flags, Floats, Rows
from pennyweight.evaluations import pareto
from pennyweight.evaluations.evaluation import Evaluation
from pennyweight.evaluations.steadying import shifts_by_likeness
from pennyweight.evaluations.unfinished import comparable
from pennyweight.prices import PriceList, rounded
from pennyweight.subsets import membership


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSubsets:
    """Evaluations in a fixed order, with all that a schedule needs of them as arrays.

    Parameters
    ----------
    evaluations : tuple of Evaluation
        The evaluations.
    members : array of shape (n_evaluations, n_variables)
        Who is in each subset.
    scores, merits : arrays
        The scores, and what chooses.
    """

    evaluations: tuple[Evaluation, ...]
    members: Flags
    scores: Floats
    merits: Floats

    @classmethod
    def of(cls, evaluations: Iterable[Evaluation], n_variables: int) -> "ScoredSubsets":
        """Put evaluations in order."""
        ordered = tuple(in_order(evaluations))
        members = membership([evaluation.subset for evaluation in ordered], n_variables)
        scores, merits = comparable(ordered)
        return cls(ordered, members, scores, merits)

    def by_block(self) -> tuple[Floats, Floats] | None:
        """Return scores and merits by block, or fold, moved so that their means are the whole's.

        None with a single block, or where not all have the same.
        """
        n_blocks = {len(evaluation.scores) for evaluation in self.evaluations}
        if len(n_blocks) != 1 or n_blocks == {1}:
            return None
        scores = np.array([evaluation.scores for evaluation in self.evaluations], dtype=float)
        merits = np.array([evaluation.chosen_by for evaluation in self.evaluations], dtype=float)
        scores += (self.scores - scores.mean(axis=1))[:, None]
        merits += (self.merits - merits.mean(axis=1))[:, None]
        return scores, merits

    def blocks_of(self, place: int) -> tuple[float, ...]:
        """Return one evaluation's scores by block, moved so that their mean is the whole's."""
        evaluation = self.evaluations[place]
        brought = float(self.scores[place]) - evaluation.score
        return tuple(score + brought for score in evaluation.scores)

    def steadied(self, explorers: Collection[str]) -> "ScoredSubsets":
        """Return the same, merits that are no scores moved by what similar subsets got.

        Only the estimators that were tried on all subsets tell that: `explorers`.
        """
        by_block = self.by_block()
        telling = np.array([each.estimator in explorers for each in self.evaluations], dtype=bool)
        if by_block is None or not telling.any() or not all(e.merits for e in self.evaluations):
            return self
        shifts = shifts_by_likeness(self.members, by_block[1], telling)
        if not shifts.any():
            return self
        pairs = zip(self.evaluations, shifts.tolist(), strict=True)
        moved = (replace(evaluation, shifts=tuple(each)) for evaluation, each in pairs)
        return ScoredSubsets.of(moved, self.members.shape[1])

    def among(self, kept: Flags) -> "ScoredSubsets":
        """Return the part of them that is flagged."""
        places = np.flatnonzero(kept).tolist()
        return ScoredSubsets(
            tuple(self.evaluations[place] for place in places),
            self.members[places],
            self.scores[places],
            self.merits[places],
        )

    def best(self, costs: Floats, budgets: Floats) -> Rows:
        """Return the place of the best subset for each price draw and budget; -1: none qualifies.

        `costs` has a row for each draw and a column for each subset. Of equally good subsets the
        cheapest wins, then the first.
        """
        most = rounded(budgets)
        found = []
        for row in costs:
            steps = pareto.front(row, self.merits)
            places = np.searchsorted(row[steps], most, side="right") - 1
            found.append(np.append(steps, -1)[places])
        return np.array(found, dtype=np.intp).reshape(len(costs), len(budgets))

    def costs(self, prices: PriceList, item_prices: Floats) -> Floats:
        """Return the costs of all subsets under many draws of item prices, a row for each draw."""
        needed = prices.items_needed(self.members)
        return rounded(item_prices @ needed.T)


def in_order(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Sort evaluations: of equal models, the one with fewer variables comes first."""
    return sorted(evaluations, key=lambda e: (len(e.subset), e.subset, e.estimator, e.scores))
