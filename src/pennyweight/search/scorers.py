"""The scorer that a setting asks for: found by its name, and tried out before any work."""

import inspect
import re
import warnings
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import check_scoring, get_scorer_names

from pennyweight.evaluators import BrierScore, gives_probabilities
from pennyweight.problem import Target
from pennyweight.words import BRIER, in_words

# What people call scikit-learn's scorers, by letters and digits alone.
ALIASES = {
    "acc": "accuracy",
    "ap": "average_precision",
    "auc": "roc_auc",
    "aucpr": "average_precision",
    "auprc": "average_precision",
    "auroc": "roc_auc",
    "bacc": "balanced_accuracy",
    "brier": "neg_brier_score",
    "crossentropy": "neg_log_loss",
    "mae": "neg_mean_absolute_error",
    "mape": "neg_mean_absolute_percentage_error",
    "mcc": "matthews_corrcoef",
    "mse": "neg_mean_squared_error",
    "msle": "neg_mean_squared_log_error",
    "prauc": "average_precision",
    "r2score": "r2",
    "rmse": "neg_root_mean_squared_error",
    "rmsle": "neg_root_mean_squared_log_error",
    "roc": "roc_auc",
    "rsquared": "r2",
}
FOR_NUMBERS = "'r2', 'neg_root_mean_squared_error' or 'neg_mean_absolute_error'"
FOR_SEVERAL_CLASSES = "_ovr", "_macro"
FOR_ANY = "'accuracy' or 'balanced_accuracy'"
MOST_CLASSES_TRIED = 50
METHODS = {"predict", "predict_proba", "decision_function"}


def check_scorer(
    given: Any, estimators: Mapping[str, Any], target: Target, setting: str = "scoring"
) -> Any:
    """Return the one scorer that can score what all the estimators predict of this target."""
    if isinstance(given, str) and in_words(given) == BRIER:
        return _brier_score(estimators, target, f"{setting}={given!r}")
    if isinstance(given, str) and given not in get_scorer_names():
        raise ValueError(
            f"{setting}={given!r} is no scorer of scikit-learn.{_hint(given)} "
            "sklearn.metrics.get_scorer_names() lists them all."
        )
    scorer, *_ = [check_scoring(estimator, given) for estimator in estimators.values()]
    if hasattr(scorer, "_score_func"):  # one of a user's own may look at anything
        _check_methods(scorer, estimators, f"{setting}={_named(given)}")
        _try_out(scorer, target, setting, given)
    return scorer


def _brier_score(estimators: Mapping[str, Any], target: Target, asked: str) -> BrierScore:
    if not gives_probabilities(estimators):
        raise ValueError(f"{asked} needs classifiers that predict probabilities; leave it out.")
    return BrierScore(len(np.unique(target.y)))


def _named(given: Any) -> str:
    return repr(given) if isinstance(given, str) else str(given)


def _hint(name: str) -> str:
    known = {_letters(each.removeprefix("neg_")): each for each in get_scorer_names()} | ALIASES
    close = get_close_matches(_letters(name), known, n=1, cutoff=0.75)
    return f" Did you mean {known[close[0]]!r}?" if close else ""


def _letters(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower().removeprefix("neg_"))


def _check_methods(scorer: Any, estimators: Mapping[str, Any], asked: str) -> None:
    wanted = scorer._response_method
    methods = [wanted] if isinstance(wanted, str) else list(wanted)
    for name, estimator in estimators.items():
        if METHODS.issuperset(methods) and not any(hasattr(estimator, each) for each in methods):
            raise ValueError(
                f"{asked} needs {' or '.join(methods)}, which the estimator {name!r} does not "
                "have; give another scoring or estimator."
            )


def _try_out(scorer: Any, target: Target, setting: str, given: Any) -> None:
    """Score a constant model on a few rows, among them all classes or both ends of the numbers."""
    if target.classification:
        rows = np.tile(np.unique(target.y, return_index=True)[1][:MOST_CLASSES_TRIED], 2)
    else:
        rows = np.array([0, np.argmin(target.y), np.argmax(target.y)])
    X, y = np.zeros((len(rows), 1)), target.y[rows]
    model = DummyClassifier(strategy="prior") if target.classification else DummyRegressor()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            scorer(model.fit(X, y), X, y)
        except Exception as error:
            raise ValueError(
                f"{setting}={_named(given)} cannot score this target ({_line(error)}); "
                f"{_advice(scorer, target, given)}."
            ) from error


def _line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def _advice(scorer: Any, target: Target, given: Any) -> str:
    """Return what to ask for instead."""
    if not target.classification:
        return f"for numbers give {FOR_NUMBERS}"
    classes, names = np.unique(target.y).tolist(), get_scorer_names()
    others = [f"{given}{suffix}" for suffix in FOR_SEVERAL_CLASSES if f"{given}{suffix}" in names]
    several = " or ".join(map(repr, others))
    if len(classes) > 2:
        return f"for {len(classes)} classes give {several or FOR_ANY}"
    if "pos_label" not in inspect.signature(scorer._score_func).parameters:
        return f"for classes give {FOR_ANY}"
    how = scorer._response_method
    asks = "" if how == "predict" else f", response_method={how!r}"
    made = f"make_scorer({scorer._score_func.__name__}, pos_label={classes[-1]!r}{asks})"
    return f"say which class it looks for: {made}" + (f", or give {several}" if several else "")
