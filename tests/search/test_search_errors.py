"""What BudgetSearch refuses, and how it says so."""

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import PredefinedSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from helpers.toys import IRIS, SPECIES, TREE
from helpers.toys import iris_search as search
from pennyweight import BudgetSearch
from pennyweight.exceptions import PriceError

LOGISTIC = LogisticRegression()
ONE_CLASS = np.zeros(150, dtype=int)
MISSING = SPECIES.astype(float).where(SPECIES > 0)


@pytest.mark.parametrize(
    ("settings", "y", "error", "message"),
    [
        ({"prices": {"petal length (cm)": 1}}, SPECIES, PriceError, "no entry for the variable"),
        ({"effort": 0}, SPECIES, ValueError, "effort is 0; give a number of subsets"),
        ({"budget": -1}, SPECIES, ValueError, "budget is -1; give a number"),
        ({"budget": "10"}, SPECIES, TypeError, "budget is '10'; give a number"),
        ({"test_size": 1.5}, SPECIES, ValueError, "test_size is 1.5; it must be"),
        ({"validation": "loo"}, SPECIES, ValueError, "validation='loo' is unknown"),
        (
            {"validation": "oob"},
            SPECIES,
            ValueError,
            "'DecisionTreeClassifier': it draws no bootstrap",
        ),
        ({"validation": [(0, 1)]}, SPECIES, ValueError, "give test_size=None, or a splitter"),
        ({"validation": PredefinedSplit(SPECIES)}, SPECIES, ValueError, "names rows itself"),
        ({"test_size": "0.2"}, SPECIES, ValueError, "test_size is '0.2'; it must be"),
        ({"n_jobs": "2"}, SPECIES, TypeError, "n_jobs is '2'; give a whole number, -1 for all"),
        ({"n_jobs": 0}, SPECIES, ValueError, "n_jobs is 0; give a whole number"),
        ({"n_jobs": 1.5}, SPECIES, TypeError, "n_jobs is 1.5; give a whole number"),
        ({"n_jobs": True}, SPECIES, TypeError, "n_jobs is True; give a whole number"),
        ({"stop_early": "no"}, SPECIES, TypeError, "stop_early is 'no'; give True or False"),
        ({"stop_early": 1}, SPECIES, TypeError, "stop_early is 1; give True or False"),
        ({"progress": "yes"}, SPECIES, TypeError, "progress is 'yes'; give True or False"),
        ({"on_interrupt": []}, SPECIES, ValueError, r"on_interrupt is \[\]; give 'raise' or"),
        ({"random_state": "0"}, SPECIES, TypeError, "random_state is '0'; give a whole number"),
        ({"random_state": -1}, SPECIES, ValueError, "random_state is -1; give a whole number"),
        ({"random_state": True}, SPECIES, TypeError, "random_state is True; give a whole"),
        ({"scoring": False}, SPECIES, TypeError, "scoring is False; give one scorer"),
        ({"choose_by": 5}, SPECIES, TypeError, "choose_by is 5; give one scorer"),
        ({"store": 5}, SPECIES, TypeError, "store is 5; give a path, an EvaluationStore"),
        ({"scoring": ["accuracy", "f1"]}, SPECIES, TypeError, "give one scorer"),
        ({"estimator": [TREE]}, SPECIES, TypeError, "no classifier and no regressor"),
        ({"estimator": StandardScaler()}, SPECIES, TypeError, "no classifier and no regressor"),
        ({"estimator": StandardScaler}, SPECIES, TypeError, "no classifier and no regressor"),
        ({"sequences": "best"}, SPECIES, ValueError, "no sequence 'best'"),
        ({"scoring": "speed"}, SPECIES, ValueError, "speed"),
        ({"estimator": {}}, SPECIES, ValueError, "empty dict"),
        ({"estimator": {1: TREE}}, SPECIES, TypeError, "names must be text; one is 1"),
        (
            {"estimator": {"a": TREE, "b": DecisionTreeRegressor()}},
            SPECIES,
            ValueError,
            "mixes classifiers and regressors",
        ),
        ({"estimator": {"a": StandardScaler()}}, SPECIES, TypeError, "'a' is StandardScaler"),
        ({}, ONE_CLASS, ValueError, "y has a single class"),
        ({}, MISSING, ValueError, "Input y contains NaN: the class of some rows is missing"),
        (
            {},
            np.array([0, "a"] * 75, dtype=object),
            ValueError,
            r"several types \(int and str\); give all as text",
        ),
        ({}, [np.datetime64("2020"), np.datetime64("2021")] * 75, ValueError, "y holds dates"),
        ({}, SPECIES[:10], ValueError, "inconsistent numbers of samples"),
        ({}, None, ValueError, "requires y to be passed"),
    ],
)
def test_bad_settings_and_targets(settings, y, error, message):
    with pytest.raises(error, match=message):
        search(**settings).fit(IRIS, y)


