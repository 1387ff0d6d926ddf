"""What a scikit-learn forest asks for, and whether the compiled forest can do it."""

import math
import numbers
from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.utils.class_weight import compute_sample_weight

from pennyweight.arrays import Floats, Labels, Weights
from pennyweight.learners.forest.compiled.memory import Limits

MOST_CLASSES = 65_535
MOST_TIMES = 10_000  # how often a row may be expected in one bag
NEVER = 2**62
# Settings that must have the value on the right.
FIXED = {
    "bootstrap": True,
    "max_leaf_nodes": None,
    "min_impurity_decrease": 0.0,
    "min_weight_fraction_leaf": 0.0,
    "ccp_alpha": 0.0,
    "monotonic_cst": None,
}
KINDS = {RandomForestClassifier: "gini", RandomForestRegressor: "squared_error"}


def stands_for(estimator: Any) -> bool:
    """Tell whether an estimator is a forest such as the compiled one may grow."""
    return type(estimator) in KINDS


def why_not(estimator: Any, y: Labels, weights: Weights) -> str | None:
    """Return what the compiled forest does not know of an estimator, if there is something."""
    if not stands_for(estimator):
        return f"a {type(estimator).__name__}"
    estimator._validate_params()
    given = estimator.get_params()
    for name, value in (FIXED | {"criterion": KINDS[type(estimator)]}).items():
        if (given[name] is not None) if value is None else (given[name] != value):
            return f"{name}={given[name]!r}"
    if given.get("class_weight") == "balanced_subsample":
        return "class_weight='balanced_subsample'"
    if isinstance(estimator, RandomForestClassifier) and len(np.unique(y)) > MOST_CLASSES:
        return f"more than {MOST_CLASSES} classes"
    if _most_times(estimator, y, weights) > MOST_TIMES:
        return "a row that is in a bag thousands of times"
    return None


def _most_times(estimator: Any, y: Labels, weights: Weights) -> float:
    """Return how often the heaviest row may be expected in a bag drawn from half of the rows."""
    of_rows = row_weights(estimator, y, weights)
    draws = ForestSettings(estimator).draws(len(y), len(y) if of_rows is None else of_rows.sum())
    heaviest = 1.0 if of_rows is None else of_rows.max() / of_rows.mean()
    return float(2 * draws / len(y) * heaviest)


def row_weights(estimator: Any, y: Labels, weights: Weights) -> Weights:
    """Return the weights of rows and of their classes together; None: all are the same."""
    class_weight = estimator.get_params().get("class_weight")
    if class_weight is not None:
        of_class = compute_sample_weight(class_weight, y)
        weights = of_class if weights is None else weights * of_class
    return weights


class ForestSettings:
    """The settings of a forest, for any number of columns and rows."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator
        self._given = estimator.get_params()
        self.n_trees = int(estimator.n_estimators)
        given = estimator.random_state
        self.seed = int(given) if isinstance(given, numbers.Integral) else 0

    @property
    def of_bags(self) -> tuple[object, ...]:
        """The settings that decide which rows are in the bags."""
        given = self._given
        return self.seed, self.n_trees, given["max_samples"], repr(given.get("class_weight"))

    def limits(self, n_columns: int, n_rows: int) -> Limits:
        """Return when trees stop, on so many columns and rows."""
        given = self._given
        depth = given["max_depth"]
        in_leaf = _count(given["min_samples_leaf"], n_rows)
        return Limits(
            candidates=_candidates(given["max_features"], n_columns),
            depth=NEVER if depth is None else int(depth),
            to_split=max(2, _count(given["min_samples_split"], n_rows), 2 * in_leaf),
            in_leaf=in_leaf,
        )

    def draws(self, n_rows: int, weight: float) -> int:
        """Return how many rows are drawn for a bag, of so many and of such a weight."""
        given = self._given["max_samples"]
        if given is None:
            return n_rows
        return int(given) if _is_count(given) else max(int(given * weight), 1)


def _candidates(max_features: Any, n_columns: int) -> int:
    if max_features is None:
        return n_columns
    if max_features == "sqrt":
        return max(1, int(math.sqrt(n_columns)))
    if max_features == "log2":
        return max(1, int(math.log2(n_columns)))
    if _is_count(max_features):
        return min(int(max_features), n_columns)
    return max(1, int(max_features * n_columns))


def _count(given: Any, n_rows: int) -> int:
    return int(given) if _is_count(given) else math.ceil(given * n_rows)


def _is_count(given: Any) -> bool:
    return isinstance(given, numbers.Integral)


def cumulative_shares(weights: Weights) -> Floats:
    """Return the rows' shares of the weight, added up; empty where all are the same."""
    if weights is None:
        return np.empty(0)
    total = np.cumsum(weights)
    shares: Floats = total / total[-1]
    return shares
