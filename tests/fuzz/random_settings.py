"""Random settings of a search."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import (
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    LeaveOneOut,
    PredefinedSplit,
    RepeatedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from fuzz.case import Case
from pennyweight import EvaluationStore, default_forests
from pennyweight.sequences import SEQUENCES

CLASSIFIERS = [
    lambda: RandomForestClassifier(8),
    lambda: RandomForestClassifier(8, min_samples_leaf=3, max_features=None),
    lambda: DecisionTreeClassifier(max_depth=3),
    lambda: make_pipeline(SimpleImputer(), StandardScaler(), LogisticRegression()),
    lambda: {"a": RandomForestClassifier(8), "b": DecisionTreeClassifier(max_depth=2)},
    GaussianNB,
]
REGRESSORS = [
    lambda: default_forests(classification=False),
    lambda: RandomForestRegressor(8),
    lambda: DecisionTreeRegressor(max_depth=3),
    lambda: make_pipeline(SimpleImputer(), LinearRegression()),
]
ODD_ESTIMATORS = [
    lambda: ExtraTreesClassifier(5),
    lambda: HistGradientBoostingClassifier(max_iter=3),
    lambda: HistGradientBoostingRegressor(max_iter=3),
    lambda: KNeighborsClassifier(50),
    DummyClassifier,
    DummyRegressor,
    SVC,
    lambda: LogisticRegression(C=-1),
    lambda: RandomForestClassifier(0),
    lambda: RandomForestClassifier("many"),
    lambda: RandomForestClassifier(5, bootstrap=False),
    lambda: RandomForestClassifier(5, max_depth=2, criterion="entropy"),
    lambda: RandomForestClassifier(5, class_weight="balanced"),
    lambda: RandomForestClassifier(5, class_weight={0: -1, 1: 2}),
    lambda: RandomForestClassifier(5, class_weight={0: 0, 1: 0}),
    lambda: RandomForestClassifier(5, class_weight={7: 1}),
    lambda: RandomForestClassifier(5, max_samples=0.01),
    lambda: RandomForestClassifier(5, max_features=0.5, max_leaf_nodes=3),
    lambda: RandomForestClassifier(5, monotonic_cst=[1]),
    lambda: RandomForestRegressor(5, criterion="absolute_error"),
    lambda: RandomForestClassifier,
    lambda: {},
    lambda: {"a": GaussianNB(), "b": LinearRegression()},
    lambda: {1: GaussianNB()},
    lambda: [GaussianNB()],
    StandardScaler,
    lambda: "forest",
    lambda: 3,
]


class Pairs:
    """A sequence of the user's own."""

    name = "pairs"

    def run(self, search: Any) -> None:
        search.evaluate((a, b) for a in search.full for b in search.full if a < b)


class Wrong:
    """A sequence that proposes what is no subset."""

    name = "wrong"

    def run(self, search: Any) -> None:
        search.evaluate([(0,), (99,), "a", 3])


