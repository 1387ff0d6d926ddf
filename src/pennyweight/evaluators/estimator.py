"""EstimatorEvaluator: any scikit-learn estimators, scored on a subset's columns."""

import math
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor

from pennyweight.arrays import Floats, Rows
from pennyweight.evaluations import Evaluation
from pennyweight.evaluators.base import Rounds, Task
from pennyweight.evaluators.fitting import Scorer, fit, score
from pennyweight.evaluators.measures import measure_of
from pennyweight.evaluators.out_of_bag import OutOfBag, with_out_of_bag
from pennyweight.evaluators.permutation import permutation_importances
from pennyweight.exceptions import OF_AN_ESTIMATOR, EvaluationError
from pennyweight.parallel import Spreading
from pennyweight.problem import WEIGHT, Problem, fingerprint, gets, requests_of
from pennyweight.seeds import seeded
from pennyweight.subsets import Subset

BASELINE = "baseline"
SEMANTICS = 1  # to be raised when the same settings would give other scores than before


@dataclass(slots=True)
class Scored:
    """The scores of a subset, as they come in."""

    subset: Subset
    estimator: str
    scores: list[float] = field(default_factory=list)
    merits: list[float] = field(default_factory=list)
    tested: list[float | None] = field(default_factory=list)

    def evaluation(self) -> Evaluation:
        """Return them all; the test score is the mean over the models."""
        return Evaluation(
            subset=self.subset,
            estimator=self.estimator,
            scores=tuple(self.scores),
            merits=tuple(self.merits),
            test_score=mean_of_known(self.tested),
        )


