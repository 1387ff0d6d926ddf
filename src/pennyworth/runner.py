"""Runner: skips what is known, runs the rest in parallel, keeps to the budget and the effort."""

import math
from collections.abc import Iterable, Iterator

from sklearn.utils.parallel import Parallel, delayed

from pennyworth.evaluation import Evaluation
from pennyworth.evaluators import Evaluator
from pennyworth.prices import PriceList, rounded
from pennyworth.progress import Progress
from pennyworth.subsets import Subset
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
    budget : float or None
        Subsets that cost more are not evaluated.
    effort : int or None
        At most so many different subsets may be asked for. Known ones count as well, so that a run
        that is taken up again ends where an uninterrupted one would have.
    n_jobs : int or None
        How many subsets to evaluate at once, as in joblib.
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
        budget: float | None = None,
        effort: int | None = None,
        n_jobs: int | None = None,
        progress: bool = False,
        known: Iterable[Evaluation] = (),
    ) -> None:
        self._evaluator = evaluator
        self._prices = prices
        self._budget = math.inf if budget is None else float(rounded(budget))
        self._effort = effort
        self._n_jobs = n_jobs
        self._known = {(e.estimator, e.subset): e for e in known}
        self._asked: dict[Subset, Evaluation] = {}
        self._spent = False
        self.visits: list[Visit] = []
        self._progress = Progress(total=effort, shown=progress)

    @property
    def evaluations(self) -> list[Evaluation]:
        """All evaluations of the subsets that were asked for, each estimator's."""
        return [self._known[name, s] for s in self._asked for name in self._evaluator.names]

    def evaluate(self, subsets: Iterable[Iterable[int]], visitor: str) -> list[Evaluation]:
        """Return the best evaluation of each subset; those over the budget are left out.

        `visitor` is the sequence that asks.
        """
        wanted = list(self._within_effort(self._proper(subsets)))
        self._run([subset for subset in dict.fromkeys(wanted) if subset not in self._asked])
        self.visits += [Visit(sequence=visitor, subset=subset) for subset in dict.fromkeys(wanted)]
        if self._spent:
            raise EffortSpent
        return [self._asked[subset] for subset in wanted]

    def _proper(self, subsets: Iterable[Iterable[int]]) -> Iterator[Subset]:
        for proposed in subsets:
            subset = self._prices.subset(proposed)
            if not subset:
                raise ValueError("a sequence proposed the empty subset; it has no model.")
            if self._affordable(subset):
                yield subset

    def _within_effort(self, subsets: Iterable[Subset]) -> Iterator[Subset]:
        """Pass subsets on until one more would be too much; then the effort is spent."""
        new: set[Subset] = set()
        for subset in subsets:
            if subset not in self._asked and subset not in new:
                if self._effort is not None and len(self._asked) + len(new) >= self._effort:
                    self._spent = True
                    return
                new.add(subset)
            yield subset

    def _affordable(self, subset: Subset) -> bool:
        return self._prices.cost(subset) <= self._budget

    def _run(self, subsets: list[Subset]) -> None:
        names = self._evaluator.names
        tasks = [(n, s) for s in subsets for n in names if (n, s) not in self._known]
        parallel = Parallel(n_jobs=self._n_jobs, return_as="generator")
        results = parallel(delayed(self._evaluator.evaluate)(*task) for task in tasks)
        for (name, subset), evaluation in zip(tasks, results, strict=True):
            self._known[name, subset] = evaluation
            if name == names[-1]:
                self._progress.advance(self._best(subset).score)
        self._asked.update((subset, self._best(subset)) for subset in subsets)

    def _best(self, subset: Subset) -> Evaluation:
        return max((self._known[n, subset] for n in self._evaluator.names), key=lambda e: e.score)

    def close(self) -> None:
        """Finish the progress bar."""
        self._progress.close()
