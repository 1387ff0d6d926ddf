"""logitB: the L1 logistic path, judged by its own predictions."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.metrics import get_scorer
from sklearn.utils import check_array

from pennyweight.evaluations import Evaluation
from pennyweight.learners.l1 import logistic_path
from pennyweight.prices import PriceList
from pennyweight.problem import Problem, column_names, encode, is_frame, make_problem
from pennyweight.schedule import ModelSchedule
from pennyweight.search import check_target
from pennyweight.seeds import seed_of

# Tight: a variable too many is charged to logitB.
TOLERANCE = 1e-4


def logit_b(
    X: Any,
    y: Any,
    prices: Any = None,
    *,
    validation: float = 0.25,
    test_size: float | None = 0.2,
    scoring: str = "accuracy",
    n_penalties: int = 100,
    weakest: float = 1e-4,
    random_state: Any = None,
) -> ModelSchedule:
    """Return the schedule of L1 logistic regressions, one model for each penalty.

    `schedule.best(budget)` is then the best of them that is strictly within the budget. The rows
    are split as `BudgetSearch` splits them with the same settings.

    Parameters
    ----------
    X, y : table and array
        The data, and the classes to predict.
    prices : anything that `PriceList` takes
        What the variables cost.
    validation : float
        The share of the development rows that chooses.
    test_size : float or None
        The share of all rows that only reports.
    scoring : str
        The name of the score.
    n_penalties, weakest : int and float
        How many penalties, down to which share of the one that leaves no variable in.
    random_state : int, RandomState or None
        An int makes the splits repeatable.

    Returns
    -------
    ModelSchedule
        The models that are worth their cost.

    Examples
    --------
    >>> from pennyweight.baselines import logit_b
    >>> from pennyweight.datasets import make_gaussian_mixture
    >>> data = make_gaussian_mixture(0.3, n=400, random_state=0)
    >>> schedule = logit_b(data.X, data.y, data.prices, random_state=0)
    >>> [model.cost for model in schedule]
    [92.0, 229.0, 252.0, 297.0, 369.0]
    >>> schedule.best(budget=250).variables
    ('x1', 'x2', 'x5', 'x6')
    """
    X = X if is_frame(X) else check_array(X, ensure_all_finite="allow-nan")
    bound = PriceList.for_columns(prices, column_names(X))
    problem = make_problem(
        X,
        check_target(X, y, None, None, classification=True),
        bound,
        validation=float(validation),
        test_size=test_size,
        weights=None,
        seed=seed_of(random_state),
    )
    steps = np.geomspace(1.0, weakest, n_penalties)
    return ModelSchedule(_models(problem, steps, get_scorer(scoring)), bound, scoring=scoring)


def _models(problem: Problem, steps: Any, scorer: Any) -> Iterator[Evaluation]:
    (fold,) = problem.folds
    encoded = encode(problem, fold.train)
    known = encoded.matrix[fold.train], problem.y[fold.train], None
    for model in logistic_path(*known, steps, tolerance=TOLERANCE):
        if subset := encoded.active(model.coef_):

            def score(rows: Any, model: Any = model) -> float:
                return float(scorer(model, encoded.matrix[rows], problem.y[rows]))

            yield Evaluation(
                subset=subset,
                estimator="LogisticRegression",
                scores=(score(fold.validate),),
                test_score=score(problem.test) if len(problem.test) else None,
            )
