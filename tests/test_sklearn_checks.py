"""scikit-learn's own checks, on every kind of estimator that a search can hold."""

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from pennyworth import BudgetSearch

EXPECTED_TO_FAIL = {
    "check_sample_weight_equivalence_on_dense_data": (
        "a row of weight 2 is one row, and two equal rows are two: they can fall on different "
        "sides of a split, so the search does not see the same problem"
    ),
}

SEARCHES = [
    BudgetSearch(
        DecisionTreeClassifier(max_depth=4), sequences="importance", validation=3, random_state=0
    ),
    BudgetSearch(
        DecisionTreeRegressor(max_depth=4), sequences="importance", validation=3, random_state=0
    ),
    BudgetSearch(RandomForestClassifier(25), sequences="importance", random_state=0),
]


# On the checks' dozen rows, a heavy row can be in every bag; it is then left out of the scores.
@pytest.mark.filterwarnings("ignore:Some inputs do not have OOB scores")
@parametrize_with_checks(SEARCHES, expected_failed_checks=lambda search: EXPECTED_TO_FAIL)
def test_scikit_learn(estimator, check):
    check(estimator)
