"""ForestEvaluator: random forests by the compiled kernel, everything else by scikit-learn."""

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from pennyweight.arrays import Floats, Rows, Votes
from pennyweight.evaluations import Evaluation
from pennyweight.evaluators.base import Rounds, Task
from pennyweight.evaluators.estimator import SEMANTICS, EstimatorEvaluator, mean_of_known
from pennyweight.evaluators.fitting import Scorer
from pennyweight.evaluators.kept_votes import KeptVotes, added
from pennyweight.evaluators.pilot import find_rounds
from pennyweight.evaluators.votes import VoteScores
from pennyweight.learners.forest import ForestKernel, Part, permutation_drops
from pennyweight.parallel import Spreading, in_threads, n_threads
from pennyweight.problem import Problem, fingerprint
from pennyweight.subsets import Subset

FOREST = "compiled forest 4"  # the number is to be raised when the same trees would vote otherwise
ENOUGH_TREES = 128  # for importances
FEW_TASKS = 4  # for each worker; with fewer, the trees of a forest are divided as well


class ForestEvaluator(EstimatorEvaluator):
    """Scores a subset by random forests that are binned once and scored while they grow.

    Estimators that are no such forests are fitted as they are.

    Parameters
    ----------
    problem, estimators, scorer, chooser, finalists, n_jobs
        As in `EstimatorEvaluator`.
    forests : mapping of str to RandomForestClassifier or RandomForestRegressor
        Those of the estimators that the kernel stands in for.
    stop_early : bool
        Give a subset only as many trees as it takes to see that it is not near the front.
    """

    def __init__(
        self,
        problem: Problem,
        estimators: Mapping[str, Any],
        scorer: Scorer,
        *,
        forests: Mapping[str, Any],
        chooser: Scorer | None = None,
        finalists: Mapping[str, Any] | None = None,
        n_jobs: int | None = None,
        stop_early: bool = True,
    ) -> None:
        super().__init__(
            problem, estimators, scorer, chooser=chooser, finalists=finalists, n_jobs=n_jobs
        )
        self.stop_early = stop_early
        self.kernels = {name: ForestKernel(problem, forest) for name, forest in forests.items()}
        self.parts = _parts(problem)
        self._rounds: dict[str, Rounds] = {}
        self._kept = KeptVotes()
        self._scored: dict[tuple[str, bool], list[VoteScores]] = {}

    @property
    def piloted(self) -> tuple[str, ...]:
        """The names of the forests whose rounds are found by pilots."""
        return tuple(self.kernels) if self.stop_early else ()

    def rounds(self, name: str) -> Rounds | None:
        """Return the rounds of trees of a forest; all in one where it may not stop early."""
        if name not in self.kernels:
            return None
        if name not in self._rounds:
            all_trees = self.kernels[name].settings.n_trees
            self._rounds[name] = (
                find_rounds(self, name) if self.stop_early else Rounds((all_trees,))
            )
        return self._rounds[name]

    def evaluate_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Score subsets, several at once; the evaluations come as they are done."""
        yield from self._grow_all([task for task in tasks if task.name in self.kernels])
        yield from super().evaluate_all([t for t in tasks if t.name not in self.kernels])

    def _grow_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        parts = self._parts_of_each(tasks)
        if parts > 1:
            yield from self._grow_in_parts(tasks, parts)
            return
        largest_first = sorted(tasks, key=lambda task: -len(task.subset))
        jobs = [(task,) for task in largest_first]
        done = self.spreading.as_done("grow", jobs, self.n_jobs, compiled=True)
        yield from (evaluation for _, evaluation in done)

    def _parts_of_each(self, tasks: Sequence[Task]) -> int:
        """Return how many parts to divide the trees of each forest into, where there are few.

        From other machines votes come back, one part after the other, which takes a tenth of the
        time of a tree: that must not outweigh what is gained.
        """
        if not tasks:
            return 1
        width, here = self.spreading.width(self.n_jobs, compiled=True)
        if here:
            return width if len(tasks) < FEW_TASKS * width else 1
        worth_it = self._trees(tasks[0]) >= width / FEW_TASKS
        return math.ceil(width / len(tasks)) if worth_it else 1

    def _grow_in_parts(self, tasks: Sequence[Task], parts: int) -> Iterator[Evaluation]:
        """Divide the trees of each forest, since there are fewer forests than workers."""
        start, jobs, votes = time.perf_counter(), [], {}
        for task in tasks:
            trees, votes[task] = self._kept.take(task, self._trees(task))
            jobs += [(task, *limits) for limits in _divided(trees, self._trees(task), parts)]
        missing = Counter(task for task, *_ in jobs)
        for place, more in self.spreading.as_done("votes", jobs, self.n_jobs, compiled=True):
            task = jobs[place][0]
            votes[task] = added(votes[task], more)
            missing[task] -= 1
            if not missing[task]:
                yield self._evaluation(task, votes.pop(task), start)
        for task, kept in votes.items():
            yield self._evaluation(task, kept, start)

    def _trees(self, task: Task) -> int:
        return self.kernels[task.name].settings.n_trees if task.trees is None else task.trees

    def evaluate(self, name: str, subset: Subset) -> Evaluation:
        """Score one estimator on one subset; a forest with all its trees."""
        if name in self.kernels:
            return self.grow(Task(name, subset))
        return super().evaluate(name, subset)

    def grow(self, task: Task) -> Evaluation:
        """Grow the trees that a task still lacks, and score its votes."""
        start = time.perf_counter()
        trees, votes = self._kept.take(task, self._trees(task))
        more = self.votes(task, trees, self._trees(task))
        return self._evaluation(task, added(votes, more), start)

    def votes(self, task: Task, first: int, last: int) -> list[Votes]:
        """Return the votes of some trees, for each part of the rows."""
        kernel, columns = self.kernels[task.name], self.problem.columns(task.subset)
        return [kernel.votes(columns, part, first, last) for part in self.parts]

    def _evaluation(self, task: Task, votes: list[Votes], start: float) -> Evaluation:
        trees, all_trees = self._trees(task), self.kernels[task.name].settings.n_trees
        if trees < all_trees:
            self._kept.keep(task, trees, votes)
        with self.told_where(task.name, task.subset):
            scores, tested = self._scores(task, votes)
            merits = self._scores(task, votes, choosing=True)[0] if self.chooser else ()
        return self.checked(
            Evaluation(
                subset=task.subset,
                estimator=task.name,
                scores=tuple(scores),
                merits=tuple(merits),
                test_score=mean_of_known(tested),
                trees=trees,
                provisional=trees < all_trees,
                seconds=time.perf_counter() - start,
            )
        )

    def _scores(
        self, task: Task, votes: list[Votes], *, choosing: bool = False
    ) -> tuple[list[float], list[float]]:
        """Return the score of each fold, or of each block; and those of the test rows."""
        key = task.name, choosing
        if key not in self._scored:
            self._scored[key] = self._scores_of_parts(*key)
        n_blocks = len(self.problem.blocks) or 1
        scores, tested = [], []
        for scored, of_part in zip(self._scored[key], votes, strict=True):
            found = scored.of(of_part, task.subset)
            scores += found[:n_blocks]
            tested += found[n_blocks:]
        return scores, tested

    def _scores_of_parts(self, name: str, choosing: bool) -> list[VoteScores]:
        """Return what scores the votes of each part; test rows, which do not choose, come last."""
        problem, scorer = self.problem, self.chooser if choosing else self.scorer
        assert scorer is not None
        test = [problem.test] if len(problem.test) and not choosing else []
        of_parts = [problem.blocks] if problem.blocks else [[f.validate] for f in problem.folds]
        return [self.vote_scores(name, scorer, [*blocks, *test]) for blocks in of_parts]

    def _fingerprint(self, name: str, problem: str) -> str:
        if name not in self.kernels:
            return super()._fingerprint(name, problem)
        forest = self.kernels[name].settings.estimator
        return fingerprint(
            SEMANTICS, FOREST, problem, forest, self.scorer, self.chooser, versions=False
        )

    def vote_scores(self, name: str, scorer: Scorer, blocks: Sequence[Rows]) -> VoteScores:
        """Return what scores the votes of a forest for some blocks of rows."""
        return VoteScores(self.problem, self.kernels[name].target, scorer, blocks)

    def importances(self, subset: Subset) -> Floats:
        """Return the permutation importances of the first estimator's model of a subset."""
        first = self.names[0]
        if first not in self.kernels:
            return super().importances(subset)
        all_trees = self.kernels[first].settings.n_trees
        n_trees = min(ENOUGH_TREES, all_trees) if self.stop_early else all_trees
        width, _ = self.spreading.width(self.n_jobs, compiled=True)
        jobs = [(subset, *trees) for trees in _divided(0, n_trees, width)]
        drops = dict(self.spreading.as_done("drops", jobs, self.n_jobs, compiled=True))
        mean: Floats = np.concatenate([drops[place] for place in range(len(jobs))]).mean(axis=0)
        return mean

    def drops(self, subset: Subset, first: int, last: int) -> Floats:
        """Return the permutation importances in some trees of the first estimator on a subset."""
        kernel = self.kernels[self.names[0]]
        return permutation_drops(kernel, subset, kernel.unseen, first, last)

    def for_workers(self) -> "ForestEvaluator":
        """Return what workers need of this: bins are enough for compiled forests."""
        if len(self.kernels) < len(self.estimators):
            return self
        light = copy(self)
        light.spreading = Spreading(light)
        light.problem, light._scored = replace(self.problem, X=None), {}
        light.kernels = {
            name: kernel.with_problem(light.problem) for name, kernel in self.kernels.items()
        }
        return light


