"""The front door, used as people use scikit-learn."""

import pickle
import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, make_scorer
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    cross_val_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from helpers.toys import IRIS, PRICES, SPECIES, TREE, toy_table
from helpers.toys import iris_search as search
from pennyweight import BudgetSearch, ModelSchedule, PriceList
from pennyweight.exceptions import BudgetError, PriceError


@pytest.fixture(scope="module")
def fitted():
    return search(RandomForestClassifier(20), validation=None).fit(IRIS, SPECIES)


def test_three_lines_are_enough():
    found = BudgetSearch(prices=PRICES, random_state=0).fit(IRIS, SPECIES)
    assert found.schedule_.best(budget=6).score > 0.9
    assert found.schedule_.scoring == "accuracy"


def test_the_schedule_is_monotone_and_affordable(fitted):
    schedule = fitted.schedule_
    assert len(schedule.evaluations) == 15
    merits, costs = zip(*((m.merit, m.cost) for m in schedule), strict=True)
    assert list(merits) == sorted(merits)
    assert list(costs) == sorted(costs)
    assert schedule.baseline.score == pytest.approx(1 / 3)
    assert len(schedule[0].variables) == 1
    assert all(model.test_score is not None for model in schedule)


def test_predict_uses_the_best_model(fitted):
    assert fitted.best_model_ == fitted.schedule_[-1]
    assert (fitted.predict(IRIS) == SPECIES).mean() > 0.95
    assert fitted.predict_proba(IRIS).shape == (150, 3)
    assert fitted.classes_.tolist() == [0, 1, 2]
    assert fitted.score(IRIS, SPECIES) > 0.95
    assert fitted.score(IRIS, SPECIES, sample_weight=np.ones(150)) > 0.95


def test_a_model_for_any_budget_needs_only_its_own_columns(fitted):
    model = fitted.model(budget=4)
    assert model.feature_names_in_.tolist() == ["petal width (cm)"]
    assert model.predict(IRIS[["petal width (cm)"]]).shape == (150,)
    assert fitted.model() is fitted.best_estimator_
    with pytest.raises(BudgetError, match="the cheapest costs 2"):
        fitted.model(budget=1)


def test_the_model_handed_over_was_fitted_to_all_rows():
    class Counting(DecisionTreeClassifier):
        def fit(self, X, y, sample_weight=None, check_input=True):
            self.n_rows_ = len(X)
            return super().fit(X, y, sample_weight, check_input)

    assert search(Counting()).fit(IRIS, SPECIES).model(budget=6).n_rows_ == 150


def test_a_budget_limits_what_is_tried_and_what_predicts():
    found = search(budget=7).fit(IRIS, SPECIES)
    assert found.schedule_.costs.max() <= 7
    assert found.best_model_.cost <= 7
    assert found.get_support().sum() == len(found.best_model_.variables)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"budget": 1}, r"no model costs at most budget=1: the cheapest variable, 'sepal width"),
        ({"budget": 5, "sequences": "paper"}, "none of the subsets .* costs at most budget=5"),
    ],
)
def test_a_budget_that_pays_for_nothing(settings, message):
    with pytest.raises(BudgetError, match=message):
        search(**settings).fit(IRIS, SPECIES)


def test_it_selects_like_a_selector(fitted):
    names = fitted.get_feature_names_out()
    assert set(names) <= set(IRIS.columns)
    assert fitted.get_support(indices=True).tolist() == [list(IRIS).index(n) for n in names]
    assert fitted.transform(IRIS).shape == (150, len(names))
    framed = clone(fitted).set_output(transform="pandas").fit(IRIS, SPECIES)
    assert list(framed.transform(IRIS).columns) == list(framed.get_feature_names_out())


def test_variables_with_several_columns():
    prices = PriceList(
        {"sepal": 3, "petal": 5},
        columns={"sepal": list(IRIS.columns[:2]), "petal": list(IRIS.columns[2:])},
    )
    found = search(prices=prices).fit(IRIS, SPECIES)
    assert len(found.schedule_.evaluations) == 3
    assert found.model(budget=5).feature_names_in_.tolist() == list(IRIS.columns[2:])
    assert found.prices_.variables == ("sepal", "petal")


