"""What BudgetSearch refuses, and how it says so."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import PredefinedSplit
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from pennyworth.exceptions import PriceError
from toys import IRIS, SPECIES, TREE
from toys import iris_search as search

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
        ([[1, "a"]] * 4, "could not convert|not compatible"),
    ],
)
def test_bad_tables(X, message):
    with pytest.raises(ValueError, match=message):
        search(prices=None).fit(X, np.arange(len(X)) % 2)