def test_a_numeric_target_for_a_classifier_says_what_to_do():
    with pytest.raises(ValueError, match="Unknown label type") as caught:
        search().fit(IRIS, IRIS["petal length (cm)"])
    assert caught.value.__notes__ == [
        "To predict a number, give a regressor as the estimator, or "
        "default_forests(classification=False)."
    ]


def test_groups_cannot_be_out_of_bag():
    forest = search(RandomForestClassifier(5), validation="oob")
    with pytest.raises(ValueError, match="'oob' cannot keep groups together"):
        forest.fit(IRIS, SPECIES, groups=np.arange(150))


def test_weights_that_would_be_ignored_are_refused():
    from sklearn.neighbors import KNeighborsClassifier

    weights = np.ones(150)
    with pytest.raises(ValueError, match=r"'KNeighborsClassifier'.* cannot use weights"):
        search(KNeighborsClassifier()).fit(IRIS, SPECIES, sample_weight=weights)
    with pytest.raises(ValueError, match="takes no sample_weight"):
        search(scoring=lambda e, X, y: 1.0).fit(IRIS, SPECIES, sample_weight=weights)


LENGTHS = IRIS["sepal length (cm)"].to_numpy()


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (LENGTHS * 1e-300, r"y goes from 4\.3e-300 to 7\.9e-300, .* give it in another unit"),
        (LENGTHS * 1e-160, r"y goes from 4\.3e-160 to .* give it in another unit"),
        (LENGTHS * 1e300, r"y goes from 4\.3e\+300 to .* give it in another unit"),
        (np.ones(150), "y is 1 in every row; there is nothing to predict"),
        (LENGTHS + 1j, "y holds complex numbers; give one real number"),
        (pd.date_range("2020", periods=150), "y is '2020-01-01.*' in row 0; give an ordinary"),
        (pd.timedelta_range("1D", periods=150), "y is '.*' in row 0; give an ordinary number"),
        (LENGTHS.astype(str), "y is '5.1' in row 0; give an ordinary number"),
        (np.array([10**400, 1] * 75, dtype=object), "y is '10000.*' in row 0; give an ordinary"),
    ],
)
def test_numbers_that_cannot_be_told_apart_are_refused(y, message):
    with pytest.raises(ValueError, match=message):
        search(DecisionTreeRegressor()).fit(IRIS, y)


def test_numbers_to_predict_may_be_decimals():
    texts = LENGTHS.astype(str)
    found = search(DecisionTreeRegressor()).fit(IRIS, [Decimal(text) for text in texts])
    assert found.schedule_ == search(DecisionTreeRegressor()).fit(IRIS, LENGTHS).schedule_