def test_clone_pickle_and_repr(fitted):
    assert not hasattr(clone(fitted), "schedule_")
    again = pickle.loads(pickle.dumps(fitted))
    assert again.schedule_ == fitted.schedule_
    assert np.array_equal(again.predict(IRIS), fitted.predict(IRIS))
    assert "BudgetSearch(" in repr(fitted)


def test_in_a_pipeline_in_a_grid_and_in_nested_cross_validation():
    pipeline = make_pipeline(StandardScaler().set_output(transform="pandas"), search())
    assert pipeline.fit(IRIS, SPECIES).score(IRIS, SPECIES) > 0.9
    assert cross_val_score(search(), IRIS, SPECIES, cv=3).mean() > 0.85
    grid = GridSearchCV(search(), {"budget": [2, 7], "estimator__max_depth": [1, 3]}, cv=2)
    assert grid.fit(IRIS, SPECIES).best_params_ == {"budget": 7, "estimator__max_depth": 3}
    first = make_pipeline(search(budget=7), LogisticRegression(max_iter=500)).fit(IRIS, SPECIES)
    assert first.score(IRIS, SPECIES) > 0.85


def test_the_result_is_the_same_for_any_number_of_jobs():
    filters = list(warnings.filters)
    one, two = (
        search(RandomForestClassifier(5), n_jobs=n, sequences="auto").fit(IRIS, SPECIES).schedule_
        for n in (1, 2)
    )
    assert one == two
    assert warnings.filters == filters  # threads would trip over scikit-learn's handling of them


def test_a_seed_makes_it_repeatable_and_another_changes_it():
    forest = RandomForestClassifier(5)
    first, again, other = (
        search(forest, random_state=seed, sequences="paper").fit(IRIS, SPECIES).schedule_
        for seed in (0, 0, 1)
    )
    assert first == again
    assert first != other
    drawn, alike = (
        search(forest, random_state=np.random.RandomState(0)).fit(IRIS, SPECIES).schedule_
        for _ in range(2)
    )
    assert drawn == alike
    assert drawn != first


def test_an_estimators_own_seed_is_kept():
    found = search(RandomForestClassifier(5, random_state=7)).fit(IRIS, SPECIES)
    assert found.best_estimator_.random_state == 7


def test_several_estimators_compete():
    estimators = {"tree": TREE, "logit": LogisticRegression(max_iter=500)}
    found = search(estimators).fit(IRIS, SPECIES)
    assert len(found.schedule_.evaluations) == 30
    assert {e.estimator for e in found.schedule_.evaluations} == {"tree", "logit"}
    tried = zip(found.schedule_.evaluations, found.schedule_._scored.merits, strict=True)
    merits = [(evaluation.subset, merit) for evaluation, merit in tried]
    for model in found.schedule_:
        assert model.merit == max(merit for subset, merit in merits if subset == model.subset)
    assert type(found.best_estimator_) is type(estimators[found.best_model_.estimator])


def test_finalists_are_tried_on_the_front_alone():
    forest, logit = RandomForestClassifier(20), LogisticRegression(max_iter=500)
    found = BudgetSearch(forest, finalists={"logit": logit}, random_state=0).fit(IRIS, SPECIES)
    evaluations = found.schedule_.evaluations
    explored = [e for e in evaluations if e.estimator == "RandomForestClassifier"]
    finals = [e for e in evaluations if e.estimator == "logit"]
    assert len(explored) == 15
    front = ModelSchedule(explored, found.prices_, explorers=found.schedule_.explorers)
    assert {e.subset for e in finals} == {model.subset for model in front}
    assert len(finals) == len(front) < 15
    assert {len(e.scores) for e in evaluations} == {5}  # the same folds for both
    assert {model.estimator for model in found.schedule_} & {"logit"}
    assert type(found.model()) is type(found._evaluator.estimators[found.best_model_.estimator])


def test_finalists_must_differ_from_explorers_and_be_of_their_kind():
    with pytest.raises(ValueError, match="the name of an estimator and of a finalist"):
        search(TREE, finalists=TREE).fit(IRIS, SPECIES)
    with pytest.raises(ValueError, match="mix classifiers and regressors"):
        search(TREE, finalists=RandomForestRegressor()).fit(IRIS, SPECIES)


