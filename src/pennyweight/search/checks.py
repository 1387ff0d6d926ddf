"""What has to hold of the settings and of the target, checked before any work is done."""

import numbers
import warnings
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils._param_validation import (
    Interval,
    InvalidParameterError,
    StrOptions,
    validate_parameter_constraints,
)
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from pennyweight.arrays import Labels, Weights
from pennyweight.evaluators import default_chooser
from pennyweight.prices import Budget, Limits, PriceList, as_text_list, listed
from pennyweight.problem import (
    DATES,
    Target,
    as_table,
    categorical_columns,
    check_cells,
    column_names,
    is_frame,
    named,
    with_numbers,
)
from pennyweight.search.default_estimators import doubt, holds_classes
from pennyweight.search.row_checks import check_groups, check_numbers
from pennyweight.search.scorers import check_scorer
from pennyweight.store import EvaluationStore
from pennyweight.words import in_words

# What a setting may be, in scikit-learn's terms, and what to do where it is not.
SETTINGS: dict[str, tuple[list[Any], str]] = {
    "scoring": ([str, callable, None], "give one scorer, by name or as a function, or None"),
    "choose_by": ([str, callable, None], "give one scorer, by name or as a function, or None"),
    "test_size": (
        [Interval(numbers.Real, 0, 1, closed="neither"), None],
        "it must be between 0 and 1, or None",
    ),
    "stop_early": (["boolean"], "give True or False"),
    "n_jobs": (
        [
            Interval(numbers.Integral, 1, None, closed="left"),
            Interval(numbers.Integral, None, -1, closed="right"),
            None,
        ],
        "give a whole number, -1 for all cores, or None",
    ),
    "random_state": (
        [Interval(numbers.Integral, 0, None, closed="left"), np.random.RandomState, None],
        "give a whole number, 0 or more, or None",
    ),
    "store": (
        [str, PathLike, EvaluationStore, None],
        "give a path, an EvaluationStore, or None",
    ),
    "on_interrupt": ([StrOptions({"raise", "keep"})], "give 'raise' or 'keep'"),
    "progress": (["boolean", callable], "give True or False, or a function of the progress"),
}


def check_settings(settings: Mapping[str, Any]) -> None:
    """Refuse settings of a search that nothing can be done with."""
    for name, (allowed, advice) in SETTINGS.items():
        value, flag = settings[name], isinstance(settings[name], bool | np.bool_)
        try:
            validate_parameter_constraints({name: allowed}, {name: value}, "BudgetSearch")
            fits = not flag or "boolean" in allowed  # to Python, True is the number 1
        except InvalidParameterError:
            fits = False
        if not fits:
            raise InvalidParameterError(f"{name} is {value!r}; {advice}.")


def limits_for(
    prices: PriceList, budget: Budget, keep: Iterable[str] | None, exclude: Iterable[str] | None
) -> Limits:
    """Return the limits of a search, whose variables may also be named by their numbers."""
    return Limits.of(
        prices,
        budget=budget,
        keep=_names(prices, keep, "keep"),
        exclude=_names(prices, exclude, "exclude"),
    )


def _names(prices: PriceList, names: Any, argument: str) -> tuple[str, ...]:
    if isinstance(names, Iterable) and not isinstance(names, str):
        names = [named(name, prices.variables) for name in names]
    return as_text_list(() if names is None else names, argument)


def prices_for(X: Any, prices: Any) -> PriceList:
    """Return the price list of the columns of X, whose numbers are names as well."""
    columns = column_names(X)
    if isinstance(prices, Mapping):
        prices = pd.Series(dict(prices), dtype=object)
    if isinstance(prices, pd.Series):
        prices = prices.set_axis([named(name, columns) for name in prices.index])
    return PriceList.for_columns(prices, columns)


