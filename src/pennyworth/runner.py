"""Runner: skips what is known, runs the rest in parallel, keeps to the budget and the effort."""

from collections.abc import Iterable, Iterator

from pennyworth.evaluation import Evaluation
from pennyworth.evaluators import Evaluator, Task
from pennyworth.prices import Budget, PriceList, as_limits
from pennyworth.progress import Progress
from pennyworth.subsets import Subset, as_subset
from pennyworth.visit import Visit


class EffortSpent(Exception):  # noqa: N818 - it is a message to the search, not an error
    """The effort is used up: the search ends here, with what it has."""


class Runner:
    """Evaluates subsets for the sequences; the only place that knows limits.

    Parameters
    ----------
    evaluator : Evaluator
        Turns a subset into an evaluation.
    prices : PriceList
        What the subsets cost.
    budget : float, mapping or None
        Subsets that cost more are not evaluated; a mapping has a limit for each kind of price.
    effort : int or None
        At most so many different subsets may be asked for. Known ones count as well, so that a run
        that is taken up again ends where an uninterrupted one would have.
    keep, exclude : subsets
        The variables that are added to every subset, and those that are taken out.
    progress : bool
        Show a bar.
    known : iterable of Evaluation
        Evaluations of the same problem from before; they are not run again.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        prices: PriceList,
        *,
        budget: Budget = None,
        effort: int | None = None,
        keep: Subset = (),
        exclude: Subset = (),
        progress: bool = False,
        known: Iterable[Evaluation] = (),
    ) -> None:
        self._evaluator = evaluator
        self._prices = prices
        self._limits = [
            (prices.kind(kind), most) for kind, most in as_limits(budget, prices.kinds[0]).items()
        ]
        self._keep, self._exclude = set(keep), set(exclude)
        self._effort = effort
        self._known = {(e.estimator, e.subset): e for e in known}
        self._asked: dict[Subset, Evaluation] = {}
        self._counted: set[Subset] = set()
        self._spent = False
        self.visits: list[Visit] = []
        self._progress = Progress(total=effort, shown=progress)

    def tried(self) -> list[Evaluation]:
        """Return the best evaluation of every subset that was asked for."""
        return list(self._asked.values())

    @property
    def evaluations(self) -> list[Evaluation]:
        """All evaluations of the subsets that were asked for, each estimator's."""
        return [self._known[name, s] for s in self._asked for name in self._evaluator.names]

    def evaluate(self, subsets: Iterable[Iterable[int]], visitor: str) -> list[Evaluation]:
        """Return the best evaluation of each subset; those over the budget are left out.

        Variables that cost nothing more are offered to every subset: it is tried without and with
        them all, and the better one is returned. `visitor` is the sequence that asks.
        """
        offers: list[list[Subset]] = []
        for subset in self._proper(subsets):
            offer = list(self._within_effort(self._offers(subset)))
            offers.append(offer)
            if self._spent:
                break
        wanted = list(dict.fromkeys(subset for offer in offers for subset in offer))
        self._run([subset for subset in wanted if subset not in self._asked])
        self.visits += [Visit(sequence=visitor, subset=subset) for subset in wanted]
        if self._spent:
            raise EffortSpent
        return [max((self._asked[s] for s in offer), key=_by_merit) for offer in offers]

    def _proper(self, subsets: Iterable[Iterable[int]]) -> Iterator[Subset]:
        for proposed in subsets:
            subset = self._prices.subset(proposed)
            if not subset and not self._keep:
                raise ValueError("a sequence proposed the empty subset; it has no model.")
            subset = as_subset((set(subset) | self._keep) - self._exclude)
            if subset and self._affordable(subset):
                yield subset

    def _offers(self, subset: Subset) -> list[Subset]:
        free = set(self._prices.free_with(subset)) - self._exclude
        enlarged = as_subset(free.union(subset))
        return [subset, enlarged] if free and self._affordable(enlarged) else [subset]

    def _within_effort(self, subsets: Iterable[Subset]) -> Iterator[Subset]:
        """Pass subsets on until one more would be too much; then the effort is spent."""
        for subset in subsets:
            if subset not in self._counted:
                if self._effort is not None and len(self._counted) >= self._effort:
                    self._spent = True
                    return
                self._counted.add(subset)
            yield subset

    def _affordable(self, subset: Subset) -> bool:
        return all(prices.cost(subset) <= most for prices, most in self._limits)

    def _run(self, subsets: list[Subset]) -> None:
        names = self._evaluator.names
        tasks = [self._task(n, s) for s in subsets for n in names if (n, s) not in self._known]
        for task, evaluation in zip(tasks, self._evaluator.evaluate_all(tasks), strict=True):
            self._known[task.name, task.subset] = evaluation
            if task.name == names[-1]:
                self._progress.advance(self._best(task.subset).score)
        self._asked.update((subset, self._best(subset)) for subset in subsets)

    def _task(self, name: str, subset: Subset) -> Task:
        rounds = self._evaluator.rounds(name)
        return Task(name, subset, rounds.trees[0] if rounds else None)

    def _best(self, subset: Subset) -> Evaluation:
        return max((self._known[n, subset] for n in self._evaluator.names), key=_by_merit)

    def close(self) -> None:
        """Finish the progress bar."""
        self._progress.close()


def _by_merit(evaluation: Evaluation) -> float:
    return evaluation.merit