def test_regression():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    forest = RandomForestRegressor(40)
    found = BudgetSearch(forest, sequences=["importance", "singles"], random_state=0).fit(X, y)
    assert found.schedule_.scoring == "r2"
    assert found.schedule_.best(budget=3).score > 0.25
    assert abs(found.schedule_.baseline.score) < 0.2
    assert not hasattr(found, "predict_proba")


def test_categories_and_missing_values_with_the_default_forest():
    table, y = toy_table(2, n_rows=120)
    columns = {
        "level": [None if i % 10 == 0 else ["low", "high"][label] for i, label in enumerate(y)],
        "text": ["x" if i % 3 else None for i in range(120)],
        "number": [value if value > 0 else None for value in table["v1"]],
    }
    as_pandas = pd.DataFrame(columns).astype({"level": "category", "number": float})
    as_polars = pl.DataFrame(columns).with_columns(pl.col("level").cast(pl.Enum(["low", "high"])))
    labels = np.where(y == 1, "yes", "no")
    for X in (as_pandas, as_polars):
        found = BudgetSearch(random_state=0).fit(X, labels)
        assert found.schedule_.best(budget=1).variables == ("level",)
        assert (found.predict(X) == labels).mean() > 0.8


def test_nullable_dtypes_with_the_default_forest():
    table, y = toy_table(2, n_rows=120)
    X = pd.DataFrame(
        {
            "count": pd.array([None if i % 7 == 0 else int(v) for i, v in enumerate(y)], "Int64"),
            "flag": pd.array([None if i % 5 == 0 else bool(i % 2) for i in range(120)], "boolean"),
            "text": pd.array([None if i % 4 == 0 else "x" for i in range(120)], "string"),
            "mixed": pd.Series([1 if i % 2 else "one" for i in range(120)], dtype=object),
            "number": table["v1"],
        }
    )
    for columns in (["count", "number"], list(X)):
        found = BudgetSearch(sequences="importance", random_state=0).fit(X[columns], y)
        assert found.schedule_[-1].score > 0.8
        assert found.predict(X[columns]).shape == (120,)


def test_a_new_category_is_no_secret_clue():
    """Out of bag, an encoder fitted to all rows would know every name and so give the answer."""
    rng = np.random.default_rng(0)
    names = [f"{i:03d}" for i in rng.permutation(300)]
    y = np.array([name > "150" for name in names])
    X = pd.DataFrame({"name": names, "noise": rng.normal(size=300)})
    schedule = BudgetSearch(sequences="singles", random_state=0).fit(X, y).schedule_
    assert max(evaluation.score for evaluation in schedule.evaluations) < 0.65


def test_heavy_rows_are_not_left_out():
    """A rare class of great weight is in every bag: out of bag, it would never be scored."""
    rng = np.random.default_rng(0)
    y = (np.arange(300) % 15 == 0).astype(int)
    X = pd.DataFrame({"a": y + rng.normal(size=300), "b": rng.normal(size=300)})
    balanced = RandomForestClassifier(20, class_weight="balanced")
    plain = RandomForestClassifier(20)
    for forest, weights in ((balanced, None), (plain, np.where(y, 14.0, 1.0))):
        settings = {"sequences": "singles", "scoring": "balanced_accuracy", "random_state": 0}
        found = BudgetSearch(forest, **settings).fit(X, y, sample_weight=weights)
        assert len(found._evaluator.problem.folds) == 5
        with pytest.raises(ValueError, match=r"validation='oob'.* every bag"):
            BudgetSearch(forest, validation="oob").fit(X, y, sample_weight=weights)


def test_small_blocks_do_not_ruin_the_score():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    few = slice(0, 40)
    found = BudgetSearch(RandomForestRegressor(60), sequences="cost", random_state=0)
    schedule = found.fit(X[few], y[few]).schedule_
    assert schedule[-1].score > -0.5


def test_nothing_dearer_than_the_budget_was_tried():
    found = search(budget=5).fit(IRIS, SPECIES)
    with pytest.raises(BudgetError, match="tried nothing that costs more than 5"):
        found.model(budget=10)


