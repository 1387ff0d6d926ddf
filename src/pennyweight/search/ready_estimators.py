"""Estimators by name, ready for tables with categories and missing values."""

import sys
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
)
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

from pennyweight.search.default_estimators import default_forests

NAMES = ("forest", "boosting", "logistic")


def ready_estimator(name: str, *, classification: bool) -> Any:
    """Return an estimator: boosting, logistic, or an object of a module; or the default forests.

    Parameters
    ----------
    name : str
        One of the names, or ``module:object``, where the object is an estimator, or a class or
        function that returns one; modules of the current folder are found as well.
    classification : bool
        Whether classes are predicted, as against numbers.

    Returns
    -------
    estimator
        One that is ready to be searched with.

    Examples
    --------
    >>> from pennyweight.search import ready_estimator
    >>> list(ready_estimator("forest", classification=False))
    ['forest', 'forest with leaves of 3', 'forest with leaves of 10']
    >>> ready_estimator("sklearn.tree:DecisionTreeClassifier", classification=True)
    DecisionTreeClassifier()
    """
    if ":" in name:
        return _checked(_imported(name), name, classification)
    if name == "forest":
        return default_forests(classification=classification)
    if name == "boosting":
        return _boosting(classification)
    if name == "logistic" and classification:
        return _logistic()
    if name == "logistic":
        raise ValueError("logistic predicts classes; for a number choose forest or boosting.")
    raise ValueError(
        f"there is no estimator {name!r}; choose {', '.join(NAMES)}, or give module:object."
    )


def _boosting(classification: bool) -> Pipeline:
    encoder = OrdinalEncoder(
        handle_unknown="use_encoded_value", unknown_value=np.nan, encoded_missing_value=np.nan
    )
    boosted = HistGradientBoostingClassifier if classification else HistGradientBoostingRegressor
    return make_pipeline(
        make_column_transformer((encoder, _texts()), remainder="passthrough"), boosted()
    )


def _logistic() -> Pipeline:
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    categories = OneHotEncoder(handle_unknown="ignore", min_frequency=2)
    return make_pipeline(
        make_column_transformer((categories, _texts()), remainder=numbers),
        LogisticRegression(max_iter=1000),
    )


def _texts() -> make_column_selector:
    return make_column_selector(dtype_exclude=["number", "bool"])


def _imported(name: str) -> Any:
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, ValueError) as error:
        raise ValueError(f"the module of {name!r} cannot be imported: {error}.") from error
    except AttributeError as error:
        raise ValueError(f"the module {module!r} has no {attribute!r}.") from error
    return found() if isclass(found) or isfunction(found) else found


def _checked(estimator: Any, name: str, classification: bool) -> Any:
    if not hasattr(estimator, "fit"):
        raise ValueError(f"{name!r} is no estimator of scikit-learn; it is {estimator!r}.")
    if is_classifier(estimator) != classification:
        kind, held = ("classifier", "classes") if classification else ("regressor", "numbers")
        raise ValueError(f"{name!r} is no {kind}, and the target holds {held}; see --task.")
    return estimator
