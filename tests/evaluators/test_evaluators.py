"""One contract for every evaluator, whatever it validates by and whatever X is."""

from functools import partial
from itertools import combinations
from typing import ClassVar

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, get_scorer, r2_score
from sklearn.model_selection import LeaveOneOut
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from helpers.toys import problem_of, toy_problem, toy_table
from pennyweight.evaluators import SeveralEvaluators, Task
from pennyweight.evaluators.estimator import Fitting
from pennyweight.evaluators.out_of_bag import why_not_out_of_bag
from pennyweight.exceptions import EvaluationError
from pennyweight.learners.forest import ForestKernel, Shared
from pennyweight.prices import PriceList
from pennyweight.problem.problem import make_problem
from pennyweight.problem.rows import Target

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


COMPILED = {
    "compiled forest, hold-out": (FOREST, 0.25, True, "accuracy"),
    "compiled forest, folds": (FOREST, 3, True, "neg_brier_score"),
    "compiled forest, out of bag": (FOREST, "oob", True, "accuracy"),
    "compiled forest, out of bag, by rank": (FOREST, "oob", True, "roc_auc"),
    "compiled regression, out of bag": (RandomForestRegressor(20), "oob", False, "r2"),
    "compiled regression, hold-out": (
        RandomForestRegressor(20),
        0.25,
        False,
        "neg_mean_squared_error",
    ),
}


def compiled_evaluator(problem, forest, scoring, **options):
    scorer = get_scorer(scoring) if isinstance(scoring, str) else scoring
    learners = {"it": ForestKernel(Shared(problem), forest)}
    return SeveralEvaluators(problem, {"it": forest}, scorer, learners=learners, **options)


@pytest.fixture(params=[*CASES, *COMPILED])
def evaluator(request):
    estimator, validation, classification, scorer = (CASES | COMPILED)[request.param]
    problem = toy_problem(validation=validation, classification=classification)
    if request.param in COMPILED:
        return compiled_evaluator(problem, estimator, scorer)
    return SeveralEvaluators(problem, {"it": estimator}, scorer)


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
        importances = evaluator.importances(evaluator.problem.full)
        assert importances.shape == (5,)
        assert importances.argmax() == 0
        assert np.array_equal(importances, evaluator.importances(evaluator.problem.full))


def test_folds_are_scored_by_hand():
    problem = toy_problem(validation=3)
    evaluator = SeveralEvaluators(problem, {"logit": LogisticRegression()}, ACCURACY)
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
    evaluator = SeveralEvaluators(problem, {"forest": kind(60)}, scorer)
    fitting = Fitting(problem=problem, estimators=evaluator.estimators, scorer=scorer)
    model = fitting.fit("forest", (0, 1), problem.development, keep_bags=True)
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
    evaluator = SeveralEvaluators(problem, {"forest": RandomForestClassifier(3)}, ACCURACY)
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
    evaluator = SeveralEvaluators(problem, {"forest": FOREST}, mean_of_the_column)
    sizes = [len(part) for part in problem.blocks or [f.validate for f in problem.folds]]
    overall = np.average(evaluator.evaluate("forest", (1,)).scores, weights=sizes)
    assert overall == pytest.approx(problem.X["v1"].iloc[problem.development].mean())


@pytest.mark.parametrize("scoring", ["accuracy", "neg_log_loss", "neg_brier_score"])
def test_a_baseline_is_what_the_scorer_makes_of_the_class_shares(scoring):
    X, y = load_breast_cancer(return_X_y=True)
    problem, scorer = problem_of(X, y, validation=3), get_scorer(scoring)
    baseline = SeveralEvaluators(problem, {"tree": DecisionTreeClassifier()}, scorer).baseline()
    expected = [
        scorer(DummyClassifier().fit(X[f.train], y[f.train]), X[f.validate], y[f.validate])
        for f in problem.folds
    ]
    assert baseline.scores == pytest.approx(expected)


