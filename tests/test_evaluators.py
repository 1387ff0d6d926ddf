"""One contract for every evaluator, whatever it validates by and whatever X is."""

from typing import ClassVar

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, get_scorer, r2_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from pennyworth.evaluators import EstimatorEvaluator
from pennyworth.evaluators.out_of_bag import why_not_out_of_bag
from pennyworth.exceptions import EvaluationError
from pennyworth.prices import PriceList
from pennyworth.problem import make_problem
from pennyworth.splits import Target
from toys import toy_problem, toy_table

ACCURACY, R2 = get_scorer("accuracy"), get_scorer("r2")
FOREST = RandomForestClassifier(20)

CASES = {
    "forest, hold-out": (FOREST, 0.25, True, ACCURACY),
    "forest, folds": (FOREST, 3, True, get_scorer("neg_brier_score")),
    "forest, out of bag": (FOREST, "oob", True, ACCURACY),
    "forest, out of bag, by probability": (FOREST, "oob", True, get_scorer("neg_brier_score")),
    "forest, out of bag, by rank": (FOREST, "oob", True, get_scorer("roc_auc")),
    "bagging, out of bag": (BaggingClassifier(n_estimators=20), "oob", True, ACCURACY),
    "regression forest, out of bag": (RandomForestRegressor(20), "oob", False, R2),
    "pipeline": (make_pipeline(StandardScaler(), LogisticRegression()), 3, True, ACCURACY),
    "pipeline, out of bag": (make_pipeline(StandardScaler(), FOREST), "oob", True, ACCURACY),
    "ridge": (Ridge(), 3, False, R2),
}


@pytest.fixture(params=CASES)
def evaluator(request):
    estimator, validation, classification, scorer = CASES[request.param]
    problem = toy_problem(validation=validation, classification=classification)
    return EstimatorEvaluator(problem, {"it": estimator}, scorer)


class TestEveryEvaluator:
    def test_an_evaluation_depends_on_the_subset_alone(self, evaluator):
        first = evaluator.evaluate("it", (0, 2))
        evaluator.evaluate("it", (1,))
        assert evaluator.evaluate("it", (0, 2)) == first
        assert (first.subset, first.estimator) == ((0, 2), "it")

    def test_the_informative_variable_scores_higher_than_noise_and_baseline(self, evaluator):
        strong, noise = evaluator.evaluate("it", (0,)), evaluator.evaluate("it", (3,))
        assert strong.score > noise.score
        assert strong.score > evaluator.baseline().score
        assert strong.test_score > evaluator.baseline().test_score

    def test_every_subset_has_as_many_scores_as_the_baseline(self, evaluator):
        n_scores = len(evaluator.baseline().scores)
        assert len(evaluator.evaluate("it", (0,)).scores) == n_scores
        assert len(evaluator.evaluate("it", (1, 2)).scores) == n_scores
        assert evaluator.baseline().subset == ()

    def test_importances_put_the_informative_variable_first(self, evaluator):
        importances = evaluator.importances()
        assert importances.shape == (5,)
        assert importances.argmax() == 0
        assert np.array_equal(importances, evaluator.importances())


def test_folds_are_scored_by_hand():
    problem = toy_problem(validation=3)
    evaluator = EstimatorEvaluator(problem, {"logit": LogisticRegression()}, ACCURACY)
    expected, on_test = [], []
    for fold in problem.folds:
        X = problem.X[["v0", "v1"]]
        model = LogisticRegression().fit(X.iloc[fold.train], problem.y[fold.train])
        expected.append(model.score(X.iloc[fold.validate], problem.y[fold.validate]))
        on_test.append(model.score(X.iloc[problem.test], problem.y[problem.test]))
    found = evaluator.evaluate("logit", (0, 1))
    assert found.scores == pytest.approx(expected)
    assert found.test_score == pytest.approx(np.mean(on_test))


@pytest.mark.parametrize("classification", [True, False])
def test_out_of_bag_scores_are_the_forests_own(classification):
    problem = toy_problem(validation="oob", classification=classification)
    kind = RandomForestClassifier if classification else RandomForestRegressor
    scorer = ACCURACY if classification else get_scorer("neg_mean_squared_error")
    evaluator = EstimatorEvaluator(problem, {"forest": kind(60)}, scorer)
    model = evaluator.fit("forest", (0, 1), problem.development, keep_bags=True)
    y, sizes = problem.y[problem.development], [len(block) for block in problem.blocks]
    overall = np.average(evaluator.evaluate("forest", (0, 1)).scores, weights=sizes)
    if classification:
        predicted = model.classes_[model.oob_decision_function_.argmax(axis=1)]
        assert overall == pytest.approx(accuracy_score(y, predicted))
    else:
        assert 1 + overall / y.var() == pytest.approx(r2_score(y, model.oob_prediction_))


