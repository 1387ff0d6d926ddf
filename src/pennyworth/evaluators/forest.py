"""ForestEvaluator: random forests by the compiled kernel, everything else by scikit-learn."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from joblib import effective_n_jobs

from pennyworth.arrays import Floats, Votes
from pennyworth.evaluation import Evaluation
from pennyworth.evaluators.base import Rounds, Task
from pennyworth.evaluators.estimator import EstimatorEvaluator, mean_of_known
from pennyworth.evaluators.fitting import Scorer
from pennyworth.evaluators.kept_votes import KeptVotes, added
from pennyworth.evaluators.pilot import find_rounds
from pennyworth.evaluators.votes import VoteScores
from pennyworth.forest.importance import permutation_drops
from pennyworth.forest.kernel import ForestKernel, Part
from pennyworth.problem import Problem
from pennyworth.subsets import Subset
from pennyworth.threads import in_threads

ENOUGH_TREES = 128  # for importances
FEW_TASKS = 4  # for each worker; with fewer, the trees of a forest are divided as well


class ForestEvaluator(EstimatorEvaluator):
    """Scores a subset by random forests that are binned once and scored while they grow.

    Estimators that are no such forests are fitted as they are.

    Parameters
    ----------
    problem, estimators, scorer, chooser, n_jobs
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
        n_jobs: int | None = None,
        stop_early: bool = True,
    ) -> None:
        super().__init__(problem, estimators, scorer, chooser=chooser, n_jobs=n_jobs)
        self.stop_early = stop_early
        self.kernels = {name: ForestKernel(problem, forest) for name, forest in forests.items()}
        self.parts = _parts(problem)
        self._rounds: dict[str, Rounds] = {}
        self._kept = KeptVotes()

    def rounds(self, name: str) -> Rounds | None:
        """Return the rounds of trees of a forest; all in one where it may not stop early."""
        if name not in self.kernels:
            return None
        if name not in self._rounds:
            all_trees = self.kernels[name].settings.n_trees
            self._rounds[name] = (
                find_rounds(self, name) if self.stop_early else Rounds((all_trees,), 0.0)
            )
        return self._rounds[name]

    def evaluate_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Score subsets, several at once; the evaluations come in the order of the tasks."""
        unique = list(dict.fromkeys(tasks))
        compiled = [task for task in unique if task.name in self.kernels]
        if len(compiled) == len(tasks):
            yield from self._grow_all(compiled)
            return
        others = [task for task in unique if task.name not in self.kernels]
        done = dict(zip(compiled, self._grow_all(compiled), strict=True))
        done |= dict(zip(others, super().evaluate_all(others), strict=True))
        yield from (done[task] for task in tasks)

    def _grow_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        n_jobs = effective_n_jobs(self.n_jobs)
        if n_jobs == 1 or len(tasks) >= FEW_TASKS * n_jobs:
            yield from in_threads(self.grow, [(task,) for task in tasks], n_jobs)
            return
        for task in tasks:
            wanted = self._trees(task)
            trees, votes = self._kept.take(task, wanted)
            limits = np.linspace(trees, wanted, n_jobs + 1).astype(int)
            jobs = [(task, first, last) for first, last in pairwise(limits.tolist())]
            for more in in_threads(self.votes, jobs, n_jobs):
                votes = added(votes, more)
            yield self._evaluation(task, votes)

    def _trees(self, task: Task) -> int:
        return self.kernels[task.name].settings.n_trees if task.trees is None else task.trees

    def evaluate(self, name: str, subset: Subset) -> Evaluation:
        """Score one estimator on one subset; a forest with all its trees."""
        if name in self.kernels:
            return self.grow(Task(name, subset))
        return super().evaluate(name, subset)

    def grow(self, task: Task) -> Evaluation:
        """Grow the trees that a task still lacks, and score its votes."""
        trees, votes = self._kept.take(task, self._trees(task))
        more = self.votes(task, trees, self._trees(task))
        return self._evaluation(task, added(votes, more))

    def votes(self, task: Task, first: int, last: int) -> list[Votes]:
        """Return the votes of some trees, for each part of the rows."""
        kernel, columns = self.kernels[task.name], self.problem.columns(task.subset)
        return [kernel.votes(columns, part, first, last) for part in self.parts]

    def _evaluation(self, task: Task, votes: list[Votes]) -> Evaluation:
        problem, trees = self.problem, self._trees(task)
        all_trees = self.kernels[task.name].settings.n_trees
        if trees < all_trees:
            self._kept.keep(task, trees, votes)
        scored = self.vote_scores(task.name, self.scorer)
        with self.told_where(task.name, task.subset):
            scores = self._scores(scored, task, votes)
            test = [problem.test] * bool(len(problem.test))
            tested = [each for v in votes for each in scored.of(v, test, task.subset)]
            merits = (
                self._scores(self.vote_scores(task.name, self.chooser), task, votes)
                if self.chooser
                else ()
            )
        return self.checked(
            Evaluation(
                subset=task.subset,
                estimator=task.name,
                scores=tuple(scores),
                merits=tuple(merits),
                test_score=mean_of_known(tested),
                trees=trees,
                provisional=trees < all_trees,
            )
        )

    def _scores(self, scored: VoteScores, task: Task, votes: list[Votes]) -> list[float]:
        """Return the score of each fold, or of each block."""
        problem = self.problem
        if problem.blocks:
            return scored.of(votes[0], problem.blocks, task.subset)
        pairs = zip(votes, problem.folds, strict=True)
        return [s for v, fold in pairs for s in scored.of(v, [fold.validate], task.subset)]

    def vote_scores(self, name: str, scorer: Scorer) -> VoteScores:
        """Return what scores the votes of a forest."""
        return VoteScores(self.problem, self.kernels[name].target, scorer)

    def importances(self, subset: Subset) -> Floats:
        """Return the permutation importances of the first estimator's model of a subset."""
        first = self.names[0]
        if first not in self.kernels:
            return super().importances(subset)
        kernel = self.kernels[first]
        enough = min(ENOUGH_TREES, kernel.settings.n_trees) if self.stop_early else None
        return forest_importances(kernel, subset, n_trees=enough, n_jobs=self.n_jobs)


def forest_importances(
    kernel: ForestKernel,
    subset: Subset | None = None,
    *,
    n_trees: int | None = None,
    candidate_weights: Floats | None = None,
    n_jobs: int | None = None,
) -> Floats:
    """Return the mean permutation importance over trees, on the rows that each has not seen."""
    part = Part(train=kernel.problem.training, extra=kernel.problem.test[:0], left_out=True)
    n_trees = n_trees or kernel.settings.n_trees
    limits = np.linspace(0, n_trees, effective_n_jobs(n_jobs) + 1).astype(int)
    subset = kernel.problem.full if subset is None else subset
    ranges = [(a, b) for a, b in pairwise(limits.tolist()) if a < b]
    jobs = [(kernel, subset, part, a, b, candidate_weights) for a, b in ranges]
    drops = in_threads(permutation_drops, jobs, n_jobs)
    mean: Floats = np.concatenate(list(drops)).mean(axis=0)
    return mean


def _parts(problem: Problem) -> tuple[Part, ...]:
    """Return the rows to learn from and to score: for each fold; or all of them, out of bag."""
    if not problem.folds:
        return (Part(train=problem.development, extra=problem.test, left_out=True),)
    return tuple(
        Part(train=fold.train, extra=np.r_[fold.validate, problem.test], number=number)
        for number, fold in enumerate(problem.folds)
    )