class EstimatorEvaluator:
    """Scores a subset with each of several estimators, by folds or out of bag.

    The test score is that of the very models that the choice is made by: the mean over the folds'
    models, or the out-of-bag forest itself. It needs no fit of its own.

    Parameters
    ----------
    problem : Problem
        The data.
    estimators : mapping of str to estimator
        What each subset is tried with.
    scorer : callable
        Scores a fitted model: what is reported.
    chooser : callable or None
        What chooses, if not the same.
    finalists : mapping of str to estimator
        What only the models on the front are tried with.
    n_jobs : int or None
        How many subsets to evaluate at once.
    """

    def __init__(
        self,
        problem: Problem,
        estimators: Mapping[str, Any],
        scorer: Scorer,
        *,
        chooser: Scorer | None = None,
        finalists: Mapping[str, Any] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.problem = problem
        self.finalists = tuple(finalists or ())
        self.estimators = {**estimators, **(finalists or {})}
        self.scorer = scorer
        self.chooser = chooser
        self.n_jobs = n_jobs
        self.spreading = Spreading(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the estimators that each subset is tried with."""
        return tuple(name for name in self.estimators if name not in self.finalists)

    @property
    def piloted(self) -> tuple[str, ...]:
        """The names of the forests whose rounds are found by pilots."""
        return ()

    def rounds(self, name: str) -> Rounds | None:
        """Return None: an estimator is fitted as it is."""
        return None

    def evaluate_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Score subsets, several at once; the evaluations come as they are done."""
        # Processes: scikit-learn's forests change the warning filters of all threads.
        jobs = [(task.name, task.subset) for task in tasks]
        done = self.spreading.as_done("evaluate", jobs, self.n_jobs, compiled=False)
        yield from (evaluation for _, evaluation in done)

    def for_workers(self) -> "EstimatorEvaluator":
        """Return what workers need of this."""
        return self

    def evaluate(self, name: str, subset: Subset) -> Evaluation:
        """Score one estimator on one subset."""
        start = time.perf_counter()
        with self.told_where(name, subset):
            by_part = self._by_folds if self.problem.folds else self._by_blocks
            found = self.checked(by_part(name, subset))
        return replace(found, seconds=time.perf_counter() - start)

    def fingerprints(self) -> dict[str, str]:
        """Return what stands for all that determines the scores of each estimator."""
        problem = self.problem.fingerprint()
        return {name: self._fingerprint(name, problem) for name in self.estimators}

    def _fingerprint(self, name: str, problem: str) -> str:
        estimator, weighted = self.estimators[name], self.problem.weights is not None
        asked = requests_of(estimator) if weighted else ()
        return fingerprint(SEMANTICS, problem, estimator, self.scorer, self.chooser, *asked)

    def baseline(self) -> Evaluation | None:
        """Score the empty model: the majority class or the mean; None if the scorer cannot."""
        try:
            return self.checked(self._baseline())
        except Exception as error:
            warnings.warn(
                f"the schedule has no baseline: the scoring cannot score a constant ({error})",
                stacklevel=2,
            )
            return None

    def _baseline(self) -> Evaluation:
        problem = self.problem
        dummy = DummyClassifier(strategy="prior") if problem.classification else DummyRegressor()
        scored, n_classes = Scored((), BASELINE), len(np.unique(problem.y))
        parts = [(fold.train, problem.blocks or (fold.validate,)) for fold in problem.folds]
        for train, blocks in parts or [(problem.development, problem.blocks)]:
            weights = problem.weights_of(train)
            model = dummy.fit(train.reshape(-1, 1), problem.y[train], sample_weight=weights)
            plain = problem.classification and len(model.classes_) == n_classes
            score_it = self._score_shares if plain else self._score_table
            for rows in blocks:
                scored.scores.append(score_it(model, rows, self.scorer))
                if self.chooser:
                    scored.merits.append(score_it(model, rows, self.chooser))
            if len(problem.test):
                scored.tested.append(score_it(model, problem.test, self.scorer))
        return scored.evaluation()

    def _score_table(self, model: Any, rows: Rows, scorer: Scorer) -> float:
        return self._score(model, self.problem.table(self.problem.full, rows), rows, scorer)

    def _score_shares(self, model: Any, rows: Rows, scorer: Scorer) -> float:
        """Score a model that predicts the class shares for all rows, without a table if it can."""
        problem, measure = self.problem, measure_of(scorer)
        weights = problem.weights_of(rows)
        if measure is None or (weights is not None and not gets(scorer, "score", WEIGHT)):
            return self._score_table(model, rows, scorer)
        codes = np.searchsorted(model.classes_, problem.y[rows])
        shares = np.tile(model.class_prior_, (len(rows), 1))
        return float(np.average(measure(codes, shares), weights=weights))

    def importances(self, subset: Subset) -> Floats:
        """Return the permutation importances of the first estimator's model of a subset."""
        fit_it = partial(self.fit, self.names[0], subset)
        with self.told_where(self.names[0], subset):
            return permutation_importances(self.problem, subset, fit_it, self._score, self.n_jobs)

    def fit(self, name: str, subset: Subset, rows: Rows, *, keep_bags: bool = False) -> Any:
        """Fit one estimator to some rows of one subset."""
        estimator = seeded(self.estimators[name], self.problem.seed, subset)
        if keep_bags:
            estimator = with_out_of_bag(estimator)
        problem = self.problem
        return fit(
            estimator, problem.table(subset, rows), problem.y[rows], problem.weights_of(rows)
        )

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

    def _add(self, scored: "Scored", model: Any, X: Any, rows: Rows) -> None:
        scored.scores.append(self._score(model, X, rows))
        if self.chooser:
            scored.merits.append(self._score(model, X, rows, self.chooser))

    def _score(self, model: Any, X: Any, rows: Rows, scorer: Scorer | None = None) -> float:
        problem = self.problem
        return score(scorer or self.scorer, model, X, problem.y[rows], problem.weights_of(rows))

    def _test_score(self, model: Any, X: Any) -> float | None:
        return self._score(model, X, self.problem.test) if len(self.problem.test) else None

    @contextmanager
    def told_where(self, name: str, subset: Subset) -> Iterator[None]:
        """Let an error say which estimator and variables it comes from."""
        try:
            yield
        except Exception as error:
            error.add_note(f"{OF_AN_ESTIMATOR}{name!r}, on {self._described(subset)})")
            raise

    def checked(self, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation, unless one of its scores is no number."""
        for value in (*evaluation.scores, *evaluation.merits, evaluation.test_score):
            if value is not None and not math.isfinite(value):
                raise EvaluationError(
                    f"the score of {self._described(evaluation.subset)} is {value}; "
                    "scores must be finite: check the scoring, and that every fold has enough rows."
                )
        return evaluation

    def _described(self, subset: Subset) -> str:
        names = ", ".join(self.problem.variables[i] for i in subset[:5])
        more = f" and {len(subset) - 5} more" if len(subset) > 5 else ""
        return f"the variables {names}{more}"


def mean_of_known(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are not None; None if there are none."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None
