"""In what order others would buy: tools that people use.

Each function takes the development rows, the prices and a seed, and returns an order of the
columns; the sets proposed are the first of it, the first two, and so on. How good they are is
judged elsewhere, in the same way for all. Their forests are those of scikit-learn-intelex, which
are scikit-learn's in a fifth of the time.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import pairwise
from multiprocessing import get_context
from typing import Any

import numpy as np
from sklearn.feature_selection import RFE, SequentialFeatureSelector

Order = list[int]
TREES, FOLDS, CORES = 50, 3, 2


def forest(seed: int, n_jobs: int = 1) -> Any:
    package = import_module("sklearnex.ensemble")
    return package.RandomForestClassifier(TREES, random_state=seed, n_jobs=n_jobs)


def rfe(X: Any, y: Any, prices: Any, seed: int) -> Order:
    found = RFE(forest(seed, CORES), n_features_to_select=1).fit(X, y)
    return np.argsort(found.ranking_, kind="stable").tolist()


class RecordingSelector(SequentialFeatureSelector):
    """scikit-learn's forward selection, which otherwise forgets the order."""

    def _get_best_new_feature_score(self, *arguments: Any, **named: Any) -> Any:
        feature, score = super()._get_best_new_feature_score(*arguments, **named)
        self.order = [*getattr(self, "order", []), feature]
        return feature, score


def sequential(X: Any, y: Any, prices: Any, seed: int) -> Order:
    n_columns = X.shape[1]
    found = RecordingSelector(forest(seed), n_features_to_select=n_columns - 1, cv=FOLDS).fit(X, y)
    (last,) = set(range(n_columns)) - set(found.order)
    return [int(column) for column in [*found.order, last]]


def mlxtend(X: Any, y: Any, prices: Any, seed: int) -> Order:
    selection = import_module("mlxtend.feature_selection")
    found = selection.SequentialFeatureSelector(forest(seed), k_features=X.shape[1], cv=FOLDS)
    sets = [set(step["feature_idx"]) for step in found.fit(X, y).subsets_.values()]
    return [added for before, after in pairwise([set(), *sets]) for added in after - before]


def catboost(X: Any, y: Any, prices: Any, seed: int) -> Order:
    """Eliminate in as many steps as CatBoost survives.

    CatBoost 1.2 divides by zero at some numbers of steps, which ends the process.
    """
    for steps in range(max(1, X.shape[1] // 3), 0, -1):
        with ProcessPoolExecutor(1, get_context("spawn")) as apart:
            try:
                return apart.submit(catboost_in, steps, X, y, prices, seed).result()
            except BrokenProcessPool:
                print(f"CatBoost ended its process when asked for {steps} steps", flush=True)
    raise RuntimeError("CatBoost ends its process whatever the number of steps.")


def catboost_in(steps: int, X: Any, y: Any, prices: Any, seed: int) -> Order:
    package = import_module("catboost")
    tags = {f"tag{c}": {"features": [c], "cost": round(prices[c])} for c in range(X.shape[1])}
    model = package.CatBoostClassifier(
        iterations=100,
        random_seed=seed,
        verbose=False,
        allow_writing_files=False,
        thread_count=1,  # two wait for each other without end on a busy machine
    )
    found = model.select_features(
        package.Pool(X, y, feature_tags=tags),
        grouping=package.EFeaturesSelectionGrouping.ByTags,
        features_tags_for_select=list(tags),
        num_features_tags_to_select=1,
        steps=steps,
        algorithm=package.EFeaturesSelectionAlgorithm.RecursiveByLossFunctionChange,
        train_final_model=False,
        logging_level="Silent",
    )
    return [*found["selected_features"], *reversed(found["eliminated_features"])]


ORDERS: dict[str, Callable[..., Order]] = {
    "RFE": rfe,
    "SFS": sequential,
    "mlxtend": mlxtend,
    "CatBoost": catboost,
}
# Fits that grow with columns squared: so many columns at most, and rows.
QUADRATIC = {"SFS": 60, "mlxtend": 60}
MOST_ROWS = 1000
KNOW_PRICES = {"CatBoost"}