def test_arrays_get_names_of_their_own():
    found = search(prices=[1, 2, 3, 4]).fit(IRIS.to_numpy(), SPECIES.to_numpy())
    assert set(found.schedule_[-1].variables) <= {"x0", "x1", "x2", "x3"}
    assert not hasattr(found, "feature_names_in_")


def test_groups_stay_together_and_weights_arrive():
    groups = np.repeat(np.arange(30), 5)
    rows = np.random.default_rng(0).permutation(150)
    for validation in (GroupKFold(3), 3, 0.25, None):
        found = search(RandomForestClassifier(5), validation=validation, sequences="singles").fit(
            IRIS.iloc[rows], SPECIES.iloc[rows], sample_weight=np.ones(150), groups=groups
        )
        problem = found._evaluator.problem
        assert not set(groups[problem.test]) & set(groups[problem.development])
        for fold in problem.folds:
            assert not set(groups[fold.train]) & set(groups[fold.validate])


def test_validation_defaults_suit_the_estimator():
    def parts(estimator):
        found = search(estimator, validation=None, sequences="singles").fit(IRIS, SPECIES)
        return len(found._evaluator.problem.folds), len(found._evaluator.problem.blocks)

    assert parts(RandomForestClassifier(30)) == (0, 6)
    assert parts(ExtraTreesClassifier(5)) == (5, 0)
    assert parts(TREE) == (5, 0)


def test_no_test_part_no_honest_column():
    found = search(test_size=None).fit(IRIS, SPECIES)
    assert found.schedule_[0].test_score is None
    listed = list(KFold(3, shuffle=True, random_state=0).split(IRIS))
    by_list = search(test_size=None, validation=listed).fit(IRIS, SPECIES).schedule_
    assert {len(evaluation.scores) for evaluation in by_list.evaluations} == {3}


def test_test_rows_choose_nothing():
    """Labels of the test rows are scrambled: everything but the test scores stays the same."""
    honest = search(sequences="auto").fit(IRIS, SPECIES)
    rows = honest._evaluator.problem.test
    scrambled = SPECIES.copy()
    scrambled.iloc[rows] = scrambled.iloc[np.roll(rows, 1)].to_numpy()
    # the same counts of each class, so the same rows are put aside
    blind = search(sequences="auto").fit(IRIS, scrambled)
    assert set(blind._evaluator.problem.development) == set(honest._evaluator.problem.development)
    keys = [[(e.subset, e.scores) for e in s.schedule_.evaluations] for s in (honest, blind)]
    assert keys[0] == keys[1]
    assert honest.schedule_.visits == blind.schedule_.visits


def test_scoring_by_name_and_by_function():
    def share_of_setosa(estimator, X, y):
        return float((estimator.predict(X) == 0).mean())

    assert search(scoring="neg_log_loss").fit(IRIS, SPECIES).schedule_.scoring == "neg_log_loss"
    found = search(scoring=share_of_setosa).fit(IRIS, SPECIES)
    assert found.schedule_.scoring == "share_of_setosa"


@pytest.mark.parametrize("scoring", ["balanced_accuracy", "accuracy", "neg_brier_score"])
def test_a_scoring_that_is_asked_for_chooses(scoring):
    forest = RandomForestClassifier(10)
    schedule = search(forest, validation=None, scoring=scoring).fit(IRIS, SPECIES).schedule_
    assert schedule.choose_by == schedule.scoring
    assert not any(evaluation.merits for evaluation in schedule.evaluations)
    assert schedule.scores() == sorted(schedule.scores())


def test_a_cost_falls_as_money_is_spent():
    def saved(estimator, X, y):
        return -float(np.mean((estimator.predict(X) != y) * (1 + 4 * (y == 2))))

    scores = search(scoring=saved).fit(IRIS, SPECIES).schedule_.scores()
    assert scores == sorted(scores)


@pytest.mark.parametrize("name", ["Brier score", "neg_brier_score"])
def test_what_chooses_can_be_told_apart_from_a_scoring_that_is_asked_for(name):
    found = search(scoring="balanced_accuracy", choose_by=name).fit(IRIS, SPECIES)
    assert found.schedule_.choose_by == "Brier score"
    assert all(evaluation.merits for evaluation in found.schedule_.evaluations)


