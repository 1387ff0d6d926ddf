"""The forests that are tried where nobody says which."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression

from pennyworth import BudgetSearch, default_forests

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