def test_a_scorer_that_cannot_score_a_constant_leaves_no_baseline():
    def needs_trees(model, X, y):
        return float(len(model.estimators_))

    evaluator = SeveralEvaluators(toy_problem(), {"forest": FOREST}, needs_trees)
    with pytest.warns(UserWarning, match="the schedule has no baseline"):
        assert evaluator.baseline() is None
    assert evaluator.evaluate("forest", (0,)).score == 20


@pytest.mark.parametrize(
    ("scoring", "classification"),
    [("accuracy", True), ("neg_log_loss", True), ("neg_brier_score", True), ("r2", False)],
)
@pytest.mark.parametrize("validation", ["oob", 3])
def test_scores_straight_from_the_votes_are_those_of_the_scorer(
    scoring, classification, validation
):
    problem = toy_problem(validation=validation, classification=classification)
    forest = (RandomForestClassifier if classification else RandomForestRegressor)(40)
    straight = compiled_evaluator(problem, forest, scoring)
    by_scorer = compiled_evaluator(problem, forest, partial(get_scorer(scoring)))
    ours, theirs = straight.evaluate("it", (0, 1)), by_scorer.evaluate("it", (0, 1))
    assert ours.scores == pytest.approx(theirs.scores)
    assert ours.test_score == pytest.approx(theirs.test_score)


def weighted_accuracy(model, X, y, sample_weight):
    return ACCURACY(model, X, y, sample_weight=sample_weight)


def test_weights_count_in_scores_straight_from_the_votes():
    table, y = toy_table(2)
    target, prices = Target(y=y, classification=True), PriceList(names=["v0", "v1"])
    weights = np.where(y == 0, 3.0, 1.0)
    problem = make_problem(
        table, target, prices, validation=3, test_size=None, weights=weights, seed=0
    )
    found = [
        compiled_evaluator(problem, FOREST, scorer).evaluate("it", (1,)).scores
        for scorer in (ACCURACY, weighted_accuracy)
    ]
    assert found[0] == pytest.approx(found[1])


def test_more_trees_later_are_the_same_as_all_at_once():
    problem = toy_problem(validation="oob")
    in_rounds, at_once = (compiled_evaluator(problem, FOREST, "accuracy") for _ in range(2))
    for trees in (5, 11):
        (early,) = in_rounds.evaluate_all([Task("it", (0, 1), trees)])
        assert (early.trees, early.provisional) == (trees, True)
    assert in_rounds.evaluate("it", (0, 1)) == at_once.evaluate("it", (0, 1))


def test_fewer_trees_after_more_are_as_if_asked_for_first():
    problem = toy_problem(validation="oob")
    evaluator, fresh = (compiled_evaluator(problem, FOREST, "neg_log_loss") for _ in range(2))
    list(evaluator.evaluate_all([Task("it", (0, 1), 11)]))
    asked = [Task("it", (0, 1), 5)]
    assert list(evaluator.evaluate_all(asked)) == list(fresh.evaluate_all(asked))
    assert evaluator.evaluate("it", (0, 1)) == fresh.evaluate("it", (0, 1))


def test_more_threads_than_trees():
    evaluator = compiled_evaluator(toy_problem(), RandomForestClassifier(3), "accuracy", n_jobs=5)
    assert evaluator.importances(evaluator.problem.full).argmax() == 0
    assert next(iter(evaluator.evaluate_all([Task("it", (0,))]))).trees == 3


@pytest.mark.parametrize("trees", [1, 40])
@pytest.mark.parametrize("validation", ["oob", 0.25, LeaveOneOut()])
def test_where_noise_cannot_be_measured_all_trees_are_grown(trees, validation):
    problem = toy_problem(validation=validation, n_variables=2)
    rounds = compiled_evaluator(problem, RandomForestClassifier(trees), "roc_auc").rounds("it")
    assert rounds.trees[-1] == trees
    assert np.isfinite(rounds.noise)


