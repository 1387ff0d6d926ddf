"""Small problems and a quick evaluator that tests share."""

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

from pennyweight import BudgetSearch, ModelSchedule
from pennyweight.effort import Effort
from pennyweight.evaluations.evaluation import Evaluation
from pennyweight.prices import Limits, PriceList
from pennyweight.problem.columns import column_names
from pennyweight.problem.problem import Problem, make_problem
from pennyweight.problem.rows import Target
from pennyweight.search.explore import explore
from pennyweight.search.presets import resolve
from pennyweight.search.runner import Runner

TREE = DecisionTreeClassifier(max_depth=3)
IRIS, SPECIES = load_iris(return_X_y=True, as_frame=True)
PRICES = dict(zip(IRIS.columns, [5, 2, 8, 4], strict=True))


def iris_search(estimator=TREE, **settings):
    defaults = {"prices": PRICES, "sequences": "exhaustive", "validation": 3, "random_state": 0}
    return BudgetSearch(estimator, **(defaults | settings))


def toy_table(n_variables: int, n_rows: int = 60, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    """The first variable tells the class best, the second a little, the others nothing."""
    rng = np.random.default_rng(seed)
    y = np.arange(n_rows) % 2
    X = rng.normal(size=(n_rows, n_variables))
    X[:, 0] += 3 * y
    if n_variables > 1:
        X[:, 1] += y
    return pd.DataFrame(X, columns=[f"v{i}" for i in range(n_variables)]), y


def toy_problem(
    prices: PriceList | None = None, *, n_variables: int = 5, validation: object = 0.25, **options
) -> Problem:
    X, y = toy_table(n_variables)
    settings = {"test_size": 0.2, "weights": None, "seed": 0} | options
    classification = settings.pop("classification", True)
    target = Target(
        y=y if classification else y + X["v0"].to_numpy(), classification=classification
    )
    bound = PriceList.for_columns(prices, list(X.columns))
    return make_problem(X, target, bound, validation=validation, **settings)


def problem_of(
    X, y, *, classification: bool = True, validation: object = "oob", **options
) -> Problem:
    """The problem of an array or frame, with a quarter of its rows put aside."""
    settings = {"test_size": 0.25, "weights": None, "seed": 0} | options
    bound = PriceList.for_columns(None, column_names(X))
    target = Target(y=y, classification=classification)
    return make_problem(X, target, bound, validation=validation, **settings)


class FormulaEvaluator:
    """Scores a subset by a formula: diminishing returns on fixed gains, plus a fixed quirk each.

    With `merits`, these choose: the scores with other quirks.
    """

    names = ("formula",)

    def __init__(self, gains: list[float], *, merits: bool = False) -> None:
        self.gains = np.asarray(gains, dtype=float)
        self.merits = merits
        self.calls: list[tuple[int, ...]] = []

    def rounds(self, name: str) -> None:
        return None

    def evaluate_all(self, tasks):
        return (self.evaluate(task.name, task.subset) for task in tasks)

    def evaluate(self, name: str, subset: tuple[int, ...]) -> Evaluation:
        self.calls.append(subset)
        rng = np.random.default_rng(list(subset))
        score = 1 - np.exp(-self.gains[list(subset)].sum())
        scores, merits = (score + rng.normal(0, 0.02, size=3) for _ in range(2))
        return Evaluation(
            subset=subset,
            estimator=name,
            scores=tuple(scores.tolist()),
            merits=tuple(merits.tolist()) if self.merits else (),
        )

    def baseline(self) -> Evaluation:
        return Evaluation(subset=(), estimator="baseline", scores=(0.0,))

    finalists = ()

    def importances(self, subset) -> np.ndarray:
        return np.where(np.isin(np.arange(len(self.gains)), subset), self.gains, 0.0)


def runner_of(evaluator: object, *given: object, **settings: object) -> Runner:
    return Runner(evaluator, evaluator.evaluate_all, *given, **settings)


def explored(
    problem: Problem,
    prices: PriceList,
    evaluator: object,
    sequences: object,
    *,
    effort: object = None,
    scoring: str = "accuracy",
    evaluate: object = None,
    **limits,
) -> ModelSchedule:
    """Explore with sequences, effort and limits as users write them."""
    return explore(
        problem,
        prices,
        evaluator,
        evaluate or evaluator.evaluate_all,
        resolve(sequences),
        scoring=scoring,
        limits=Limits.of(prices, **limits),
        effort=Effort.of(effort),
    )
