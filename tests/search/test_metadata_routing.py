"""Weights and groups go to those that ask for them, where scikit-learn is set to route metadata."""

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer
from sklearn.model_selection import GroupKFold, KFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.metadata_routing import MetadataRouter

from helpers.toys import IRIS, SPECIES, TREE
from helpers.toys import iris_search as search
from pennyweight import BudgetSearch

WEIGHTS = 1.0 + (np.arange(150) % 3)
GROUPS = np.arange(150) // 5
LOGIT = LogisticRegression(max_iter=300)


@pytest.fixture
def routed():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def found(estimator, weights=WEIGHTS, **settings):
    few = {"sequences": "singles"} | settings
    return search(estimator, **few).fit(IRIS, SPECIES, sample_weight=weights).schedule_


def test_weights_go_only_to_the_steps_that_ask_for_them(routed):
    pipeline = make_pipeline(MinMaxScaler(), clone(LOGIT).set_fit_request(sample_weight=True))
    with sklearn.config_context(enable_metadata_routing=False):
        without = found(make_pipeline(MinMaxScaler(), LOGIT))
    assert found(pipeline) == without
    assert search(pipeline).fit(IRIS, SPECIES, sample_weight=WEIGHTS).predict(IRIS).shape == (150,)


@pytest.mark.parametrize(
    "estimator", [TREE, make_pipeline(StandardScaler(), LOGIT), RandomForestClassifier(5)]
)
def test_it_must_be_said_who_gets_weights(routed, estimator):
    with pytest.raises(UnsetMetadataPassedError, match="sample_weight"):
        found(estimator)


def test_an_estimator_that_asks_for_no_weights_gets_none(routed):
    class Unweighted(DecisionTreeClassifier):
        def fit(self, X, y, sample_weight=None, check_input=True):
            assert sample_weight is None
            return super().fit(X, y)

    assert len(found(Unweighted(max_depth=2).set_fit_request(sample_weight=False)))


def test_the_compiled_forest_does_not_stand_in_for_one_that_asks_for_no_weights(routed):
    forest = RandomForestClassifier(5).set_fit_request(sample_weight=False)
    with pytest.warns(UserWarning, match="does not know trees without weights"):
        assert len(found(forest))


@pytest.mark.filterwarnings("ignore:.*searched with scikit-learn's own forest")
def test_a_scoring_that_asks_for_no_weights_gets_none(routed):
    uneven = np.where(SPECIES == 2, 9.0, 1.0)
    for forest in (TREE, RandomForestClassifier(5)):
        asking = clone(forest).set_fit_request(sample_weight=True)
        scores = [
            found(asking, uneven, validation=3, scoring=scorer).baseline.score
            for wanted in (True, False)
            for scorer in [get_scorer("accuracy").set_score_request(sample_weight=wanted)]
        ]
        assert scores == pytest.approx([9 / 11, 1 / 3], abs=0.01)


def test_a_store_tells_apart_who_gets_weights(routed, tmp_path):
    uneven = np.where(SPECIES == 2, 50.0, 1.0)
    scorer = get_scorer("accuracy").set_score_request(sample_weight=False)
    schedules = [
        found(
            make_pipeline(clone(LOGIT).set_fit_request(sample_weight=wanted)),
            uneven,
            scoring=scorer,
            store=tmp_path / "store.sqlite",
        )
        for wanted in (True, False)
    ]
    assert schedules[0].evaluations != schedules[1].evaluations


def test_what_the_default_does_with_weights_is_the_same(routed):
    some = {"sequences": "singles", "random_state": 0}
    schedules = []
    for enabled in (True, False):
        with sklearn.config_context(enable_metadata_routing=enabled):
            fitted = BudgetSearch(**some).fit(IRIS, SPECIES, sample_weight=WEIGHTS, groups=GROUPS)
            schedules.append(fitted.schedule_)
            assert fitted.score(IRIS, SPECIES, sample_weight=WEIGHTS) > 0.9
    assert schedules[0] == schedules[1]


def test_groups_go_to_a_splitter_that_asks_for_them(routed):
    for splitter in (GroupKFold(3), KFold(3)):
        fitted = search(validation=splitter).fit(IRIS, SPECIES, groups=GROUPS)
        assert len(fitted._evaluator.problem.folds) == 3


def test_a_search_says_where_metadata_go(routed):
    asking = clone(TREE).set_fit_request(sample_weight=True)
    scorer = get_scorer("accuracy").set_score_request(sample_weight=True)
    both = search({"tree": asking}, finalists=LOGIT, scoring=scorer, validation=GroupKFold(3))
    for each in (search(), BudgetSearch(), both):
        assert isinstance(each.get_metadata_routing(), MetadataRouter)
    router = both.get_metadata_routing()
    assert {"estimator tree", "finalist", "scorer", "splitter"} <= set(dict(router))
    assert router.consumes("fit", ["sample_weight", "groups", "colour"]) == {
        "sample_weight",
        "groups",
    }


def test_weights_and_groups_come_through_what_holds_the_search(routed):
    asking = clone(TREE).set_fit_request(sample_weight=True)
    inner = search(asking).set_fit_request(sample_weight=True, groups=True)
    inner.set_score_request(sample_weight=True)
    held = make_pipeline(MinMaxScaler().set_output(transform="pandas"), inner)
    done = cross_validate(
        held,
        IRIS,
        SPECIES,
        cv=GroupKFold(2, shuffle=True, random_state=0),
        params={"sample_weight": WEIGHTS, "groups": GROUPS},
        return_estimator=True,
    )
    for fold in done["estimator"]:
        problem = fold[-1]._evaluator.problem
        assert set(problem.weights) == {1.0, 2.0, 3.0}
        assert len(problem.test) % 5 == 0  # whole groups


def test_without_routing_a_step_that_takes_no_weights_is_named():
    pipeline = make_pipeline(StandardScaler(), KNeighborsClassifier())
    with pytest.raises(ValueError, match=r"KNeighborsClassifier\) cannot use weights"):
        found(pipeline)
