"""LightGBM's cost-efficient gradient boosting, judged by its own predictions."""

import warnings
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from pennyweight import Evaluation, ModelSchedule, PriceList
from pennyweight.optional import require
from pennyweight.problem import Problem, encode

RATES, TREES, FOLDS = np.geomspace(1e-3, 10, 20), 100, 3


def boosted_schedule(problem: Problem, prices: PriceList) -> ModelSchedule:
    """Return the schedule of a sweep over the penalty.

    Each penalty's model is fitted to all development rows, and pays for the variables that it
    uses. It is chosen by its Brier score on left-out folds of these rows, and tested on the rest.
    """
    boosting = Boosting(problem, prices)
    tried = [found for rate in RATES if (found := boosting.evaluation(float(rate)))]
    return ModelSchedule(tried, prices, choose_by="Brier score")


class Boosting:
    """Boosted trees for a problem, at any rate of exchange between price and loss."""

    def __init__(self, problem: Problem, prices: PriceList) -> None:
        self.problem = problem
        self.encoded = encode(problem, problem.development)
        self.y = np.unique(problem.y, return_inverse=True)[1]
        share = [prices.cost([v]) / prices.total for v in range(len(prices.variables))]
        self.prices = [share[variable] for variable in self.encoded.owner.tolist()]

    def evaluation(self, rate: float) -> Evaluation | None:
        """Return what the model of a rate uses and scores; None if it uses nothing."""
        problem, y = self.problem, self.y
        model = self.fitted(problem.development, rate)
        if not (subset := self.encoded.active(model.feature_importances_)):
            return None
        shares = self.left_out_shares(rate)
        right = shares.argmax(axis=1) == y
        distance = ((shares - np.eye(shares.shape[1])[y]) ** 2).sum(axis=1)
        tested = self.shares(model, problem.test).argmax(axis=1) == y[problem.test]
        return Evaluation(
            subset=subset,
            estimator=f"boosted at {rate:.2g}",
            scores=tuple(float(right[block].mean()) for block in problem.blocks),
            merits=tuple(-float(distance[block].mean()) for block in problem.blocks),
            test_score=float(tested.mean()),
        )

    def left_out_shares(self, rate: float) -> np.ndarray:
        """Return the probabilities of the classes by models that have not seen the row."""
        rows, found = self.problem.development, np.zeros((len(self.y), self.y.max() + 1))
        folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
        for train, left_out in folds.split(rows, self.y[rows]):
            found[rows[left_out]] = self.shares(self.fitted(rows[train], rate), rows[left_out])
        return found

    def fitted(self, rows: Any, rate: float) -> Any:
        """Fit the trees; what a split gains adds up over rows, so that a price must, too."""
        model = require("lightgbm", extra="boosted").LGBMClassifier(
            n_estimators=TREES,
            random_state=0,
            n_jobs=1,
            verbose=-1,
            cegb_tradeoff=rate * len(rows),
            cegb_penalty_feature_coupled=self.prices,
        )
        return model.fit(self.encoded.matrix[rows], self.y[rows])

    def shares(self, model: Any, rows: Any) -> np.ndarray:
        """Return the probabilities of all classes, whether the model has seen them or not."""
        found = np.zeros((len(rows), self.y.max() + 1))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found[:, model.classes_] = model.predict_proba(self.encoded.matrix[rows])
        return found
