"""Runner: skips what is known, runs the rest in parallel, keeps to the budget and the effort."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice

import numpy as np

from pennyweight.arrays import Flags
from pennyweight.effort import UNLIMITED, Callback, Effort, EffortSpent, Meter, Progress
from pennyweight.evaluations import Evaluation, Visit
from pennyweight.evaluators import Evaluate, Task, Tried
from pennyweight.prices import NO_LIMITS, Limits, PriceList
from pennyweight.subsets import Subset

AT_ONCE = 1000  # subsets; between such parts the clock is looked at
MOST_CALLS_FOR_NOTHING = 1000  # in a row, that ask for nothing new: such a sequence never ends


class Runner:
    """Evaluates subsets for the sequences; the only place that knows limits.

    Parameters
    ----------
    tried : Tried
        What each subset is tried with.
    evaluate : callable
        Turns tasks into evaluations.
    prices : PriceList
        What the subsets cost.
    limits : Limits
        Subsets that cost more are not evaluated; variables are added to every subset, or taken out.
    effort : Effort
        At most so many different subsets may be asked for, so much time may pass, or a callback
        may end the search. Subsets that a store holds count as well, so that a run that is taken up
        again ends where an uninterrupted one would have.
    known : callable
        Returns those of some tasks whose evaluations are there already, so that they take no time.
    progress : bool or callable
        Show a bar; or what sees a `SearchProgress` after every evaluation.
    """

    def __init__(
        self,
        tried: Tried,
        evaluate: Evaluate,
        prices: PriceList,
        limits: Limits = NO_LIMITS,
        effort: Effort = UNLIMITED,
        *,
        known: Callable[[list[Task]], Collection[Task]] = lambda tasks: (),
        progress: bool | Callback = False,
    ) -> None:
        self._names, self._rounds = tried.names, tried.rounds
        self._evaluate = evaluate
        self._prices = prices
        self._limits = limits
        self._budgets = [(prices.kind(kind), most) for kind, most in limits.budgets.items()]
        watch = progress if callable(progress) else None
        self.meter = Meter(effort, watch)
        self._most_subsets = effort.subsets
        self._known_of = known
        self._known: dict[tuple[str, Subset], Evaluation] = {}
        self._n_new = 0
        self._asked: dict[Subset, Evaluation] = {}
        self._counted: dict[Subset, None] = {}
        self._spent = False
        self._calls_for_nothing = 0
        self.visits: list[Visit] = []
        self._progress = Progress(total=self._most_subsets, shown=bool(progress) and watch is None)

    def tried(self) -> list[Evaluation]:
        """Return the best evaluation of every subset that was asked for."""
        return [self._asked[subset] for subset in self._counted if subset in self._asked]

    @property
    def evaluations(self) -> list[Evaluation]:
        """All evaluations of the subsets that were asked for, each estimator's."""
        done = [subset for subset in self._counted if subset in self._asked]
        return [self._known[name, subset] for subset in done for name in self._names]

    def others(self, known: Iterable[Evaluation]) -> list[Evaluation]:
        """Return the evaluations of subsets that were not asked for, but could have been."""
        found: dict[Subset, list[Evaluation]] = {}
        for evaluation in known:
            if evaluation.subset not in self._asked:
                found.setdefault(evaluation.subset, []).append(evaluation)
        whole = [s for s in sorted(found) if len(found[s]) == len(self._names)]
        return [each for s in whole if list(self._proper([s])) == [s] for each in found[s]]

    def evaluate(self, subsets: Iterable[Iterable[int]], visitor: str) -> list[Evaluation]:
        """Return the best evaluation of each subset; those over the budget are left out.

        Variables that cost nothing more are offered to every subset: it is tried without and with
        them all, and the better one is returned. `visitor` is the sequence that asks.
        """
        proper, found = self._proper(subsets), []
        while some := list(islice(proper, AT_ONCE)):
            found += self._evaluate_some(some, visitor)
        return found

    def _evaluate_some(self, subsets: list[Subset], visitor: str) -> list[Evaluation]:
        self.meter.check()
        offers: list[list[Subset]] = []
        for subset in subsets:
            offers.append(list(self._within_effort(self._offers(subset))))
            if self._spent:
                break
        wanted = list(dict.fromkeys(subset for offer in offers for subset in offer))
        new = [subset for subset in wanted if subset not in self._asked]
        self._calls_for_nothing = 0 if new else self._calls_for_nothing + 1
        try:
            self._run(new)
        finally:
            done = [subset for subset in wanted if subset in self._asked]
            self.visits += [Visit(sequence=visitor, subset=subset) for subset in done]
        if self._spent or self._calls_for_nothing >= MOST_CALLS_FOR_NOTHING:
            raise EffortSpent
        return [max((self._asked[s] for s in offer), key=_by_merit) for offer in offers]

    def _proper(self, subsets: Iterable[Iterable[int]]) -> Iterator[Subset]:
        for proposed in subsets:
            subset = self._prices.subset(proposed)
            if not subset and not self._limits.keep:
                raise ValueError("a sequence proposed the empty subset; it has no model.")
            subset = self._limits.applied(subset)
            if subset and self._affordable(subset):
                yield subset

    def _offers(self, subset: Subset) -> list[Subset]:
        enlarged = self._limits.applied({*subset, *self._prices.free_with(subset)})
        return [subset, enlarged] if enlarged != subset and self._affordable(enlarged) else [subset]

    def _within_effort(self, subsets: Iterable[Subset]) -> Iterator[Subset]:
        """Pass subsets on until one more would be too much; then the effort is spent."""
        for subset in subsets:
            if subset not in self._counted:
                if self._most_subsets is not None and len(self._counted) >= self._most_subsets:
                    self._spent = True
                    return
                self._counted[subset] = None
            yield subset

    def affordable(self, members: Flags) -> Flags:
        """Tell which subsets, with what is always kept, are within the budget."""
        with_kept = members.copy()
        with_kept[:, list(self._limits.keep)] = True
        within = [prices.costs(with_kept) <= most for prices, most in self._budgets]
        return np.logical_and.reduce(within) if within else np.ones(len(members), dtype=bool)

    def _affordable(self, subset: Subset) -> bool:
        return all(prices.cost(subset) <= most for prices, most in self._budgets)

    def _run(self, subsets: list[Subset]) -> None:
        names = self._names
        tasks = [self._task(n, s) for s in subsets for n in names if (n, s) not in self._known]
        finishing_follows = any(task.trees != self._most_trees(task.name) for task in tasks)
        known = self._known_of(tasks)
        missing = {(task.name, task.subset) for task in tasks if task not in known}
        new = {subset for _, subset in missing}
        for evaluation in self._evaluate(tasks):
            name, subset = evaluation.estimator, evaluation.subset
            self._known[name, subset] = evaluation
            if all((name, subset) in self._known for name in names):
                self._asked[subset] = self._best(subset)
                self._n_new += subset in new
                self._progress.advance(self._asked[subset].score)
            self.meter.tried(
                evaluation,
                subsets=len(self._asked),
                new=self._n_new,
                known=(name, subset) not in missing,
                in_two_parts=finishing_follows,
            )

    def _task(self, name: str, subset: Subset) -> Task:
        rounds = self._rounds(name)
        return Task(name, subset, rounds.trees[0] if rounds else None)

    def _most_trees(self, name: str) -> int | None:
        rounds = self._rounds(name)
        return rounds.trees[-1] if rounds else None

    def _best(self, subset: Subset) -> Evaluation:
        return max((self._known[n, subset] for n in self._names), key=_by_merit)

    def close(self) -> None:
        """Finish the progress bar."""
        self._progress.close()


def _by_merit(evaluation: Evaluation) -> float:
    return evaluation.merit