@pytest.mark.parametrize("n_jobs", [1, 2, 3])
def test_threads_over_subsets_and_over_trees_change_nothing(n_jobs):
    problem = toy_problem(validation=3)
    subsets = [
        (0,),
        (1, 2),
        (0, 1, 2, 3, 4),
        *combinations(range(5), 2),
        *combinations(range(5), 3),
    ]
    tasks = [Task("it", subset, 13) for subset in subsets]
    alone = compiled_evaluator(problem, FOREST, "accuracy")
    several = compiled_evaluator(problem, FOREST, "accuracy", n_jobs=n_jobs)
    for some in (tasks, tasks[:2]):
        assert set(several.evaluate_all(some)) == set(alone.evaluate_all(some))


def test_more_threads_than_anybody_has_change_nothing():
    alone, many = (
        compiled_evaluator(toy_problem(), FOREST, "accuracy", n_jobs=n) for n in (1, 10**9)
    )
    full = alone.problem.full
    assert np.array_equal(alone.importances(full), many.importances(full))


def test_compiled_and_other_estimators_work_side_by_side():
    problem = toy_problem(validation=3)
    estimators = {"logit": LogisticRegression(), "it": FOREST}
    evaluator = SeveralEvaluators(
        problem, estimators, ACCURACY, learners={"it": ForestKernel(Shared(problem), FOREST)}
    )
    tasks = [Task(name, (0,)) for name in ("logit", "it")]
    assert {e.estimator for e in evaluator.evaluate_all(tasks)} == {"it", "logit"}
    assert evaluator.rounds("logit") is None


def test_the_first_round_brings_forest_noise_under_half_of_sampling_noise():
    """Over forests that differ only in chance, the first round's scores vary as it was told."""
    problem = toy_problem(validation="oob", n_variables=6)
    forest = RandomForestClassifier(512)
    rounds = compiled_evaluator(problem, forest, "accuracy").rounds("it")
    assert rounds.trees[-1] == 512
    assert all(b == min(2 * a, 512) for a, b in zip(rounds.trees, rounds.trees[1:], strict=False))
    scores, errors = [], []
    for seed in range(20):
        forest = RandomForestClassifier(512, random_state=seed)
        evaluator = compiled_evaluator(problem, forest, "accuracy")
        (found,) = evaluator.evaluate_all([Task("it", problem.full, rounds.trees[0])])
        scores.append(found.score)
        errors.append(found.stderr)
    assert 0.5 < np.std(scores) / rounds.noise < 2
    assert np.std(scores) < np.mean(errors)


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
    SeveralEvaluators(problem, {"it": Recorder()}, ACCURACY).evaluate("it", (0,))
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
    always_zero = SeveralEvaluators(problem, {"it": Recorder()}, ACCURACY).evaluate("it", (0,))
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
    evaluator = SeveralEvaluators(problem, {"logit": LogisticRegression()}, ACCURACY)
    assert evaluator.importances(evaluator.problem.full)[0] > 0.3


def test_an_infinite_score_is_refused():
    evaluator = SeveralEvaluators(toy_problem(), {"it": FOREST}, lambda model, X, y: float("nan"))
    with pytest.raises(EvaluationError, match="the score of the variables v0, v1 is nan"):
        evaluator.evaluate("it", (0, 1))


def test_a_failure_says_where_it_happened():
    class Failing(Recorder):
        def fit(self, X, y, sample_weight=None):
            raise RuntimeError("no")

    evaluator = SeveralEvaluators(toy_problem(), {"it": Failing()}, ACCURACY)
    for ask in (partial(evaluator.evaluate, "it"), evaluator.importances):
        with pytest.raises(RuntimeError) as caught:
            ask((0, 1))
        assert caught.value.__notes__ == ["(the estimator was 'it', on the variables v0, v1)"]
