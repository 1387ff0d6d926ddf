"""The empty model: the class shares or the mean, which cost nothing."""

import warnings
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor

from pennyweight.arrays import Rows
from pennyweight.evaluations import Evaluation
from pennyweight.evaluators.fitting import Scorer, score_rows
from pennyweight.evaluators.measures import measure_of
from pennyweight.evaluators.scored import Scored, checked
from pennyweight.problem import WEIGHT, Problem, gets

BASELINE = "baseline"


def baseline_of(problem: Problem, scorer: Scorer, chooser: Scorer | None) -> Evaluation | None:
    """Score the majority class or the mean; None, with a warning, if the scorer cannot."""
    try:
        return checked(problem, _baseline(problem, scorer, chooser))
    except Exception as error:
        warnings.warn(
            f"the schedule has no baseline: the scoring cannot score a constant ({error})",
            stacklevel=2,
        )
        return None


def _baseline(problem: Problem, scorer: Scorer, chooser: Scorer | None) -> Evaluation:
    dummy = DummyClassifier(strategy="prior") if problem.classification else DummyRegressor()
    scored, n_classes = Scored((), BASELINE), len(np.unique(problem.y))
    parts = [(fold.train, problem.blocks or (fold.validate,)) for fold in problem.folds]
    for train, blocks in parts or [(problem.development, problem.blocks)]:
        weights = problem.weights_of(train)
        model = dummy.fit(train.reshape(-1, 1), problem.y[train], sample_weight=weights)
        plain = problem.classification and len(model.classes_) == n_classes
        score_it = _score_shares if plain else _score_table
        for rows in blocks:
            scored.scores.append(score_it(problem, model, rows, scorer))
            if chooser:
                scored.merits.append(score_it(problem, model, rows, chooser))
        if len(problem.test):
            scored.tested.append(score_it(problem, model, problem.test, scorer))
    return scored.evaluation()


def _score_table(problem: Problem, model: Any, rows: Rows, scorer: Scorer) -> float:
    return score_rows(problem, scorer, model, problem.table(problem.full, rows), rows)


def _score_shares(problem: Problem, model: Any, rows: Rows, scorer: Scorer) -> float:
    """Score a model that predicts the class shares for all rows, without a table if it can."""
    weights, measure = problem.weights_of(rows), measure_of(scorer)
    if measure is None or (weights is not None and not gets(scorer, "score", WEIGHT)):
        return _score_table(problem, model, rows, scorer)
    codes = np.searchsorted(model.classes_, problem.y[rows])
    shares = np.tile(model.class_prior_, (len(rows), 1))
    return float(np.average(measure(codes, shares), weights=weights))