@pytest.mark.parametrize("estimator", [RandomForestClassifier(5), LogisticRegression(), TREE])
@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({0: -1, 1: 1, 2: 1}, "is -1 for 0; a weight is 0, or"),
        ({0: np.nan, 1: 1, 2: 1}, "is nan for 0; a weight is 0, or"),
        ({0: 1, 1: np.inf, 2: 1}, "is inf for 1; a weight is 0, or"),
        ({0: "a", 1: 1, 2: 1}, "is 'a' for 0; a weight is 0, or"),
        ({0: 1e308, 1: 1e308, 2: 1}, r"is 1e\+308 for 0; a weight is 0, or"),
        ({0: 0, 1: 0, 2: 0}, "leaves fewer than two classes with a weight"),
        ({0: 0, 1: 0, 2: 3}, "leaves fewer than two classes with a weight"),
        ({7: 1, 1: 1, 2: 1}, "names 7, which is no class of y; the classes are 0, 1, 2"),
        ([{0: 1}], "is the list"),
    ],
)
def test_class_weights_that_nothing_can_be_fitted_with(estimator, weights, message):
    weighted = clone(estimator).set_params(class_weight=weights)
    for given in (weighted, make_pipeline(StandardScaler(), weighted)):
        with pytest.raises((ValueError, TypeError), match=f"class_weight of .* {message}"):
            search(given, validation=None).fit(IRIS, SPECIES)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (-np.ones(150), "sample_weight is -1 in row 0; a weight is 0, or a number from"),
        (np.where(SPECIES > 1, np.nan, 1), "sample_weight is nan in row 100; a weight"),
        (np.full(150, 1e-308), "sample_weight is 1e-308 in row 0; a weight is 0, or"),
        (np.full(150, 1e308), r"sample_weight is 1e\+308 in row 0; a weight is 0, or"),
        (np.zeros(150), "sample_weight is zero in every row"),
        (["1"] * 150, "sample_weight is '1' in row 0; give an ordinary number"),
        (pd.date_range("2020", periods=150), "sample_weight is '2020.* in row 0; give an"),
        (np.ones(10), "sample_weight has 10 entries, and X has 150 rows"),
        (np.ones((150, 2)), r"sample_weight has the shape \(150, 2\); give one"),
        (csr_matrix(np.ones((150, 1))), "sample_weight is 'csr_matrix'; give a list or array"),
    ],
)
def test_weights_of_rows_that_are_none(weights, message):
    with pytest.raises((ValueError, TypeError), match=message):
        search().fit(IRIS, SPECIES, sample_weight=weights)


FAMILIES = np.arange(150) // 5


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (np.c_[FAMILIES, SPECIES], r"groups has the shape \(150, 2\); .* list of tuples"),
        ([None, *FAMILIES[1:].tolist()], "groups has no label for row 0; give each row one"),
        ([*FAMILIES[1:].astype(str), None], "groups has no label for row 149"),
        ([{"a": 1}] * 150, "groups holds {'a': 1}, which is no label"),
        (3, "groups is 'int'; give a list or array"),
        ("abc", "groups is 'str'; give a list or array"),
        (FAMILIES[:10], "groups has 10 entries, and X has 150 rows"),
    ],
)
def test_groups_that_are_none(groups, message):
    with pytest.raises((ValueError, TypeError), match=message):
        search().fit(IRIS, SPECIES, groups=groups)


@pytest.mark.parametrize(
    "groups",
    [
        pd.DataFrame({"family": FAMILIES}),
        pl.DataFrame({"family": FAMILIES}),
        FAMILIES.reshape(-1, 1),
        [(family, "of this name") for family in FAMILIES],
        [int(family) if family % 2 else f"family {family}" for family in FAMILIES],
    ],
)
def test_groups_in_other_shapes_stay_together(groups):
    problem = search().fit(IRIS, SPECIES, groups=groups)._evaluator.problem
    for fold in problem.folds:
        assert not set(FAMILIES[fold.train]) & set(FAMILIES[fold.validate])


@pytest.mark.parametrize("estimator", [TREE, RandomForestClassifier(5)])
def test_splits_of_rows_that_all_weigh_nothing_are_named(estimator):
    odd = np.arange(150) % 2 == 1
    for pair, purpose in ((~odd, odd), "score"), ((odd, ~odd), "train on"):
        named = search(estimator, validation=[pair], test_size=None)
        with pytest.raises(ValueError, match=f"split 0 .* the rows to {purpose} all have weight 0"):
            named.fit(IRIS, SPECIES, sample_weight=np.where(odd, 0.0, 1.0))


