"""SeveralEvaluators: each task goes to the evaluator for its estimator."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pennyweight.arrays import Floats, Rows
from pennyweight.evaluations import Evaluation
from pennyweight.evaluators.base import Rounds, Task, Tried
from pennyweight.evaluators.baseline import baseline_of
from pennyweight.evaluators.estimator import EstimatorEvaluator, Fitting
from pennyweight.evaluators.fitting import Scorer
from pennyweight.evaluators.learner import LearnerEvaluator, Learning
from pennyweight.evaluators.scored import naming
from pennyweight.learners import Learner
from pennyweight.problem import Problem
from pennyweight.subsets import Subset


class SeveralEvaluators:
    """Scores a subset with estimators: by a learner that stands in for one, else as they are.

    Parameters
    ----------
    problem : Problem
        The data.
    estimators : mapping of str to estimator
        What each subset is tried with.
    scorer : callable
        Scores a fitted model: what is reported.
    learners : mapping of str to Learner or None
        What stands in for those estimators that have one.
    chooser : callable or None
        What chooses, if not the same.
    finalists : mapping of str to estimator
        What only the models on the front are tried with.
    n_jobs : int or None
        How many subsets to evaluate at once.
    stop_early : bool
        Give a subset only as many trees as it takes to see that it is not near the front.
    """

    def __init__(
        self,
        problem: Problem,
        estimators: Mapping[str, Any],
        scorer: Scorer,
        *,
        learners: Mapping[str, Learner] | None = None,
        chooser: Scorer | None = None,
        finalists: Mapping[str, Any] | None = None,
        n_jobs: int | None = None,
        stop_early: bool = True,
    ) -> None:
        self.problem = problem
        self.finalists = tuple(finalists or ())
        self.estimators = {**estimators, **(finalists or {})}
        self.scorer = scorer
        self.chooser = chooser
        fitting = Fitting(
            problem=problem, estimators=self.estimators, scorer=scorer, chooser=chooser
        )
        learning = Learning(replace(problem, X=None), learners or {}, scorer, chooser)
        self._as_they_are = EstimatorEvaluator(fitting, n_jobs=n_jobs)
        self._by_learners = LearnerEvaluator(learning, stop_early=stop_early, n_jobs=n_jobs)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the estimators that each subset is tried with."""
        return tuple(name for name in self.estimators if name not in self.finalists)

    def tried(self) -> Tried:
        """Return what a search tries."""
        return Tried(
            names=self.names,
            finalists=self.finalists,
            rounds=self.rounds,
            baseline=self.baseline,
            importances=self.importances,
        )

    @property
    def piloted(self) -> tuple[str, ...]:
        """The names of the forests whose rounds are found by pilots."""
        return tuple(self._by_learners.learning.learners) if self._by_learners.stop_early else ()

    def rounds(self, name: str) -> Rounds | None:
        """Return the rounds of trees of an estimator; None if there is only one way to fit it."""
        return self._for(name).rounds(name)

    def evaluate_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Score subsets, several at once; the evaluations come as they are done."""
        for evaluator in (self._by_learners, self._as_they_are):
            yield from evaluator.evaluate_all([t for t in tasks if self._for(t.name) is evaluator])

    def evaluate(self, name: str, subset: Subset) -> Evaluation:
        """Score one estimator on one subset; a forest with all its trees."""
        (evaluation,) = self.evaluate_all([Task(name, subset)])
        return evaluation

    def fingerprints(self) -> dict[str, str]:
        """Return what stands for all that determines the scores of each estimator."""
        problem = self.problem.fingerprint()
        return {name: self._for(name).fingerprint(name, problem) for name in self.estimators}

    def baseline(self) -> Evaluation | None:
        """Score the empty model: the majority class or the mean; None if the scorer cannot."""
        return baseline_of(self.problem, self.scorer, self.chooser)

    def importances(self, subset: Subset) -> Floats:
        """Return the permutation importances of the first estimator's model of a subset."""
        return self._for(self.names[0]).importances(self.names[0], subset)

    def fit(self, name: str, subset: Subset, rows: Rows) -> Any:
        """Fit one estimator, as it was given, to some rows of one subset."""
        fitting = self._as_they_are.fitting
        with naming(fitting.problem, name, subset):
            return fitting.fit(name, subset, rows)

    def _for(self, name: str) -> LearnerEvaluator | EstimatorEvaluator:
        known = self._by_learners.learning.learners
        return self._by_learners if name in known else self._as_they_are
