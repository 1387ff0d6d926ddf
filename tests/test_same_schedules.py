"""Searches with fixed seeds give the schedules that they always gave, to the last bit.

Where a change is meant to give others, write the kept ones anew with
`python tests/test_same_schedules.py`.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from pennyweight import BudgetSearch, ModelSchedule

KEPT = Path(__file__).with_name("same_schedules.json")


def classification():
    X, y = make_classification(300, 8, n_informative=4, n_classes=3, random_state=1)
    prices = np.arange(1.0, 9.0)
    return BudgetSearch(prices=prices, effort=40, random_state=0).fit(X, y)


def regression():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    return BudgetSearch(prices=np.arange(10.0, 0.0, -1.0), effort=30, random_state=1).fit(X, y)


def categories():
    rng = np.random.default_rng(0)
    kind = pd.Categorical(rng.choice(list("abc"), 240))
    size = rng.normal(size=240)
    size[::7] = np.nan
    other = rng.normal(size=240)
    y = np.where((kind == "a") ^ (np.nan_to_num(size) > 0), "yes", "no")
    X = pd.DataFrame({"kind": kind, "size": size, "other": other})
    prices = {"kind": 2, "size": 3, "other": 1}
    return BudgetSearch(prices=prices, random_state=2).fit(X, y)


def weights():
    X, y = load_iris(return_X_y=True)
    weight = 1.0 + np.arange(150) % 3
    search = BudgetSearch(RandomForestClassifier(30), sequences="paper", random_state=3)
    return search.fit(X, y, sample_weight=weight)


def groups():
    X, y = load_iris(return_X_y=True)
    search = BudgetSearch(RandomForestClassifier(30), random_state=4)
    return search.fit(X, y, groups=np.arange(150) % 25)


def holdout():
    X, y = make_classification(240, 6, random_state=5)
    search = BudgetSearch(
        RandomForestClassifier(50),
        sequences="paper",
        choose_by="accuracy",
        validation=0.25,
        random_state=5,
    )
    return search.fit(X, y)


def several_estimators():
    X, y = load_iris(return_X_y=True)
    given = {"tree": DecisionTreeClassifier(max_depth=3), "line": LogisticRegression(max_iter=500)}
    search = BudgetSearch(given, finalists=RandomForestClassifier(20), random_state=6)
    return search.fit(X, y)


def repriced():
    return classification().reprice({"x0": 9.0, "x7": 1.0})


CASES = {
    case.__name__: case
    for case in (
        classification,
        regression,
        categories,
        weights,
        groups,
        holdout,
        several_estimators,
        repriced,
    )
}


def told(schedule: ModelSchedule) -> dict[str, list[list[object]]]:
    models = [
        [m.cost, m.score, m.merit, m.test_score, m.estimator, list(m.subset)] for m in schedule
    ]
    evaluations = [
        [list(e.subset), e.estimator, e.trees, list(e.scores), list(e.merits), e.test_score]
        for e in schedule.evaluations
    ]
    return {"models": models, "evaluations": evaluations}


@pytest.mark.parametrize("name", CASES)
def test_schedules_stay_the_same(name):
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[name]
    assert told(CASES[name]().schedule_) == kept


if __name__ == "__main__":
    found = {name: told(case().schedule_) for name, case in CASES.items()}
    KEPT.write_text(json.dumps(found) + "\n", encoding="utf-8")
