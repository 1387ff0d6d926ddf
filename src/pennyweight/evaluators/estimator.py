"""EstimatorEvaluator: any scikit-learn estimators, fitted as they are to a subset's columns."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pennyweight.arrays import Floats, Rows
from pennyweight.evaluations import Evaluation
from pennyweight.evaluators.base import SEMANTICS, Task
from pennyweight.evaluators.fitting import Scorer, fit, score_rows
from pennyweight.evaluators.out_of_bag import OutOfBag, with_out_of_bag
from pennyweight.evaluators.permutation import folds_of, shuffled_tables
from pennyweight.evaluators.scored import Scored, checked, naming
from pennyweight.parallel import Spreading
from pennyweight.problem import Problem, fingerprint, requests_of
from pennyweight.seeds import seeded
from pennyweight.subsets import Subset


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fitting:
    """What it takes to fit estimators and score them: the data, and by what."""

    problem: Problem
    estimators: Mapping[str, Any]
    scorer: Scorer
    chooser: Scorer | None = None

    def fit(self, name: str, subset: Subset, rows: Rows, *, keep_bags: bool = False) -> Any:
        """Fit one estimator to some rows of one subset."""
        problem = self.problem
        estimator = seeded(self.estimators[name], problem.seed, subset)
        if keep_bags:
            estimator = with_out_of_bag(estimator)
        return fit(
            estimator, problem.table(subset, rows), problem.y[rows], problem.weights_of(rows)
        )

    def evaluate(self, name: str, subset: Subset) -> Evaluation:
        """Score one estimator on one subset."""
        start = time.perf_counter()
        with naming(self.problem, name, subset):
            by_part = self._by_folds if self.problem.folds else self._by_blocks
            found = checked(self.problem, by_part(name, subset))
        return replace(found, seconds=time.perf_counter() - start)

    def shuffled(self, model: Any, subset: Subset, rows: Rows, variables: Rows) -> Floats:
        """Return the mean score of a subset's model with each of the variables shuffled."""
        return np.array(
            [
                np.mean([self.score(model, table, rows) for table in tables])
                for tables in shuffled_tables(self.problem, subset, rows, variables)
            ]
        )

    def score(self, model: Any, X: Any, rows: Rows) -> float:
        """Return what is reported of a model."""
        return score_rows(self.problem, self.scorer, model, X, rows)

    def _by_folds(self, name: str, subset: Subset) -> Evaluation:
        problem, scored = self.problem, Scored(subset, name)
        test_table = problem.table(subset, problem.test)
        for fold in problem.folds:
            model = self.fit(name, subset, fold.train)
            for rows in problem.blocks or (fold.validate,):
                self._add(scored, model, problem.table(subset, rows), rows)
            scored.tested.append(self._test_score(model, test_table))
        return scored.evaluation()

    def _by_blocks(self, name: str, subset: Subset) -> Evaluation:
        problem, scored = self.problem, Scored(subset, name)
        model = self.fit(name, subset, problem.development, keep_bags=True)
        predicted = OutOfBag(model)
        for block in problem.blocks:
            predictions, places = predicted.at(np.searchsorted(problem.development, block))
            rows = problem.development[places]
            self._add(scored, predictions, problem.table(subset, rows), rows)
        scored.tested.append(self._test_score(model, problem.table(subset, problem.test)))
        return scored.evaluation()

    def _add(self, scored: Scored, model: Any, X: Any, rows: Rows) -> None:
        scored.scores.append(self.score(model, X, rows))
        if self.chooser:
            scored.merits.append(score_rows(self.problem, self.chooser, model, X, rows))

    def _test_score(self, model: Any, X: Any) -> float | None:
        return self.score(model, X, self.problem.test) if len(self.problem.test) else None


class EstimatorEvaluator:
    """Scores a subset with each of several estimators, by folds or out of bag.

    The test score is that of the very models that the choice is made by: the mean over the folds'
    models, or the out-of-bag forest itself. It needs no fit of its own.

    Parameters
    ----------
    fitting : Fitting
        The data, the estimators, and what scores them.
    n_jobs : int or None
        How many subsets to evaluate at once.
    """

    def __init__(self, fitting: Fitting, *, n_jobs: int | None = None) -> None:
        self.fitting = fitting
        self._n_jobs = n_jobs
        self._spreading = Spreading(fitting)

    def evaluate_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Score subsets, several at once; the evaluations come as they are done."""
        # Processes: scikit-learn's forests change the warning filters of all threads.
        jobs = [(task.name, task.subset) for task in tasks]
        done = self._spreading.as_done(Fitting.evaluate, jobs, self._n_jobs, compiled=False)
        yield from (evaluation for _, evaluation in done)

    def rounds(self, name: str) -> None:
        """Return None: an estimator is fitted as it is."""

    def fingerprint(self, name: str, problem: str) -> str:
        """Return what stands for all that determines the scores of an estimator."""
        fitting, weighted = self.fitting, self.fitting.problem.weights is not None
        estimator = fitting.estimators[name]
        asked = requests_of(estimator) if weighted else ()
        return fingerprint(SEMANTICS, problem, estimator, fitting.scorer, fitting.chooser, *asked)

    def importances(self, name: str, subset: Subset) -> Floats:
        """Return the permutation importances of an estimator's model of a subset."""
        problem, drops = self.fitting.problem, []
        width, _ = self._spreading.width(self._n_jobs, compiled=False)
        # One part for each worker, so that a large model travels as rarely as can be.
        parts = np.array_split(np.array(subset), min(width, len(subset)))
        with naming(problem, name, subset):
            for fold in folds_of(problem):
                model, rows = self.fitting.fit(name, subset, fold.train), fold.validate
                jobs = [(model, subset, rows, part) for part in parts]
                done = self._spreading.as_done(Fitting.shuffled, jobs, self._n_jobs, compiled=False)
                shuffled = [found for _, found in sorted(done, key=lambda each: each[0])]
                whole = self.fitting.score(model, problem.table(subset, rows), rows)
                drops.append(whole - np.concatenate(shuffled))
        found = np.zeros(len(problem.variables))
        found[list(subset)] = np.mean(drops, axis=0)
        return found
