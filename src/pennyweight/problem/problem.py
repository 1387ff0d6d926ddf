"""Problem: the data, the variables and the rows' parts, validated once and never changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.model_selection import PredefinedSplit

from pennyweight.arrays import Labels, Rows, Weights
from pennyweight.prices import PriceList
from pennyweight.problem.columns import column_names, take
from pennyweight.problem.fingerprint import fingerprint
from pennyweight.problem.rows import Fold, Target, blocks_of, deal_blocks, make_folds, put_aside
from pennyweight.seeds import generator
from pennyweight.subsets import Subset

OUT_OF_BAG = "oob"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Problem:
    """What is to be predicted from which variables, and which rows play which part.

    Parameters
    ----------
    X, y : table and array
        The data, all rows.
    weights : array or None
        A weight for each row.
    classification : bool
        Whether y holds classes.
    variables : tuple of str
        The variables' names; a subset's indices are positions here.
    columns_of_each : tuple of tuples of int
        The positions of the columns of each variable.
    development, test : arrays of int
        The rows to search on, and the rows that only report.
    folds : tuple of Fold
        The rows to train on and to choose by; none when choosing out of bag.
    blocks : tuple of arrays of int
        The rows to choose by, out of bag or held out, in blocks with a score each; none with
        several folds, which have a score each.
    seed : int
        What all randomness follows from.
    """

    X: Any
    y: Labels
    weights: Weights
    classification: bool
    variables: tuple[str, ...]
    columns_of_each: tuple[tuple[int, ...], ...]
    development: Rows
    test: Rows
    folds: tuple[Fold, ...]
    blocks: tuple[Rows, ...]
    seed: int

    @property
    def full(self) -> Subset:
        """All variables."""
        return tuple(range(len(self.variables)))

    @property
    def training(self) -> Rows:
        """The rows that sequences may learn from: a hold-out's training part, else development."""
        return self.folds[0].train if len(self.folds) == 1 else self.development

    def fingerprint(self) -> str:
        """Return what stands for all of this; it takes a second for each gigabyte of data."""
        rows = self.development, self.test, self.blocks
        folds = [(fold.train, fold.validate) for fold in self.folds]
        data = (
            self.X,
            self.y,
            self.weights,
            self.classification,
            self.variables,
            self.columns_of_each,
        )
        return fingerprint(*data, *_as_int64((*rows, folds)), self.seed)

    def columns(self, subset: Subset) -> list[int]:
        """Return the columns of a subset, in the order of the data."""
        return sorted(column for variable in subset for column in self.columns_of_each[variable])

    def table(self, subset: Subset, rows: Rows) -> Any:
        """Return some rows of a subset's columns."""
        return take(self.X, rows, self.columns(subset))

    def weights_of(self, rows: Rows) -> Weights:
        """Return the weights of some rows, if rows have weights."""
        return None if self.weights is None else self.weights[rows]


def make_problem(
    X: Any,
    target: Target,
    prices: PriceList,
    *,
    validation: Any,
    test_size: float | None,
    weights: Weights,
    seed: int,
) -> Problem:
    """Put test rows aside first, then make the folds (or blocks) from the rows that are left.

    Rows of weight 0 take no part.
    """
    counted = np.arange(len(target.y))
    if weights is not None and not _names_rows(validation):
        counted = np.flatnonzero(weights)
    development, test = (
        counted[rows]
        for rows in _development_and_test(target.at(counted), validation, test_size, seed)
    )
    inner, rng = target.at(development), generator(seed, "validation")
    blocks: tuple[Rows, ...] = ()
    folds: tuple[Fold, ...] = ()
    if isinstance(validation, str) and validation == OUT_OF_BAG:
        blocks = deal_blocks(inner, rng)
    else:
        folds = make_folds(validation, take(X, development, range(X.shape[1])), inner, rng)
        _check_weighted(folds, None if weights is None else weights[development])
        if len(folds) == 1:
            blocks = blocks_of(inner, folds[0].validate, rng)
    return Problem(
        X=X,
        y=target.y,
        weights=weights,
        classification=target.classification,
        variables=prices.variables,
        columns_of_each=_columns_of_each(prices, column_names(X)),
        development=development,
        test=test,
        folds=tuple(fold.within(development) for fold in folds),
        blocks=tuple(development[block] for block in blocks),
        seed=seed,
    )


def _check_weighted(folds: Sequence[Fold], weights: Weights) -> None:
    """Refuse folds that train on or score rows of weight 0 alone."""
    for number, fold in enumerate(folds):
        for rows, purpose in (fold.train, "train on"), (fold.validate, "score"):
            if weights is not None and not weights[rows].any():
                raise ValueError(
                    f"split {number} of validation: the rows to {purpose} all have weight 0; "
                    "give it some that count."
                )


def _as_int64(rows: Any) -> Any:
    return rows.astype(np.int64) if isinstance(rows, np.ndarray) else [*map(_as_int64, rows)]


def _development_and_test(
    target: Target, validation: Any, test_size: float | None, seed: int
) -> tuple[Rows, Rows]:
    everything = np.arange(len(target.y))
    if test_size is None:
        return everything, everything[:0]
    if _names_rows(validation):
        raise ValueError(
            "validation names rows itself, so none can be put aside before it; "
            "give test_size=None, or a splitter that draws them."
        )
    return put_aside(target, test_size, generator(seed, "test"))


def _names_rows(validation: Any) -> bool:
    is_list = hasattr(validation, "__iter__") and not isinstance(validation, str)
    return is_list or isinstance(validation, PredefinedSplit)


def _columns_of_each(prices: PriceList, columns: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    position = {name: i for i, name in enumerate(columns)}
    return tuple(
        tuple(position[column] for column in prices.columns_of(variable))
        for variable in prices.variables
    )
