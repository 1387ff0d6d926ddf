"""Out-of-bag predictions, dressed as a fitted model so that any scorer can score them."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from pennyweight.arrays import Flags, Floats, Labels, Rows
from pennyweight.evaluators.fitting import final_step, prefix


def why_not_out_of_bag(estimator: Any) -> str | None:
    """Return why rows cannot be scored out of the bags that the estimator draws, if they cannot."""
    parameters = final_step(estimator).get_params(deep=False)
    if "oob_score" not in parameters or parameters.get("bootstrap") is False:
        return "it draws no bootstrap samples"
    if parameters.get("class_weight") is not None:
        return "class_weight puts rows of the heavy classes in every bag"
    return None


def with_out_of_bag(estimator: Any) -> Any:
    """Ask an estimator to keep its out-of-bag predictions."""
    return estimator.set_params(**{f"{prefix(estimator)}oob_score": True})


class OutOfBagClassifier(ClassifierMixin, BaseEstimator):
    """Answers for given rows, with the class shares of the bags that left each of them out."""

    def __init__(self, shares: Floats, classes: Labels) -> None:
        self.shares = shares
        self.classes = classes
        self.classes_ = classes

    def predict_proba(self, X: Any) -> Floats:
        """Return the class shares of the rows."""
        return self.shares

    def predict(self, X: Any) -> Labels:
        """Return the likeliest class of the rows."""
        likeliest: Labels = self.classes[self.shares.argmax(axis=1)]
        return likeliest


class OutOfBagRegressor(RegressorMixin, BaseEstimator):
    """Answers for given rows, with the predictions of the bags that left each of them out."""

    def __init__(self, predictions: Floats) -> None:
        self.predictions = predictions

    def predict(self, X: Any) -> Floats:
        """Return the predictions for the rows."""
        return self.predictions


class OutOfBag:
    """The out-of-bag predictions of a fitted model, for rows by their places among those fitted."""

    def __init__(self, model: Any) -> None:
        self._forest = final_step(model)
        self._covered = _left_out_somewhere(self._forest)

    def at(self, places: Rows) -> tuple[Any, Rows]:
        """Return what answers for some rows, and which of them: those that a bag left out."""
        forest, places = self._forest, places[self._covered[places]]
        if hasattr(forest, "oob_decision_function_"):
            shares = forest.oob_decision_function_[places]
            return OutOfBagClassifier(shares, forest.classes_), places
        return OutOfBagRegressor(forest.oob_prediction_[places]), places


def _left_out_somewhere(forest: Any) -> Flags:
    by_row = getattr(forest, "oob_decision_function_", None)
    n_rows = len(forest.oob_prediction_ if by_row is None else by_row)
    covered = np.zeros(n_rows, dtype=bool)
    for bag in forest.estimators_samples_:
        left_out = np.ones(n_rows, dtype=bool)
        left_out[bag] = False
        covered |= left_out
        if covered.all():
            break
    return covered
