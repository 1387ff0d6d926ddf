"""The data of a run: variables, target, groups and weights, taken apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.arrays import Labels
from pennyweight.exceptions import DataFileError
from pennyweight.prices import PriceList, hint, listed
from pennyweight.run.notes import is_constant
from pennyweight.search import holds_classes

TASKS = ("auto", "classes", "number")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loaded:
    """Data, ready for a search."""

    X: pd.DataFrame
    y: Labels
    groups: Labels | None
    weights: Labels | None
    classification: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """The columns that hold text, not numbers."""
        numeric = pd.api.types.is_numeric_dtype
        return tuple(str(name) for name, column in self.X.items() if not numeric(column.dtype))

    def without(self, excluded: Sequence[str], prices: PriceList | None) -> "Loaded":
        """Leave out the columns that are excluded and that no price list names.

        A variable that has a price stays: it is for the search to leave out.
        """
        priced = {item.name for item in prices.items} if prices else set()
        columns = [name for name in excluded if name not in priced]
        for name in columns:
            if name not in self.X:
                raise DataFileError(
                    f"unknown variable {name!r}: there is nothing of this name to exclude, neither "
                    f"in the data nor in the prices.{hint(name, [*self.X.columns, *priced])}"
                )
        if len(set(columns)) == self.X.shape[1]:
            raise DataFileError("all columns are to be left out; leave at least one.")
        return replace(self, X=self.X.drop(columns=columns))


def take_apart(
    frame: pd.DataFrame,
    *,
    target: str,
    groups: str | None = None,
    weights: str | None = None,
    task: str = "auto",
) -> Loaded:
    """Take a table apart, or say which column is wrong.

    >>> frame = pd.DataFrame({"size": [1.5, 2.5, 3.5] * 2, "ill": ["no", "yes"] * 3})
    >>> loaded = take_apart(frame, target="ill")
    >>> list(loaded.X), loaded.y.tolist(), loaded.classification
    (['size'], ['no', 'yes', 'no', 'yes', 'no', 'yes'], True)
    """
    roles = {"target": target, "groups": groups, "weights": weights}
    named = {role: name for role, name in roles.items() if name is not None}
    for role, name in named.items():
        _check_column(frame, name, role)
    if len(set(named.values())) < len(named):
        raise DataFileError(f"one column cannot be several of {', '.join(named)}; name others.")
    X = frame.drop(columns=list(named.values()))
    if not X.shape[1]:
        raise DataFileError("the data have no column besides the target; there is nothing to buy.")
    if all(is_constant(column) for _, column in X.items()):
        raise DataFileError("all columns are constant; there is nothing to learn from.")
    if len(X) < 5:
        raise DataFileError(f"the data have {len(X)} rows; that is too few to learn from.")
    classification = _is_classification(frame[target], task)
    return Loaded(
        X=X,
        y=_classes(frame[target]) if classification else frame[target].to_numpy(dtype=float),
        groups=None if groups is None else frame[groups].astype(str).to_numpy(),
        weights=None if weights is None else _numbers(frame, weights),
        classification=classification,
    )


def _check_column(frame: pd.DataFrame, name: str, role: str) -> None:
    if name not in frame.columns:
        raise DataFileError(
            f"the data have no column {name!r} for the {role}; they have "
            f"{listed(list(frame.columns))}.{hint(name, frame.columns)}"
        )
    missing = int(frame[name].isna().sum())
    if missing:
        raise DataFileError(
            f"the {role} {name!r} is missing in {missing:,} of {len(frame):,} rows; "
            "fill them in or remove these rows."
        )


def _is_classification(target: "pd.Series[Any]", task: str) -> bool:
    if task not in TASKS:
        raise DataFileError(f"there is no task {task!r}; choose {', '.join(TASKS)}.")
    numeric = pd.api.types.is_numeric_dtype(target.dtype)
    numeric = numeric and not pd.api.types.is_bool_dtype(target.dtype)
    if task == "number" and not numeric:
        raise DataFileError(f"the target {target.name!r} holds text, not numbers; predict classes.")
    if task != "auto":
        return task == "classes"
    return not numeric or holds_classes(target.to_numpy(dtype=float))


def _classes(target: "pd.Series[Any]") -> Labels:
    if pd.api.types.is_float_dtype(target.dtype) and (target == target.round()).all():
        target = target.astype(int)
    if pd.api.types.is_numeric_dtype(target.dtype):
        return np.asarray(target.to_numpy())
    return np.asarray([str(label) for label in target], dtype=object)


def _numbers(frame: pd.DataFrame, name: str) -> Labels:
    if not pd.api.types.is_numeric_dtype(frame[name].dtype):
        raise DataFileError(f"the weights {name!r} hold text; they must be numbers.")
    return np.asarray(frame[name].to_numpy(dtype=float))