def _scorer(estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> float:
    return -float(X.shape[1])


def _no_number(estimator: Any, X: Any, y: Any) -> float:
    return float("nan")


ODD_NUMBERS = [
    *(0, -1, 0.0, 1.0, 1.5, -0.5, np.nan, np.inf, 1e-12, 10**400, True, "2", "", None, [], {}),
    *(Decimal("0.3"), np.float32(0.25), np.int64(3), "no", object()),
]
NAMED = {
    "sequences": (
        ["auto", "singles", "paper", *SEQUENCES, [*SEQUENCES], Pairs(), ["singles", Pairs()]],
        ["", "nobody", [], None, 3, ("auto",), ["auto", "cost"], Wrong(), Pairs, {"singles"}, [[]]],
    ),
    "scoring": (
        [None, "accuracy", "balanced_accuracy", "r2", "neg_mean_squared_error", _scorer, "roc_auc"],
        [
            *("auc", "f1", "nobody", 3, ["accuracy"], _no_number, "", "neg_log_loss", "precision"),
            *("adjusted_rand_score", "max_error", "neg_mean_gamma_deviance", "roc_auc_ovr", {}),
        ],
    ),
    "choose_by": (
        [None, "accuracy", "neg_brier_score", "r2", _scorer],
        ["nobody", 3, ["accuracy"], _no_number, "", "brier"],
    ),
    "validation": (
        [None, "oob", 2, 3, 5, 0.25, KFold(2), StratifiedKFold(2), ShuffleSplit(2, random_state=0)],
        [
            *(GroupKFold(2), LeaveOneOut(), RepeatedKFold(n_splits=2, n_repeats=2)),
            *(TimeSeriesSplit(2), PredefinedSplit([0, 1] * 12), 1, 1000, "cv", []),
            *([([0, 1], [2, 3])], [([0], [99])], [([], [0, 1])], [([0, 1, 2, 3], [])]),
            *([(0, 1)], [([-1, 0, 1], [2, 3])], *ODD_NUMBERS),
        ],
    ),
    "test_size": ([0.2, None, 0.25, 0.5], [0.01, 0.99, 5, *ODD_NUMBERS]),
    "effort": (
        [3, 6, 10, "1s", [5, "2s"], timedelta(seconds=1)],
        [
            *("0s", "s", "1 fortnight", lambda progress: True, lambda: 1, timedelta(0), [[]]),
            *(timedelta(-1), "1e3s", *ODD_NUMBERS),
        ],
    ),
    "stop_early": ([True, False], ["no", 0, None, np.True_, 2]),
    "n_jobs": ([None, 1], [2, 0, -1, "2", 1.5, -100, True, [], 10**9]),
    "random_state": ([0, 1, None], [-1, 2**40, "seed", np.random.RandomState(0), 1.5, [1]]),
    "on_interrupt": (["raise", "keep"], ["no", None, 1]),
    "progress": ([False], [True, "no"]),
    "store": (
        [None, None, EvaluationStore(), "run.sqlite"],
        ["", "/dev/null", "nowhere/run.sqlite", ".", 3, b"run.sqlite", True],
    ),
}


def random_estimator(case: Case, *, classes: bool) -> Any:
    fitting, other = (CLASSIFIERS, REGRESSORS) if classes else (REGRESSORS, CLASSIFIERS)
    return case.one_of([_default, _default, *fitting], [*ODD_ESTIMATORS, *other], 0.15)()


def _default() -> None:
    return None


def random_budget(case: Case, odd: float = 0.2) -> Any:
    usual = [None, 1, 5, 20, 1000, 12.41]
    kinds = [{}, {"price": 5}, {"minutes": 3}, {"price": 20, "minutes": 5}, {"nobody": 1}]
    return case.one_of(usual, [*kinds, {"price": None}, *ODD_NUMBERS], odd)


def random_names_of(case: Case, names: list[Any]) -> Any:
    usual = [case.rng.sample(names, min(len(names), case.rng.randint(0, 2)))]
    return case.one_of(usual, [["nobody"], names, "age", [0], [-1], [99], None, 3, [True]])


def random_settings(case: Case, names: list[Any], *, classes: bool) -> dict[str, Any]:
    """Return some settings; the effort is small, unless it is odd."""
    settings: dict[str, Any] = {"random_state": 0, "effort": case.rng.randint(2, 8)}
    odd = case.rng.choice([0, 0, 0.1, 0.5])
    for name in case.rng.sample(sorted(NAMED), case.rng.randint(0, 4)):
        settings[name] = case.one_of(*NAMED[name], odd)
    settings["estimator"] = random_estimator(case, classes=classes)
    if case.chance(0.1):
        settings["finalists"] = random_estimator(case, classes=classes)
    if case.chance(0.2):
        settings["budget"] = random_budget(case, odd)
    for name in ("keep", "exclude"):
        if case.chance(0.1):
            settings[name] = random_names_of(case, names)
    return settings