def test_effort_is_kept():
    assert len(search(effort=4).fit(IRIS, SPECIES).schedule_.evaluations) == 4


def test_progress_is_shown(capsys):
    search(progress=True).fit(IRIS, SPECIES)
    shown = capsys.readouterr().err
    assert "15 subsets" in shown
    assert "best score" in shown


def test_two_functions_of_one_name_are_two_scorers():
    first, second = (make_scorer(lambda y, p, k=k: k * np.mean(y == p)) for k in (1, 2))
    found = search(LogisticRegression(), scoring=first, choose_by=second).fit(IRIS, SPECIES)
    tried = found.schedule_.evaluations
    assert [np.mean(e.merits) for e in tried] == pytest.approx([2 * e.score for e in tried])


def test_a_scorer_of_the_other_sign_is_not_the_usual_one():
    worse = make_scorer(accuracy_score, greater_is_better=False)
    forest = RandomForestClassifier(10)
    found = search(forest, scoring=worse, choose_by=worse).fit(IRIS, SPECIES)
    assert max(found.schedule_.scores()) < 0


def test_a_scorer_that_cannot_be_hashed():
    @dataclass
    class Share:
        label: str

        def __call__(self, model, X, y):
            return float(np.mean(model.predict(X) == y))

    found = search(LogisticRegression(max_iter=300), scoring=Share("it"), choose_by=Share("it"))
    assert found.fit(IRIS, SPECIES).schedule_[-1].score > 0.8


def test_the_brier_score_needs_probabilities():
    with pytest.raises(ValueError, match="needs classifiers that predict probabilities"):
        search(LinearSVC(), choose_by="neg_brier_score").fit(IRIS, SPECIES)


def test_the_brier_score_counts_the_classes_of_the_problem_not_of_a_fold():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=60)})
    y = np.repeat(["x", "y", "z"], 20)
    fold = [(np.arange(40), np.arange(60))]  # the third class is in no row to learn from
    both = {"forest": RandomForestClassifier(50), "logit": LogisticRegression()}
    found = BudgetSearch(both, validation=fold, test_size=None, random_state=0).fit(X, y)
    merits = {e.estimator: e.merit for e in found.schedule_.evaluations}
    assert min(merits.values()) < -0.5
    assert 0.5 < merits["forest"] / merits["logit"] < 2


class Stopping(DecisionTreeClassifier):
    """A tree that is stopped when it is fitted."""

    def fit(self, X, y, sample_weight=None, check_input=True):
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"estimator": Stopping()}, KeyboardInterrupt),
        ({"budget": 0.5}, BudgetError),
        ({"exclude": ["colour"]}, PriceError),
        ({"scoring": "speed"}, ValueError),
    ],
)
def test_a_fit_that_fails_or_is_interrupted_leaves_the_search_as_it_was(change, error):
    others = IRIS.iloc[:100, :3].to_numpy()  # fewer rows and columns, without names
    changed = {"prices": None} | change
    new = search(**changed)
    settings = dict(vars(new))
    with pytest.raises(error):
        new.fit(others, SPECIES[:100])
    assert vars(new) == settings
    found = search().fit(IRIS, SPECIES)
    found.set_params(**changed)
    before = dict(vars(found))
    with pytest.raises(error):
        found.fit(others, SPECIES[:100])
    assert vars(found) == before
    assert found.predict(IRIS).shape == (150,)


def test_a_pipeline_may_make_something_of_dates():
    days = pd.Series(pd.date_range("2020-01-01", periods=120))
    X = pd.DataFrame({"day": days, "size": np.arange(120) % 7})
    y = (days.dt.day_of_week >= 5).astype(int)
    weekday = FunctionTransformer(as_weekdays)
    searched = BudgetSearch(make_pipeline(weekday, TREE), random_state=0).fit(X, y)
    assert searched.schedule_.best(budget=1).variables == ("day",)
    assert searched.schedule_.best(budget=1).score == 1.0
    with pytest.raises(ValueError, match="the column 'day' holds dates or times"):
        BudgetSearch(TREE).fit(X, y)


def as_weekdays(X):
    dates = X.select_dtypes("datetime").columns
    return X.assign(**{name: X[name].dt.day_of_week for name in dates})