@pytest.mark.filterwarnings("ignore:Some inputs do not have OOB scores")
def test_rows_that_were_never_out_of_bag_are_left_out():
    problem = toy_problem(validation="oob")
    evaluator = EstimatorEvaluator(problem, {"forest": RandomForestClassifier(3)}, ACCURACY)
    assert evaluator.evaluate("forest", (0,)).score > 0.8


def test_what_can_be_out_of_bag():
    assert why_not_out_of_bag(RandomForestClassifier()) is None
    assert "no bootstrap" in why_not_out_of_bag(RandomForestClassifier(bootstrap=False))
    assert "no bootstrap" in why_not_out_of_bag(LogisticRegression())
    assert "class_weight" in why_not_out_of_bag(RandomForestClassifier(class_weight="balanced"))


@pytest.mark.parametrize("validation", [3, "oob"])
def test_a_scorer_of_ones_own_sees_the_table(validation):
    def mean_of_the_column(model, X, y):
        assert len(model.predict(X)) == len(X)
        return float(X["v1"].mean())

    problem = toy_problem(validation=validation)
    evaluator = EstimatorEvaluator(problem, {"forest": FOREST}, mean_of_the_column)
    sizes = [len(part) for part in problem.blocks or [f.validate for f in problem.folds]]
    overall = np.average(evaluator.evaluate("forest", (1,)).scores, weights=sizes)
    assert overall == pytest.approx(problem.X["v1"].iloc[problem.development].mean())


def test_a_scorer_that_cannot_score_a_constant_leaves_no_baseline():
    def needs_trees(model, X, y):
        return float(len(model.estimators_))

    evaluator = EstimatorEvaluator(toy_problem(), {"forest": FOREST}, needs_trees)
    with pytest.warns(UserWarning, match="the schedule has no baseline"):
        assert evaluator.baseline() is None
    assert evaluator.evaluate("forest", (0,)).score == 20


class Recorder(ClassifierMixin, BaseEstimator):
    """Remembers what it was fitted with."""

    seen: ClassVar[list] = []

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        Recorder.seen.append((X, sample_weight))
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
def test_estimators_see_tables_with_names_and_weights(kind):
    table, y = toy_table(3)
    X = kind({name: table[name].to_numpy() for name in table})
    weights = np.linspace(1, 2, len(y))
    prices = PriceList({"a": 1, "b": 1}, columns={"a": ["v2", "v0"], "b": ["v1"]})
    problem = make_problem(
        X,
        Target(y=y, classification=True),
        prices.bind(list(X.columns)),
        validation=0.5,
        test_size=None,
        weights=weights,
        seed=0,
    )
    Recorder.seen.clear()
    EstimatorEvaluator(problem, {"it": Recorder()}, ACCURACY).evaluate("it", (0,))
    seen, seen_weights = Recorder.seen[0]
    assert isinstance(seen, kind)
    assert list(seen.columns) == ["v0", "v2"]
    assert np.array_equal(seen_weights, weights[problem.folds[0].train])


def test_weights_count_in_the_score():
    table, y = toy_table(2)
    weights = np.where(y == 0, 9.0, 1.0)
    problem = make_problem(
        table,
        Target(y=y, classification=True),
        PriceList(names=["v0", "v1"]),
        validation=0.5,
        test_size=None,
        weights=weights,
        seed=0,
    )
    always_zero = EstimatorEvaluator(problem, {"it": Recorder()}, ACCURACY).evaluate("it", (0,))
    assert always_zero.score == pytest.approx(0.9)


def test_columns_of_a_variable_are_permuted_together():
    """Two copies of the same column: shuffled one by one, each would cover for the other."""
    table, y = toy_table(2)
    X = pd.DataFrame({"a": table["v0"], "copy": table["v0"], "noise": table["v1"] * 0})
    prices = PriceList({"signal": 1, "noise": 1}, columns={"signal": ["a", "copy"]})
    problem = make_problem(
        X,
        Target(y=y, classification=True),
        prices.bind(list(X.columns)),
        validation=0.5,
        test_size=None,
        weights=None,
        seed=0,
    )
    evaluator = EstimatorEvaluator(problem, {"logit": LogisticRegression()}, ACCURACY)
    assert evaluator.importances()[0] > 0.3


def test_an_infinite_score_is_refused():
    evaluator = EstimatorEvaluator(toy_problem(), {"it": FOREST}, lambda model, X, y: float("nan"))
    with pytest.raises(EvaluationError, match="the score of the variables v0, v1 is nan"):
        evaluator.evaluate("it", (0, 1))


def test_a_failure_says_where_it_happened():
    class Failing(Recorder):
        def fit(self, X, y, sample_weight=None):
            raise RuntimeError("no")

    evaluator = EstimatorEvaluator(toy_problem(), {"it": Failing()}, ACCURACY)
    with pytest.raises(RuntimeError) as caught:
        evaluator.evaluate("it", (0, 1))
    assert caught.value.__notes__ == ["(the estimator was 'it', on the variables v0, v1)"]
