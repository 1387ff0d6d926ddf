"""As many trees as the answer needs: subsets near the front go on, in rounds, to the full number.

1. Every subset gets a first round of trees (`evaluators/pilot.py` says how many).
2. When the sequences have ended: a subset goes on to the next round, which doubles its trees, while
   its merit is the best of the subsets that cost no more, or the trees that it lacks are expected
   to bring it above that by enough. They change merits about as much as the round just grown
   did, or as two forests of a first round differ; only merits with as many trees are compared.
   Forests of several kinds compete with each other, by what all their trees would bring: those
   that learn more from more trees lack more.
3. A subset that stopped early is put in a schedule by its merit plus what more trees brought to
   others of its kind on average. One that the schedule needs all the same goes on as well, round by
   round, until it has all its trees or the schedule needs it no more.

All this depends on which subsets were tried, not on their order or on who evaluated them.
"""

import math
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from scipy.special import ndtr

from pennyweight.arrays import Flags, Floats
from pennyweight.effort import Progress, Stopping
from pennyweight.evaluations import Evaluation, EvaluationTable, in_order
from pennyweight.evaluators import Evaluate, Rounds, Task, Tried
from pennyweight.prices import PriceList
from pennyweight.subsets import Subset, membership

ENOUGH_TO_TELL = 5
NO_NOISE = 1e-100


def finish(
    what: Tried,
    evaluate: Evaluate,
    prices: PriceList,
    evaluations: Iterable[Evaluation],
    *,
    progress: bool = False,
    grown: Callable[[Evaluation], None] | None = None,
    stopping: Stopping | None = None,
) -> list[Evaluation]:
    """Return the evaluations, those near the front with all their trees.

    `grown` is told of each evaluation. What `stopping` cuts short ends with what was grown so far.
    """
    tried = list(evaluations)
    if not any(evaluation.provisional for evaluation in tried):
        return tried
    bar = Progress(None, shown=progress, of="forests near the front", patience=1)
    growing = Growing(what, evaluate, bar, grown or _ignore)
    try:
        with stopping or Stopping():
            return _finish(growing, prices, tried)
        return [growing.latest.get((e.estimator, e.subset), e) for e in tried]
    finally:
        bar.close()


def _ignore(evaluation: Evaluation) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Growing:
    """Grows forests further, and shows how far it is."""

    what: Tried
    evaluate: Evaluate
    bar: Progress
    told: Callable[[Evaluation], None]
    latest: dict[tuple[str, Subset], Evaluation] = field(default_factory=dict)

    def to(self, trees: Mapping[int, int], tried: list[Evaluation]) -> list[Evaluation]:
        """Return the evaluations, those at the given places with so many trees."""
        place_of = {Task(tried[p].estimator, tried[p].subset): p for p in trees}
        tasks = [task._replace(trees=trees[place]) for task, place in place_of.items()]
        grown = list(tried)
        for evaluation in self.evaluate(tasks):
            place = place_of[Task(evaluation.estimator, evaluation.subset)]
            grown[place] = evaluation.after(tried[place])
            self.latest[evaluation.estimator, evaluation.subset] = grown[place]
            self.bar.advance(evaluation.score)
            self.told(evaluation)
        return grown


def _finish(growing: Growing, prices: PriceList, tried: list[Evaluation]) -> list[Evaluation]:
    what = growing.what
    for rivals in _competing(what):
        own = [evaluation for evaluation in tried if evaluation.estimator in rivals]
        tried = [evaluation for evaluation in tried if evaluation.estimator not in rivals]
        tried += _in_rounds(growing, prices, own, rivals)
    tried = in_order(tried)
    while needed := _provisional_on_front(prices, tried, what.names):
        tried = growing.to({place: _next(what, tried[place]) for place in needed}, tried)
    return tried


def _competing(what: Tried) -> list[dict[str, Rounds]]:
    """Return the rounds of forests by name; only those that end with as many trees compete."""
    found: dict[int, dict[str, Rounds]] = {}
    for name in what.names:
        if rounds := what.rounds(name):
            found.setdefault(rounds.trees[-1], {})[name] = rounds
    return list(found.values())


def _costs(prices: PriceList, tried: list[Evaluation]) -> Floats:
    return prices.costs(membership([e.subset for e in tried], len(prices.variables)))


def _next(what: Tried, evaluation: Evaluation) -> int:
    """Return the number of trees of the round after the evaluation's own."""
    rounds = what.rounds(evaluation.estimator)
    if rounds is None:
        raise ValueError(f"{evaluation.estimator!r} is not grown in rounds")
    return next(trees for trees in rounds.trees if trees > (evaluation.trees or 0))


def _in_rounds(
    growing: Growing, prices: PriceList, tried: list[Evaluation], rounds: Mapping[str, Rounds]
) -> list[Evaluation]:
    costs, playing = _costs(prices, tried), set(range(len(tried)))
    measured = [each for each in rounds.values() if len(each.trees) > 1]
    noise = max((each.noise for each in measured), default=0.0)
    worth = min((each.worth for each in measured), default=0.0)
    for trees, more in pairwise(sorted({n for each in rounds.values() for n in each.trees})):
        before = _expected(tried, playing, trees, rounds)
        near = near_front(costs[list(before)], np.array(list(before.values())), noise, worth)
        playing -= {place for place, stays in zip(before, near, strict=True) if not stays}
        behind = {p: more for p in sorted(playing) if (tried[p].trees or 0) < more}
        tried = growing.to(behind, tried)
        after = _expected(tried, playing, more, rounds)
        changes = [merit - before[p] for p, merit in after.items() if p in before]
        noise = statistics.stdev(changes) if len(changes) >= ENOUGH_TO_TELL else noise
    return tried


def _expected(
    tried: list[Evaluation], places: set[int], trees: int, rounds: Mapping[str, Rounds]
) -> dict[int, float]:
    """Return the merits to expect of all trees, by place, of those that once had just so many."""
    known = {place: tried[place].merit_with(trees) for place in sorted(places)}
    return {
        place: merit + rounds[tried[place].estimator].lacking(trees)
        for place, merit in known.items()
        if merit is not None
    }


def near_front(costs: Floats, merits: Floats, noise: float, worth: float) -> Flags:
    """Tell which merits are the best at no more cost, or expected to gain enough on the best.

    All merits may still change, by a normal noise of this standard deviation.
    """
    if not len(costs):
        return np.zeros(0, dtype=bool)
    order = np.argsort(costs, kind="stable")
    best_so_far = np.maximum.accumulate(merits[order])
    reached = np.searchsorted(costs[order], costs, side="right") - 1
    short = best_so_far[reached] - merits
    spread = max(math.sqrt(2) * noise, NO_NOISE)
    shares = short / spread
    gains = spread * (np.exp(-(shares**2) / 2) / math.sqrt(2 * math.pi) - shares * ndtr(-shares))
    near: Flags = (short == 0) | (gains >= worth)
    return near


def _provisional_on_front(
    prices: PriceList, tried: list[Evaluation], explorers: tuple[str, ...]
) -> list[int]:
    scored = EvaluationTable.of(tried, len(prices.variables)).steadied(explorers)
    front = scored.front(prices.costs(scored.members))
    return [place for place in front.tolist() if scored.evaluations[place].provisional]
