"""ScoredSubsets: many evaluations as arrays, so that prices can change in an instant."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pennyworth import pareto
from pennyworth.arrays import Flags, Floats, Rows
from pennyworth.evaluation import Evaluation
from pennyworth.prices import PriceList
from pennyworth.rounding import rounded
from pennyworth.steadying import steadied
from pennyworth.subsets import membership

DIGITS = 12  # so that equal merits stay equal


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
    by_block : pair of arrays of shape (n_evaluations, n_blocks), or None
        Both by block, or fold, as comparable as the whole; None with a single one, or where not all
        have the same.
    """

    evaluations: tuple[Evaluation, ...]
    members: Flags
    scores: Floats
    merits: Floats
    by_block: tuple[Floats, Floats] | None

    @classmethod
    def of(cls, evaluations: Iterable[Evaluation], n_variables: int) -> "ScoredSubsets":
        """Put evaluations in order; merits that are not the scores themselves are steadied."""
        ordered = tuple(in_order(evaluations))
        members = membership([evaluation.subset for evaluation in ordered], n_variables)
        scores, merits = comparable(ordered)
        by_block = _by_block(ordered, scores, merits)
        if by_block and all(evaluation.merits for evaluation in ordered):
            by_block = by_block[0], steadied(members, by_block[1], _tried_most(ordered))
            merits = np.round(by_block[1].mean(axis=1), DIGITS)
        return cls(ordered, members, scores, merits, by_block)

    def among(self, kept: Flags) -> "ScoredSubsets":
        """Return the part of them that is flagged."""
        places = np.flatnonzero(kept).tolist()
        scores, merits = self.by_block or (None, None)
        return ScoredSubsets(
            tuple(self.evaluations[place] for place in places),
            self.members[places],
            self.scores[places],
            self.merits[places],
            None if scores is None or merits is None else (scores[places], merits[places]),
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
            found.append(np.where(places < 0, -1, steps[places]))
        return np.array(found, dtype=np.intp).reshape(len(costs), len(budgets))

    def costs(self, prices: PriceList, item_prices: Floats) -> Floats:
        """Return the costs of all subsets under many draws of item prices, a row for each draw."""
        needed = prices.items_needed(self.members)
        return rounded(item_prices @ needed.T)


def in_order(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Sort evaluations: of equal models, the one with fewer variables comes first."""
    return sorted(evaluations, key=lambda e: (len(e.subset), e.subset, e.estimator, e.scores))


def comparable(evaluations: Sequence[Evaluation]) -> tuple[Floats, Floats]:
    """Return scores and merits; those of few trees plus what more trees brought to the others.

    The others are those of the same estimator that had as many trees once and have them all now.
    """
    gains: dict[tuple[str, int | None], list[tuple[float, float]]] = {}
    for evaluation in evaluations:
        if not evaluation.provisional:
            for trees, score, merit in evaluation.rounds:
                gain = evaluation.score - score, evaluation.merit - merit
                gains.setdefault((evaluation.estimator, trees), []).append(gain)
    means = {key: _means(values) for key, values in gains.items()}
    none = 0.0, 0.0
    more = [means.get((e.estimator, e.trees), none) if e.provisional else none for e in evaluations]
    pairs = zip(evaluations, more, strict=True)
    values = [(e.score + score, e.merit + merit) for e, (score, merit) in pairs]
    scores, merits = np.array(values, dtype=float).reshape(-1, 2).T.copy()
    return scores, merits


def _by_block(
    evaluations: Sequence[Evaluation], scores: Floats, merits: Floats
) -> tuple[Floats, Floats] | None:
    """Return scores and merits by block, moved so that their means are the given ones."""
    n_blocks = {len(evaluation.scores) for evaluation in evaluations}
    if len(n_blocks) != 1 or n_blocks == {1}:
        return None
    by_block = np.array([evaluation.scores for evaluation in evaluations])
    chosen_by = np.array([evaluation.chosen_by for evaluation in evaluations])
    by_block += (scores - by_block.mean(axis=1))[:, None]
    chosen_by += (merits - chosen_by.mean(axis=1))[:, None]
    return by_block, chosen_by


def _tried_most(evaluations: Sequence[Evaluation]) -> Flags:
    """Tell whose estimators were tried on most subsets: a finalist is known on the front only."""
    tried = Counter(evaluation.estimator for evaluation in evaluations)
    most = max(tried.values(), default=0)
    return np.array([tried[each.estimator] == most for each in evaluations], dtype=bool)


def _means(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    first, second = (math.fsum(values) / len(values) for values in zip(*pairs, strict=True))
    return first, second
