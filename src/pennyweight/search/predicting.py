"""PredictsWithBest: predictions by the estimator that a search has chosen."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from sklearn.metrics import get_scorer
from sklearn.utils import get_tags
from sklearn.utils.metadata_routing import MetadataRouter
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from pennyweight.arrays import Flags, Labels
from pennyweight.evaluators import ForestEvaluator, default_scoring, score
from pennyweight.problem import router_of, take
from pennyweight.schedule import ScheduledModel
from pennyweight.search.checks import check_same_kind, check_table, name_of
from pennyweight.search.default_estimators import default_forests
from pennyweight.words import BRIER, in_words


def _chosen_has(method: str) -> Any:
    """Return a check for `available_if` that says whether the chosen estimator can."""

    def check(search: "PredictsWithBest") -> bool:
        return hasattr(search._chosen(), method)

    return check


class PredictsWithBest:
    """Asks `best_estimator_`, fitted to its own columns, what it predicts for all columns."""

    estimator: Any
    finalists: Any
    scoring: Any
    choose_by: Any
    validation: Any
    n_features_in_: int
    scorer_: Any
    best_model_: ScheduledModel
    get_support: Callable[..., Any]
    _evaluator: ForestEvaluator

    @property
    def best_estimator_(self) -> Any:
        """The fitted estimator that predicts."""
        raise NotImplementedError

    def predict(self, X: Any) -> Labels:
        """Predict with the model for `budget`."""
        return np.asarray(self._ask("predict", X))

    @available_if(_chosen_has("predict_proba"))
    def predict_proba(self, X: Any) -> Any:
        """Return class probabilities by the model for `budget`."""
        return self._ask("predict_proba", X)

    @available_if(_chosen_has("predict_log_proba"))
    def predict_log_proba(self, X: Any) -> Any:
        """Return logarithms of class probabilities by the model for `budget`."""
        return self._ask("predict_log_proba", X)

    @available_if(_chosen_has("decision_function"))
    def decision_function(self, X: Any) -> Any:
        """Return the decision function of the model for `budget`."""
        return self._ask("decision_function", X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Score the model for `budget` on new rows."""
        own = self._own_columns(X)
        return score(self.scorer_, self.best_estimator_, own, y, sample_weight)

    @property
    def classes_(self) -> Labels:
        """The classes, when the estimator is a classifier."""
        classes: Labels = self.best_estimator_.classes_
        return classes

    def _first(self) -> Any:
        """Return the first estimator as given; where there is none, a forest of the same kind.

        Before the search, that is a classifier, so that others balance their folds by class.
        """
        given = self.estimator
        if isinstance(given, Mapping):
            given = next(iter(given.values()), None)
        if given is not None:
            return given
        found = self._evaluator.problem.classification if hasattr(self, "_evaluator") else True
        return next(iter(default_forests(classification=found).values()))

    def _chosen(self) -> Any:
        """Return the estimator that predicts, not fitted; before the search, the first."""
        if hasattr(self, "best_model_"):
            return self._evaluator.estimators[self.best_model_.estimator]
        return self._first()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        given = get_tags(self._first())
        tags.estimator_type = given.estimator_type
        tags.classifier_tags = deepcopy(given.classifier_tags)
        tags.regressor_tags = deepcopy(given.regressor_tags)
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = False
        tags.target_tags.required = True
        tags.input_tags.allow_nan = given.input_tags.allow_nan
        return tags

    def get_metadata_routing(self) -> MetadataRouter:
        """Return where weights and groups go, for scikit-learn's metadata routing."""
        estimators: dict[str, Any] = {}
        for role, given in (("estimator", self.estimator), ("finalist", self.finalists)):
            if isinstance(given, Mapping):
                estimators |= {f"{role} {name}": each for name, each in given.items()}
            elif given is not None:
                estimators[role] = given
        scorers = {
            role: get_scorer(given)
            for role, given in (("scorer", self.scoring), ("chooser", self.choose_by))
            if given is not None and in_words(str(given)) != BRIER
        }
        return router_of(self, estimators=estimators, scorers=scorers, splitter=self.validation)

    def _scoring_name(self) -> str:
        if self.scoring is None:
            return default_scoring(self._evaluator.problem.classification)
        return name_of(self.scoring)

    def _get_support_mask(self) -> Flags:
        check_is_fitted(self)
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[self._evaluator.problem.columns(self.best_model_.subset)] = True
        return mask

    def _own_columns(self, X: Any) -> Any:
        check_is_fitted(self)
        X = check_table(self, X, reset=False)
        check_same_kind(X, self._evaluator.problem.X)
        return take(X, np.arange(X.shape[0]), self.get_support(indices=True).tolist())

    def _ask(self, method: str, X: Any) -> Any:
        own = self._own_columns(X)
        return getattr(self.best_estimator_, method)(own)