def test_rows_of_weight_zero_take_no_part():
    weights = np.where(np.arange(150) % 2, 1.0, 0.0)
    problem = search().fit(IRIS, SPECIES, sample_weight=weights)._evaluator.problem
    assert (weights[problem.development] > 0).all()
    assert (weights[problem.test] > 0).all()


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (
            pd.DataFrame([[1, 2]] * 4, columns=["a", "a"]),
            "the column 'a' twice|unique column names",
        ),
        (IRIS.iloc[:, :0], "too few"),
        (IRIS.iloc[:1], "too few"),
        (np.zeros((4, 0)), "0 feature"),
        ([[1, "a"]] * 4, "X holds .a. in row 0"),
    ],
)
def test_bad_tables(X, message):
    with pytest.raises(ValueError, match=message):
        search(prices=None).fit(X, np.arange(len(X)) % 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda X: X * 1e300,
            r"the column 'x0' holds 7\.9e\+300, and trees and forests read numbers",
        ),
        (lambda X: X * 1e-300, "35 values of the column 'x0' become 1; subtract"),
        (lambda X: X + 1e12, r"35 values of the column 'x0' become 1; subtract 1e\+12"),
        (lambda X: np.where(X > 6, np.inf, X), "the column 'x0' holds an infinite value"),
    ],
)
def test_columns_that_trees_cannot_read_are_named_before_the_search(change, message):
    X, forest = change(IRIS.to_numpy()), RandomForestClassifier(5)
    for settings in {}, {"estimator": forest}, {"estimator": LOGISTIC, "finalists": forest}:
        with pytest.raises(ValueError, match=message):
            search(**settings | {"prices": None}).fit(X, SPECIES)


def test_columns_of_an_array_may_be_given_by_their_numbers():
    X, numbered = IRIS.to_numpy(), {0: 5, 1: 2, 2: 8, 3: 4}
    for prices in numbered, pd.Series(numbered), {f"x{i}": each for i, each in numbered.items()}:
        found = search(prices=prices, keep=[0], exclude=[np.int64(2)]).fit(X, SPECIES).schedule_
        assert found.prices.to_frame()["price"].tolist() == [5, 2, 8, 4]
        assert all("x0" in model.variables and "x2" not in model.variables for model in found)


def test_columns_that_are_numbered_themselves_keep_their_numbers():
    X = IRIS.set_axis([3, 2, 1, 0], axis=1)
    found = search(prices={3: 5, 2: 2, 1: 8, 0: 4}, keep=[3]).fit(X, SPECIES).schedule_
    assert all("3" in model.variables for model in found)
    assert found.prices.cost(["3"]) == 5


def test_a_lazy_frame_is_searched_as_the_frame_that_it_stands_for():
    X = pl.from_pandas(IRIS)
    lazy, eager = (search().fit(table, SPECIES) for table in (X.lazy(), X))
    assert lazy.schedule_ == eager.schedule_
    assert (lazy.predict(X.lazy()) == eager.predict(X)).all()


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
class TestArraysForFrames:
    def test_text_stands_in_frames_only(self):
        rng = np.random.default_rng(0)
        X = pd.DataFrame({"size": rng.normal(size=40), "kind": ["a", "b"] * 20})
        fitted = BudgetSearch(RandomForestClassifier(5), random_state=0).fit(X, [0, 1] * 20)
        with pytest.raises(ValueError, match="columns of text, such as 'kind'; give a DataFrame"):
            fitted.predict(np.zeros((2, 2)))

    def test_columns_must_be_the_same_whatever_their_names_are(self):
        X = pd.DataFrame({0: np.arange(40.0), 1: ["a", "b"] * 20})
        fitted = BudgetSearch(RandomForestClassifier(5), random_state=0).fit(X, [0, 1] * 20)
        with pytest.raises(ValueError, match="X has the columns '0', '2', and the search was fit"):
            fitted.predict(X.rename(columns={1: 2}))

    def test_numbers_can_stand_in_arrays(self):
        X = pd.DataFrame({"size": pd.array([1, None, 2, 5] * 10, dtype="Int64")})
        fitted = BudgetSearch(RandomForestClassifier(5), random_state=0).fit(X, [0, 1, 0, 1] * 10)
        assert len(fitted.predict(np.array([[1.0], [np.nan]]))) == 2
        with pytest.raises(TypeError, match="X holds <NA> in row 1"):
            fitted.predict(np.array([[1], [pd.NA]], dtype=object))


def test_an_error_in_fitting_a_model_to_take_home_names_the_estimator():
    y = np.where(SPECIES[0] == SPECIES, "1", "2")  # which scikit-learn looks up as numbers
    found = BudgetSearch(RandomForestClassifier(5, class_weight="balanced"), effort=2).fit(IRIS, y)
    with pytest.raises(ValueError, match="not in class_weight") as caught:
        found.model()
    assert "'RandomForestClassifier'" in caught.value.__notes__[0]
