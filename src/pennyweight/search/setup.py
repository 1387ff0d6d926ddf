"""From data and settings to the evaluator of a search."""

from typing import Any

from pennyweight.arrays import Weights
from pennyweight.evaluators import SeveralEvaluators, check_weights, default_scorer
from pennyweight.learners import prepared
from pennyweight.prices import PriceList
from pennyweight.problem import Target, make_problem
from pennyweight.search.checks import check_chooser
from pennyweight.search.estimators import (
    check_columns,
    named_estimators,
    named_finalists,
    resolve_validation,
    with_encoding,
    with_learners,
)
from pennyweight.search.row_checks import check_class_weights
from pennyweight.search.scorers import check_scorer


def make_evaluator(
    X: Any,
    target: Target,
    weights: Weights,
    prices: PriceList,
    *,
    estimator: Any,
    finalists: Any,
    scoring: Any,
    choose_by: Any,
    validation: Any,
    test_size: float | None,
    seed: int,
    n_jobs: int | None,
    stop_early: bool,
) -> SeveralEvaluators:
    """Check what belongs together, divide the rows, and return what scores subsets."""
    explorers = named_estimators(estimator, classification=target.classification)
    given = explorers | named_finalists(finalists, explorers)
    check_columns(given, X)
    if target.classification:
        check_class_weights(given, target.y)
    estimators = {name: with_encoding(each, X) for name, each in given.items()}
    scorer = check_scorer(
        default_scorer(target.classification) if scoring is None else scoring,
        estimators,
        target,
    )
    chooser = check_chooser(choose_by, scoring, scorer, estimators, target)
    scorers = [each for each in (scorer, chooser) if each]
    if weights is not None:
        check_weights(estimators, scorers)
    learned = with_learners(given, scorers, target.y, weights)
    problem = make_problem(
        X,
        target,
        prices,
        validation=resolve_validation(validation, estimators, learned, target.groups, weights),
        test_size=test_size,
        weights=weights,
        seed=seed,
    )
    return SeveralEvaluators(
        problem,
        {name: estimators[name] for name in explorers},
        scorer,
        learners=prepared(problem, learned),
        chooser=chooser,
        finalists={name: each for name, each in estimators.items() if name not in explorers},
        n_jobs=n_jobs,
        stop_early=stop_early,
    )
