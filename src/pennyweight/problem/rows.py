"""Which rows train, which choose and which report."""

import numbers
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    StratifiedGroupKFold,
    StratifiedKFold,
    check_cv,
)

from pennyweight.arrays import Labels, Rows
from pennyweight.problem.routing import GROUPS, gets

BLOCKS = 10
ROWS_IN_A_BLOCK = 20
FOLDS = 5
MOST_SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fold:
    """Rows to train on, and rows to score."""

    train: Rows
    validate: Rows

    def within(self, rows: Rows) -> "Fold":
        """Return the fold in terms of the rows that it was made from."""
        return Fold(train=rows[self.train], validate=rows[self.validate])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Target:
    """What splits are made from: the labels to balance, the groups to keep together."""

    y: Labels
    classification: bool
    groups: Labels | None = None

    def at(self, rows: Rows) -> "Target":
        """Return the target of some rows."""
        groups = None if self.groups is None else self.groups[rows]
        return Target(y=self.y[rows], classification=self.classification, groups=groups)

    @property
    def strata(self) -> Rows:
        """The class of each row as a number; a single class when the target is a number."""
        if not self.classification:
            return np.zeros(len(self.y), dtype=np.intp)
        return np.unique(self.y, return_inverse=True)[1].astype(np.intp)


def put_aside(target: Target, share: float, rng: np.random.Generator) -> tuple[Rows, Rows]:
    """Split rows into those that stay and those put aside: whole groups, or balanced by class."""
    if target.groups is None:
        aside = _balanced_share(target.strata, share, rng)
    else:
        aside = _whole_groups(target.groups, share, rng)
    stays = np.setdiff1d(np.arange(len(target.y)), aside)
    if not len(aside) or not len(stays):
        what = "rows" if target.groups is None else "rows in such groups"
        raise ValueError(
            f"{len(target.y)} {what} are too few to put a share of {share:g} aside; "
            "give more, or test_size=None."
        )
    return stays, np.sort(aside)


def _whole_groups(groups: Labels, share: float, rng: np.random.Generator) -> Rows:
    """Draw groups as long as that brings the number of rows nearer to the share."""
    names, of_row, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    drawn, short = [], share * len(groups)
    for group in rng.permutation(len(names)):
        if abs(short - sizes[group]) < short:
            drawn.append(group)
            short -= sizes[group]
    return np.flatnonzero(np.isin(of_row, drawn))


def _balanced_share(strata: Rows, share: float, rng: np.random.Generator) -> Rows:
    """Draw a share of each class, never all of its rows."""
    sizes = np.bincount(strata)
    quotas = np.minimum(np.floor(share * sizes), sizes - 1).astype(int)
    missing = round(share * len(strata)) - quotas.sum()
    by_remainder = np.argsort(quotas - share * sizes, kind="stable")
    room = [c for c in by_remainder if quotas[c] < sizes[c] - 1]
    quotas[room[: max(missing, 0)]] += 1
    shuffled = rng.permutation(len(strata))
    return np.concatenate(
        [shuffled[strata[shuffled] == c][:quota] for c, quota in enumerate(quotas)]
    )


def deal_blocks(target: Target, rng: np.random.Generator) -> tuple[Rows, ...]:
    """Deal the rows into blocks of nearly equal size and class shares."""
    n_blocks = max(2, min(BLOCKS, _rarest(target), len(target.y) // ROWS_IN_A_BLOCK))
    shuffled = rng.permutation(len(target.y))
    by_class = shuffled[np.argsort(target.strata[shuffled], kind="stable")]
    return tuple(np.sort(by_class[start::n_blocks]) for start in range(n_blocks))


def blocks_of(target: Target, rows: Rows, rng: np.random.Generator) -> tuple[Rows, ...]:
    """Deal some of the rows into blocks; few rows stay together."""
    if len(rows) < 2 * ROWS_IN_A_BLOCK:
        return (rows,)
    return tuple(rows[block] for block in deal_blocks(target.at(rows), rng))


def make_folds(
    validation: Any, X: Any, target: Target, rng: np.random.Generator
) -> tuple[Fold, ...]:
    """Make the folds that a `validation` setting asks for: a share, a number or a splitter.

    None: five folds, or as many as there are rows of the rarest class, or groups.
    """
    if isinstance(validation, float | np.floating):
        if not 0 < validation < 1:
            raise ValueError(f"validation is the share {validation}; it must be between 0 and 1.")
        train, validate = put_aside(target, float(validation), rng)
        return (Fold(train=train, validate=validate),)
    try:
        splitter = _splitter(validation, target, int(rng.integers(2**31)))
        groups = target.groups if gets(splitter, "split", GROUPS) else None
        pairs = [(train, validate) for train, validate in splitter.split(X, target.y, groups)]
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"validation={_short(validation)} cannot split these {len(target.y)} rows: {error}"
        ) from error
    if not pairs:
        raise ValueError(f"validation={_short(validation)} makes no split; give another.")
    return tuple(_fold(pair, target, number) for number, pair in enumerate(pairs))


def _fold(pair: tuple[Any, Any], target: Target, number: int) -> Fold:
    """Return a fold of rows that a splitter or a user names, once both parts can be used."""
    split = f"split {number} of validation"
    train, validate = (
        _named_rows(rows, len(target.y), f"{split}: the rows to {purpose}")
        for rows, purpose in zip(pair, ("train on", "score"), strict=True)
    )
    seen = np.unique(target.y[train]).tolist()
    if target.classification and len(seen) < 2:
        raise ValueError(
            f"{split} trains on rows of the class {seen[0]!r} alone; give it rows of others too."
        )
    return Fold(train=train, validate=validate)


def _named_rows(named: Any, n_rows: int, what: str) -> Rows:
    rows = np.asarray(named)
    if rows.shape == (n_rows,) and rows.dtype.kind == "b":
        rows = np.flatnonzero(rows)
    if rows.ndim == 1 and not len(rows):
        raise ValueError(f"{what} are none; give it some.")
    if rows.ndim != 1 or rows.dtype.kind not in "iu":
        raise ValueError(f"{what} are no list of row numbers; give whole numbers, counted from 0.")
    for row in rows[(rows < -n_rows) | (rows >= n_rows)]:
        raise ValueError(f"{what} name row {row}, and there are {n_rows}, counted from 0.")
    numbered: Rows = np.arange(n_rows)[rows]  # where -1 is the last row
    return numbered


def _short(validation: Any) -> str:
    text = repr(validation)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def _splitter(validation: Any, target: Target, seed: int) -> Any:
    if validation is None:
        n_groups = FOLDS if target.groups is None else len(np.unique(target.groups))
        validation = max(2, min(FOLDS, _rarest(target), n_groups))
    if isinstance(validation, numbers.Integral) and not isinstance(validation, bool):
        return _k_fold(int(validation), target, seed)
    splitter = copy(check_cv(validation, target.y, classifier=target.classification))
    if getattr(splitter, "random_state", seed) is None:
        splitter.random_state = seed
    return splitter


def _k_fold(k: int, target: Target, seed: int) -> Any:
    if k < 2:
        raise ValueError(f"validation={k} makes no folds; give 2 or more, or a share like 0.25.")
    kinds = {
        (True, True): StratifiedGroupKFold,
        (True, False): StratifiedKFold,
        (False, True): GroupKFold,
        (False, False): KFold,
    }
    kind = kinds[target.classification, target.groups is not None]
    return kind(k, shuffle=True, random_state=seed)


def _rarest(target: Target) -> int:
    """Return the number of rows of the rarest class."""
    return int(np.bincount(target.strata).min())
