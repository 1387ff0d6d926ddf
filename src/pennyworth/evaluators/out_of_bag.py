"""Out-of-bag predictions, dressed as a fitted model so that any scorer can score them."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from pennyworth.arrays import Flags, Floats, Labels, Rows
from pennyworth.evaluators.fitting import final_step, prefix


def can_be_out_of_bag(estimator: Any) -> bool:
    """Tell whether the estimator keeps rows out of the bags that it draws."""
    parameters = final_step(estimator).get_params(deep=False)
    return "oob_score" in parameters and parameters.get("bootstrap") is not False


def with_out_of_bag(estimator: Any) -> Any:
    """Ask an estimator to keep its out-of-bag predictions."""
    return estimator.set_params(**{f"{prefix(estimator)}oob_score": True})


class OutOfBagClassifier(ClassifierMixin, BaseEstimator):
    """Predicts a row by its number, from the class shares of the bags that left it out."""

    def __init__(self, shares: Floats, classes: Labels) -> None:
        self.shares = shares
        self.classes = classes
        self.classes_ = classes

    def predict_proba(self, numbers: Rows) -> Floats:
        """Return the class shares of the rows with these numbers."""
        return self.shares[numbers]

    def predict(self, numbers: Rows) -> Labels:
        """Return the likeliest class of the rows with these numbers."""
        likeliest: Labels = self.classes[self.shares[numbers].argmax(axis=1)]
        return likeliest


class OutOfBagRegressor(RegressorMixin, BaseEstimator):
    """Predicts a row by its number, from the bags that left it out."""

    def __init__(self, predictions: Floats) -> None:
        self.predictions = predictions

    def predict(self, numbers: Rows) -> Floats:
        """Return the predictions for the rows with these numbers."""
        return self.predictions[numbers]


def out_of_bag(model: Any, n_rows: int) -> tuple[Any, Flags]:
    """Return the model's out-of-bag predictions, and which rows have one."""
    forest = final_step(model)
    covered = _left_out_somewhere(forest, n_rows)
    if hasattr(forest, "oob_decision_function_"):
        return OutOfBagClassifier(forest.oob_decision_function_, forest.classes_), covered
    return OutOfBagRegressor(forest.oob_prediction_), covered


def _left_out_somewhere(forest: Any, n_rows: int) -> Flags:
    covered = np.zeros(n_rows, dtype=bool)
    for bag in forest.estimators_samples_:
        left_out = np.ones(n_rows, dtype=bool)
        left_out[bag] = False
        covered |= left_out
        if covered.all():
            break
    return covered
