"""ScoredSubsets: many evaluations as arrays, so that prices can change in an instant."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pennyworth import pareto
from pennyworth.arrays import Flags, Floats, Rows
from pennyworth.evaluation import Evaluation
from pennyworth.prices import PriceList
from pennyworth.rounding import rounded
from pennyworth.subsets import membership


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSubsets:
    """Evaluations in a fixed order, who is in each subset, the scores, and what chooses."""

    evaluations: tuple[Evaluation, ...]
    members: Flags
    scores: Floats
    merits: Floats

    @classmethod
    def of(cls, evaluations: Iterable[Evaluation], n_variables: int) -> "ScoredSubsets":
        """Put evaluations in order."""
        ordered = tuple(in_order(evaluations))
        members = membership([evaluation.subset for evaluation in ordered], n_variables)
        return cls(ordered, members, *comparable(ordered))

    def among(self, kept: Flags) -> "ScoredSubsets":
        """Return the part of them that is flagged."""
        places = np.flatnonzero(kept).tolist()
        chosen = tuple(self.evaluations[place] for place in places)
        return ScoredSubsets(chosen, self.members[places], self.scores[places], self.merits[places])

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


def _means(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    first, second = (math.fsum(values) / len(values) for values in zip(*pairs, strict=True))
    return first, second