def forest_importances(
    kernel: ForestKernel,
    subset: Subset | None = None,
    *,
    n_trees: int | None = None,
    candidate_weights: Floats | None = None,
    n_jobs: int | None = None,
) -> Floats:
    """Return the mean permutation importance over trees, on the rows that each has not seen."""
    limits = _divided(0, n_trees or kernel.settings.n_trees, n_threads(n_jobs))
    subset = kernel.problem.full if subset is None else subset
    jobs = [(kernel, subset, kernel.unseen, *trees, candidate_weights) for trees in limits]
    drops = in_threads(permutation_drops, jobs, n_jobs)
    mean: Floats = np.concatenate(drops).mean(axis=0)
    return mean


def _divided(first: int, last: int, parts: int) -> list[tuple[int, int]]:
    """Return ranges of trees of nearly the same size, without empty ones."""
    limits = np.linspace(first, last, min(parts, last - first) + 1).astype(int).tolist()
    return [*pairwise(limits)]


def _parts(problem: Problem) -> tuple[Part, ...]:
    """Return the rows to learn from and to score: for each fold; or all of them, out of bag."""
    if not problem.folds:
        return (Part(train=problem.development, extra=problem.test, left_out=True),)
    return tuple(
        Part(train=fold.train, extra=np.r_[fold.validate, problem.test], number=number)
        for number, fold in enumerate(problem.folds)
    )
