"""EvaluationTable: many evaluations as arrays, so that prices can change in an instant."""

import math
import operator
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from pennyweight.arrays import Flags, Floats, Rows
from pennyweight.evaluations import pareto
from pennyweight.evaluations.evaluation import Evaluation
from pennyweight.evaluations.steadying import shifts_by_likeness
from pennyweight.evaluations.unfinished import lacking
from pennyweight.prices import rounded
from pennyweight.subsets import membership


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationTable:
    """Evaluations in a fixed order, with all that a schedule needs of them as arrays.

    Parameters
    ----------
    evaluations : tuple of Evaluation
        The evaluations.
    members : array of shape (n_evaluations, n_variables)
        Who is in each subset.
    scores, merits : arrays
        The scores, and what chooses: those of few trees with what all trees would bring, and merits
        with the mean of the shifts.
    shifts : array of shape (n_evaluations, n_blocks), or None
        By how much merits are moved: on few rows, what similar subsets got counts as well
        (`steadying.py`). None: they are as they were measured.
    """

    evaluations: tuple[Evaluation, ...]
    members: Flags
    scores: Floats
    merits: Floats
    shifts: Floats | None = None

    @classmethod
    def of(
        cls, evaluations: Iterable[Evaluation], n_variables: int, shifts: Floats | None = None
    ) -> "EvaluationTable":
        """Return evaluations as a table, in the order that they have."""
        rows = tuple(evaluations)
        members = membership([each.subset for each in rows], n_variables)
        measured = np.array([(each.score, each.merit) for each in rows], dtype=float).reshape(-1, 2)
        if shifts is not None:
            measured[:, 1] = [math.fsum(each) / len(each) for each in _moved(rows, shifts)]
        scores, merits = (measured + lacking(rows)).T.copy()
        return cls(rows, members, scores, merits, shifts)

    def chosen_by(self) -> list[tuple[float, ...]]:
        """Return the merits of each by block, or fold, as they are moved."""
        return _moved(self.evaluations, self.shifts)

    def by_block(self) -> tuple[Floats, Floats] | None:
        """Return scores and merits by block, or fold, moved so that their means are the whole's.

        None with a single block, or where not all have the same.
        """
        n_blocks = {len(evaluation.scores) for evaluation in self.evaluations}
        if len(n_blocks) != 1 or n_blocks == {1}:
            return None
        scores = np.array([evaluation.scores for evaluation in self.evaluations], dtype=float)
        merits = np.array(self.chosen_by(), dtype=float)
        scores += (self.scores - scores.mean(axis=1))[:, None]
        merits += (self.merits - merits.mean(axis=1))[:, None]
        return scores, merits

    def blocks_of(self, place: int) -> tuple[float, ...]:
        """Return one evaluation's scores by block, moved so that their mean is the whole's."""
        evaluation = self.evaluations[place]
        brought = float(self.scores[place]) - evaluation.score
        return tuple(score + brought for score in evaluation.scores)

    def steadied(self, explorers: Collection[str]) -> "EvaluationTable":
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
        return EvaluationTable.of(self.evaluations, self.members.shape[1], shifts)

    def among(self, kept: Flags) -> "EvaluationTable":
        """Return the part of them that is flagged."""
        places = np.flatnonzero(kept).tolist()
        return EvaluationTable(
            tuple(self.evaluations[place] for place in places),
            self.members[places],
            self.scores[places],
            self.merits[places],
            None if self.shifts is None else self.shifts[places],
        )

    def front(self, costs: Floats) -> Rows:
        """Return the places of those that are worth their cost, cheapest first."""
        return pareto.front(costs, self.merits)

    def best(self, costs: Floats, budgets: Floats) -> Rows:
        """Return the place of the best subset for each price draw and budget; -1: none qualifies.

        `costs` has a row for each draw and a column for each subset. Of equally good subsets the
        cheapest wins, then the first.
        """
        most = rounded(budgets)
        found = []
        for row in costs:
            steps = self.front(row)
            places = np.searchsorted(row[steps], most, side="right") - 1
            found.append(np.append(steps, -1)[places])
        return np.array(found, dtype=np.intp).reshape(len(costs), len(budgets))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EvaluationTable) or self.evaluations != other.evaluations:
            return False
        mine, theirs = self.shifts, other.shifts
        return mine is theirs or (
            mine is not None and theirs is not None and np.array_equal(mine, theirs)
        )

    __hash__ = None  # type: ignore[assignment]


def in_order(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Sort evaluations: of equal models, the one with fewer variables comes first."""
    return sorted(evaluations, key=lambda e: (len(e.subset), e.subset, e.estimator, e.scores))


def _moved(evaluations: tuple[Evaluation, ...], shifts: Floats | None) -> list[tuple[float, ...]]:
    measured = [each.chosen_by for each in evaluations]
    if shifts is None:
        return measured
    pairs = zip(measured, shifts.tolist(), strict=True)
    return [tuple(map(operator.add, merits, moves)) for merits, moves in pairs]
