"""What chooses between subsets, where that is not the score that is reported."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.metrics import get_scorer
from sklearn.utils.metadata_routing import MetadataRequest

from pennyweight.arrays import Labels, Weights
from pennyweight.evaluators.fitting import Scorer, final_step
from pennyweight.files import named_in_files
from pennyweight.problem import WEIGHT, asking_for_weights
from pennyweight.words import BRIER


@named_in_files
@dataclass(frozen=True, slots=True)
class BrierScore:
    """Minus the mean squared distance of the predicted probabilities from the right class.

    As in scikit-learn, two classes count half. Unlike there, some classes may be missing among the
    rows, and a class that the model has never seen is one that it gives no probability.

    Parameters
    ----------
    n_classes : int
        The number of classes of the problem, whether a model has seen them all or not.
    """

    n_classes: int

    @property
    def __name__(self) -> str:
        return BRIER

    def get_metadata_routing(self) -> MetadataRequest:
        """Ask for the weights of rows."""
        request = MetadataRequest(owner=self)
        request.score.add_request(param=WEIGHT, alias=True)
        return request

    def __call__(self, model: Any, X: Any, y: Labels, sample_weight: Weights = None) -> float:
        """Score a fitted model."""
        shares = np.array(model.predict_proba(X), dtype=float)
        classes = np.asarray(model.classes_)
        place = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
        of_right = np.where(classes[place] == y, shares[np.arange(len(y)), place], 0.0)
        distances = np.einsum("ij,ij->i", shares, shares) - 2 * of_right + 1.0
        halved = 0.5 if self.n_classes == 2 else 1.0
        return -halved * float(np.average(distances, weights=sample_weight))


def default_scoring(classification: bool) -> str:
    """Return the name of what is reported where nobody says what."""
    return "accuracy" if classification else "r2"


def default_scorer(classification: bool) -> Scorer:
    """Return what is reported where nobody says what."""
    scorer: Scorer = asking_for_weights(get_scorer(default_scoring(classification)), "score")
    return scorer


def default_chooser(estimators: Mapping[str, Any], y: Labels) -> Scorer | None:
    """Return the Brier score where all estimators give probabilities of the classes as they are."""
    plain = gives_probabilities(estimators) and all(
        final_step(estimator).get_params(deep=False).get("class_weight") is None
        for estimator in estimators.values()
    )
    return BrierScore(len(np.unique(y))) if plain else None


def gives_probabilities(estimators: Mapping[str, Any]) -> bool:
    """Tell whether all estimators predict probabilities of classes."""
    return all(
        is_classifier(estimator) and hasattr(estimator, "predict_proba")
        for estimator in estimators.values()
    )
