"""LearnerEvaluator: learners, which predict any subset once they are prepared, scored."""

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from pennyweight.arrays import Floats, Votes
from pennyweight.evaluations import Evaluation
from pennyweight.evaluators.base import SEMANTICS, Rounds, Task
from pennyweight.evaluators.fitting import Scorer
from pennyweight.evaluators.kept_votes import KeptVotes, added
from pennyweight.evaluators.pilot import find_rounds
from pennyweight.evaluators.scored import checked, mean_of_known, naming
from pennyweight.evaluators.votes import VoteScores
from pennyweight.learners import Learner, Target, parts_of
from pennyweight.parallel import Spreading
from pennyweight.problem import Problem, fingerprint
from pennyweight.subsets import Subset

ENOUGH_TREES = 128  # for importances
FEW_TASKS = 4  # for each worker; with fewer, the trees of a forest are divided as well


class Learning:
    """What it takes to predict by learners and to score that.

    It travels without votes and without what is laid out to score them: both are quicker to find
    again than to send.
    """

    def __init__(
        self,
        problem: Problem,
        learners: Mapping[str, Learner],
        scorer: Scorer,
        chooser: Scorer | None,
    ) -> None:
        self.problem = problem
        self.learners = learners
        self.scorer = scorer
        self.chooser = chooser
        self.parts = parts_of(problem)
        self.kept = KeptVotes()
        self._scored: dict[tuple[Target, bool], list[VoteScores]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Learning, (self.problem, self.learners, self.scorer, self.chooser)

    def trees(self, task: Task) -> int:
        """Return how many trees a task asks for."""
        return self.learners[task.name].n_steps if task.trees is None else task.trees

    def grow(self, task: Task) -> Evaluation:
        """Grow the trees that a task still lacks, and score its votes."""
        start = time.perf_counter()
        trees, votes = self.kept.take(task, self.trees(task))
        more = self.votes(task, trees, self.trees(task))
        return self.evaluation(task, added(votes, more), start)

    def votes(self, task: Task, first: int, last: int) -> list[Votes]:
        """Return the votes of some trees, for each part of the rows."""
        learner = self.learners[task.name]
        return [learner.predictions(task.subset, part, first, last) for part in self.parts]

    def importances(self, name: str, subset: Subset, first: int, last: int) -> Floats:
        """Return what each variable brings in some trees of a subset."""
        return self.learners[name].importances(subset, first, last)

    def evaluation(self, task: Task, votes: list[Votes], start: float) -> Evaluation:
        """Score votes; they are kept where a task asked for some of the trees only."""
        trees, all_trees = self.trees(task), self.learners[task.name].n_steps
        if trees < all_trees:
            self.kept.keep(task, trees, votes)
        with naming(self.problem, task.name, task.subset):
            scores, tested = self._scores(task, votes)
            merits = self._scores(task, votes, choosing=True)[0] if self.chooser else ()
        return checked(
            self.problem,
            Evaluation(
                subset=task.subset,
                estimator=task.name,
                scores=tuple(scores),
                merits=tuple(merits),
                test_score=mean_of_known(tested),
                trees=trees,
                provisional=trees < all_trees,
                seconds=time.perf_counter() - start,
            ),
        )

    def _scores(
        self, task: Task, votes: list[Votes], *, choosing: bool = False
    ) -> tuple[list[float], list[float]]:
        """Return the score of each fold, or of each block; and those of the test rows."""
        key = self.learners[task.name].target, choosing
        if key not in self._scored:
            self._scored[key] = self._scores_of_parts(*key)
        n_blocks = len(self.problem.blocks) or 1
        scores, tested = [], []
        for scored, of_part in zip(self._scored[key], votes, strict=True):
            found = scored.of(of_part, task.subset)
            scores += found[:n_blocks]
            tested += found[n_blocks:]
        return scores, tested

    def _scores_of_parts(self, target: Target, choosing: bool) -> list[VoteScores]:
        """Return what scores the votes of each part; test rows, which do not choose, come last."""
        problem, scorer = self.problem, self.chooser if choosing else self.scorer
        assert scorer is not None
        test = [problem.test] if len(problem.test) and not choosing else []
        of_parts = [problem.blocks] if problem.blocks else [[f.validate] for f in problem.folds]
        return [VoteScores(problem, target, scorer, [*blocks, *test]) for blocks in of_parts]


class LearnerEvaluator:
    """Scores a subset by learners, which know all that subsets share.

    Parameters
    ----------
    learning : Learning
        The learners, and what scores them.
    stop_early : bool
        Give a subset only as many trees as it takes to see that it is not near the front.
    n_jobs : int or None
        How many subsets to evaluate at once.
    """

    def __init__(
        self, learning: Learning, *, stop_early: bool = True, n_jobs: int | None = None
    ) -> None:
        self.learning = learning
        self.stop_early = stop_early
        self._n_jobs = n_jobs
        self._rounds: dict[str, Rounds] = {}
        self._spreading = Spreading(learning)

    def rounds(self, name: str) -> Rounds:
        """Return the rounds of trees of a forest; all in one where it may not stop early."""
        if name not in self._rounds:
            all_trees = self.learning.learners[name].n_steps
            self._rounds[name] = self._piloted(name) if self.stop_early else Rounds((all_trees,))
        return self._rounds[name]

    def _piloted(self, name: str) -> Rounds:
        learning = self.learning

        def votes(subsets: Sequence[Subset], first: int, last: int) -> list[Votes]:
            jobs = [(Task(name, subset), first, last) for subset in subsets]
            done = self._spreading.as_done(Learning.votes, jobs, self._n_jobs, compiled=True)
            return [of_parts[0] for _, of_parts in sorted(done, key=_place)]

        scorer, learner = learning.chooser or learning.scorer, learning.learners[name]
        return find_rounds(learning.problem, learner.target, scorer, learner.n_steps, votes)

    def evaluate_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Score subsets, several at once; the evaluations come as they are done."""
        parts = self._parts_of_each(tasks)
        if parts > 1:
            yield from self._grow_in_parts(tasks, parts)
            return
        jobs = [(task,) for task in sorted(tasks, key=lambda task: -len(task.subset))]
        done = self._spreading.as_done(Learning.grow, jobs, self._n_jobs, compiled=True)
        yield from (evaluation for _, evaluation in done)

    def _parts_of_each(self, tasks: Sequence[Task]) -> int:
        """Return how many parts to divide the trees of each forest into, where there are few.

        From other machines votes come back, one part after the other, which takes a tenth of the
        time of a tree: that must not outweigh what is gained.
        """
        if not tasks:
            return 1
        width, here = self._spreading.width(self._n_jobs, compiled=True)
        if here:
            return width if len(tasks) < FEW_TASKS * width else 1
        worth_it = self.learning.trees(tasks[0]) >= width / FEW_TASKS
        return math.ceil(width / len(tasks)) if worth_it else 1

    def _grow_in_parts(self, tasks: Sequence[Task], parts: int) -> Iterator[Evaluation]:
        """Divide the trees of each forest, since there are fewer forests than workers."""
        learning, start, jobs, votes = self.learning, time.perf_counter(), [], {}
        for task in tasks:
            trees, votes[task] = learning.kept.take(task, learning.trees(task))
            jobs += [(task, *limits) for limits in _divided(trees, learning.trees(task), parts)]
        missing = Counter(task for task, *_ in jobs)
        done = self._spreading.as_done(Learning.votes, jobs, self._n_jobs, compiled=True)
        for place, more in done:
            task = jobs[place][0]
            votes[task] = added(votes[task], more)
            missing[task] -= 1
            if not missing[task]:
                yield learning.evaluation(task, votes.pop(task), start)
        for task, kept in votes.items():
            yield learning.evaluation(task, kept, start)

    def fingerprint(self, name: str, problem: str) -> str:
        """Return what stands for all that determines the scores of a forest."""
        learning = self.learning
        learner, scorers = learning.learners[name], (learning.scorer, learning.chooser)
        return fingerprint(
            SEMANTICS, learner.version, problem, learner.estimator, *scorers, versions=False
        )

    def importances(self, name: str, subset: Subset) -> Floats:
        """Return the permutation importances of a forest on a subset."""
        all_trees = self.learning.learners[name].n_steps
        n_trees = min(ENOUGH_TREES, all_trees) if self.stop_early else all_trees
        width, _ = self._spreading.width(self._n_jobs, compiled=True)
        jobs = [(name, subset, *trees) for trees in _divided(0, n_trees, width)]
        done = self._spreading.as_done(Learning.importances, jobs, self._n_jobs, compiled=True)
        mean: Floats = np.concatenate([drops for _, drops in sorted(done, key=_place)]).mean(axis=0)
        return mean


def _place(done: tuple[int, Any]) -> int:
    return done[0]


def _divided(first: int, last: int, parts: int) -> list[tuple[int, int]]:
    """Return ranges of trees of nearly the same size, without empty ones."""
    limits = np.linspace(first, last, min(parts, last - first) + 1).astype(int).tolist()
    return [*pairwise(limits)]
