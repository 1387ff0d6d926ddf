"""The forests that are tried where nobody says which."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import is_classifier, is_regressor
from sklearn.datasets import load_diabetes
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression

from pennyweight import BudgetSearch, default_forests
from pennyweight.search.default_estimators import doubt, holds_classes

ROWS = 400


@pytest.fixture(scope="module")
def stripes_and_noise() -> tuple[pd.DataFrame, np.ndarray]:
    """One column tells a little about the class; the other tells all, in ten narrow stripes."""
    rng = np.random.default_rng(0)
    position = rng.uniform(size=ROWS)
    ill = (position * 10).astype(int) % 2
    hint = 0.5 * ill + rng.normal(size=ROWS)
    return pd.DataFrame({"hint": hint, "position": position}), ill


@pytest.fixture(scope="module")
def found(stripes_and_noise) -> BudgetSearch:
    return BudgetSearch(prices={"hint": 1, "position": 5}, random_state=0).fit(*stripes_and_noise)


def test_each_subset_has_the_leaves_that_suit_it(found):
    first, last = found.schedule_
    assert (first.variables, first.estimator) == (("hint",), "forest with leaves of 10")
    assert (last.variables, last.estimator) == (("position",), "forest")


def test_what_is_handed_over_has_these_leaves(found):
    assert found.model(budget=1).min_samples_leaf == 10
    assert found.model(budget=5).min_samples_leaf == 1
    assert type(found.model()) is RandomForestClassifier


def test_one_forest_alone_is_never_better_where_it_is_chosen(found, stripes_and_noise):
    alone = BudgetSearch(RandomForestClassifier(), prices=found.prices_, random_state=0)
    for model in alone.fit(*stripes_and_noise).schedule_:
        assert found.schedule_.best(model.cost).merit >= model.merit


def test_finalists_compete_with_all_of_them(stripes_and_noise):
    few = {"sequences": "singles", "finalists": {"logit": LogisticRegression()}, "random_state": 0}
    search = BudgetSearch(default_forests(n_estimators=10), **few).fit(*stripes_and_noise)
    names = {evaluation.estimator for evaluation in search.schedule_.evaluations}
    assert names == {*default_forests(), "logit"}


def test_numbers_and_other_settings():
    forests = default_forests(classification=False, n_estimators=7)
    assert [forest.min_samples_leaf for forest in forests.values()] == [1, 3, 10]
    assert all(type(each) is RandomForestRegressor for each in forests.values())
    assert {forest.n_estimators for forest in forests.values()} == {7}


def test_one_warning_tells_that_the_compiled_forest_cannot_stand_in(stripes_and_noise):
    def mine(model, X, y):
        return float((model.predict(X) == y).mean())

    few = {"sequences": "singles", "scoring": mine, "choose_by": mine, "random_state": 0}
    forests = default_forests(n_estimators=40)
    with pytest.warns(UserWarning, match="leaves of 10': searched with") as told:
        BudgetSearch(forests, **few).fit(*stripes_and_noise)
    assert sum("slower" in str(each.message) for each in told) == 1


def test_a_number_to_predict_makes_them_regressors():
    X, y = load_diabetes(return_X_y=True, as_frame=True)  # whole numbers, of 214 kinds
    search = BudgetSearch(sequences="singles", effort=5, random_state=0)
    assert is_classifier(search)  # so that folds are balanced by class until it is known
    found = search.fit(X, y)
    assert (found.schedule_.scoring, found.schedule_.choose_by) == ("r2", "r2")
    assert is_regressor(found)
    assert not is_classifier(found)
    assert not hasattr(found, "predict_proba")
    assert not hasattr(found, "classes_")
    assert type(found.model()) is RandomForestRegressor
    assert {e.estimator for e in found.schedule_.evaluations} == {*default_forests()}
    told = [repr(found), found._repr_mimebundle_()["text/html"], found.card()]
    assert all("a number" in text for text in told)
    assert "r2 0." in repr(found.schedule_)


def test_the_number_of_classes_is_shown(found):
    assert repr(found).endswith("# predicts 2 classes")
    assert "predicts 2 classes" in found._repr_mimebundle_()["text/html"]
    assert ("predicted", "2 classes") in found.details_.facts


def test_a_search_fitted_anew_goes_by_its_new_target(stripes_and_noise):
    X, ill = stripes_and_noise
    search = BudgetSearch(sequences="singles", random_state=0).fit(X, X["position"])
    assert is_regressor(search)
    assert is_classifier(search.fit(X, ill))
    assert search.predict_proba(X).shape == (ROWS, 2)


def test_finalists_say_what_is_predicted_where_no_estimator_does(stripes_and_noise):
    X, ill = stripes_and_noise
    few = {"sequences": "singles", "finalists": {"linear": LinearRegression()}, "random_state": 0}
    assert BudgetSearch(**few).fit(X, ill).schedule_.scoring == "r2"


@pytest.mark.parametrize(
    ("y", "classes", "doubtful"),
    [
        (["a", "b", "c"], True, False),
        ([True, False], True, False),
        ([0, 1], True, False),
        ([1.0, 2.0, 3.0], True, False),
        (range(10), True, False),
        (range(11), True, True),
        (range(10, 210, 10), True, True),
        (range(26), False, True),  # letters, perhaps
        (range(1, 101), False, True),
        (range(0, 260, 10), False, False),
        (range(18, 90), False, False),
        (np.linspace(0, 1, 5), False, False),
        (np.array([0.5, 1.5, 2.5], dtype=object), False, False),
    ],
)
def test_what_a_target_holds(y, classes, doubtful):
    y = np.tile(np.asarray(y), 3)
    assert holds_classes(y) is classes
    assert (doubt(y) is not None) is doubtful


def test_only_many_rows_look_like_codes_of_classes():
    assert doubt(np.arange(30)) is None


@pytest.mark.parametrize(("n", "otherwise"), [(20, False), (30, True)])
def test_where_it_is_doubtful_a_warning_says_how_to_say_otherwise(n, otherwise):
    y = np.arange(240) % n
    X = pd.DataFrame({"a": y + 0.1, "b": np.arange(240) % 7})
    told = rf"{n} different whole numbers .*default_forests\(classification={otherwise}\).*--task"
    with pytest.warns(UserWarning, match=told):
        found = BudgetSearch(sequences="singles", random_state=0).fit(X, y)
    assert is_classifier(found) is not otherwise
    said = BudgetSearch(default_forests(classification=otherwise), sequences="singles")
    assert is_classifier(said.fit(X, y)) is otherwise