def check_table(search: Any, X: Any, *, reset: bool) -> Any:
    """Return X as a table of at least one column; frames stay as they are."""
    X, fewest = as_table(X), 2 if reset else 1
    if not is_frame(X):
        try:
            return validate_data(
                search, X, reset=reset, ensure_all_finite=False, ensure_min_samples=fewest
            )
        except (TypeError, ValueError):
            check_cells(X)
            raise
    X = validate_data(search, X, reset=reset, skip_check_array=True)
    if X.shape[0] < fewest or X.shape[1] < 1:
        raise ValueError(
            f"X has {X.shape[0]} row(s) and {X.shape[1]} column(s) (shape={X.shape}); "
            "that is too few."
        )
    return with_numbers(X) if reset else X


def check_same_kind(X: Any, fitted: Any) -> None:
    """Refuse other columns, and an array where there was text, which only frames have."""
    if is_frame(X) and is_frame(fitted) and column_names(X) != column_names(fitted):
        raise ValueError(
            f"X has the columns {listed(column_names(X))}, and the search was fitted to "
            f"{listed(column_names(fitted))}; give the same, in the same order."
        )
    if not is_frame(X) and is_frame(fitted) and (texts := categorical_columns(fitted)):
        names = ", ".join(repr(fitted.columns[place]) for place in texts[:3])
        raise ValueError(
            f"X is an array, and the search was fitted to a DataFrame with columns of text, such "
            f"as {names}; give a DataFrame with the same columns."
        )


def name_of(scoring: Any) -> str:
    """Return the name of a scorer, which may be given by its name."""
    return in_words(str(getattr(scoring, "__name__", scoring)))


def check_chooser(
    choose_by: Any, scoring: Any, scorer: Any, estimators: Mapping[str, Any], target: Target
) -> Any:
    """Return what chooses; None where that is the scorer itself, as it is where one was given."""
    if choose_by is None:
        return default_chooser(estimators, target.y) if scoring is None else None
    chooser = check_scorer(choose_by, estimators, target, "choose_by")
    return None if _is_same(chooser, scorer) else chooser


def _is_same(scorer: Any, other: Any) -> bool:
    """Tell whether two scorers are one: the same object, or scikit-learn's of the same function."""
    parts = "_score_func", "_sign", "_kwargs", "_response_method"
    if not all(hasattr(each, part) for each in (scorer, other) for part in parts):
        return bool(scorer == other)
    return all(getattr(scorer, part) == getattr(other, part) for part in parts)


def check_target(
    X: Any, y: Any, groups: Any, weights: Weights, *, classification: bool | None
) -> Target:
    """Return y and the groups as arrays that fit X; where nobody says what y holds, it decides."""
    if y is None:
        raise ValueError(
            "BudgetSearch requires y to be passed, but the target y is None; "
            "give what is to be predicted."
        )
    if isinstance(y, list | tuple) and all(isinstance(label, str) for label in y):
        y = np.array(y, dtype=object)  # as text, each row would take as much as the longest
    if np.asarray(y).dtype.kind == "c":
        raise ValueError("y holds complex numbers; give one real number or class for each row.")
    y = column_or_1d(y, warn=True)
    check_consistent_length(X, y)
    if classification is None:
        classification = holds_classes(y)
        if doubtful := doubt(y):
            warnings.warn(doubtful, stacklevel=4)
    return Target(
        y=_check_classes(y, weights) if classification else check_numbers(y, weights),
        classification=classification,
        groups=check_groups(groups, X),
    )


def _check_classes(y: Labels, weights: Weights) -> Labels:
    if pd.isna(y).any():
        raise ValueError("Input y contains NaN: the class of some rows is missing; drop them.")
    if y.dtype.kind in DATES:
        raise ValueError("y holds dates or times; give classes as text, or numbers.")
    if infer_dtype(y, skipna=True) in ("mixed", "mixed-integer"):
        kinds = " and ".join(sorted({type(label).__name__ for label in y}))
        raise ValueError(f"y holds values of several types ({kinds}); give all as text.")
    if y.dtype.kind == "f":
        assert_all_finite(y, input_name="y")
    try:
        check_classification_targets(y)
    except ValueError as error:
        error.add_note(
            "To predict a number, give a regressor as the estimator, or "
            "default_forests(classification=False)."
        )
        raise
    counted = y if weights is None else y[weights > 0]
    if len(np.unique(counted)) < 2:
        raise ValueError("y has a single class; there is nothing to predict.")
    return y
