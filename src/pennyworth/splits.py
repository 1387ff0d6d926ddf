"""Which rows train, which choose and which report."""

import numbers
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.model_selection import (
    GroupKFold,
    GroupShuffleSplit,
    KFold,
    StratifiedGroupKFold,
    StratifiedKFold,
    check_cv,
)

from pennyworth.arrays import Labels, Rows

BLOCKS = 10


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
        stays = np.setdiff1d(np.arange(len(target.y)), aside)
    else:
        splitter = GroupShuffleSplit(1, test_size=share, random_state=int(rng.integers(2**31)))
        stays, aside = next(splitter.split(target.y, groups=target.groups))
    if not len(aside) or not len(stays):
        raise ValueError(
            f"{len(target.y)} rows are too few to put a share of {share:g} aside; "
            "give more rows, or test_size=None."
        )
    return np.sort(stays), np.sort(aside)


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
    rarest = np.bincount(target.strata).min()
    n_blocks = max(2, min(BLOCKS, rarest))
    shuffled = rng.permutation(len(target.y))
    by_class = shuffled[np.argsort(target.strata[shuffled], kind="stable")]
    return tuple(np.sort(by_class[start::n_blocks]) for start in range(n_blocks))


def make_folds(
    validation: Any, X: Any, target: Target, rng: np.random.Generator
) -> tuple[Fold, ...]:
    """Make the folds that a `validation` setting asks for: a share, a number or a splitter."""
    if isinstance(validation, float | np.floating):
        if not 0 < validation < 1:
            raise ValueError(f"validation is the share {validation}; it must be between 0 and 1.")
        train, validate = put_aside(target, float(validation), rng)
        return (Fold(train=train, validate=validate),)
    pairs = _splits(validation, X, target, rng)
    return tuple(Fold(train=np.asarray(a), validate=np.asarray(b)) for a, b in pairs)


def _splits(
    validation: Any, X: Any, target: Target, rng: np.random.Generator
) -> Iterator[tuple[Rows, Rows]]:
    if isinstance(validation, numbers.Integral) and not isinstance(validation, bool):
        validation = _k_fold(int(validation), target, int(rng.integers(2**31)))
    splitter = check_cv(validation, target.y, classifier=target.classification)
    splits: Iterator[tuple[Rows, Rows]] = splitter.split(X, target.y, target.groups)
    return splits


def _k_fold(k: int, target: Target, seed: int) -> Any:
    if k < 2:
        raise ValueError(f"validation={k} makes no folds; give 2 or more, or a share like 0.25.")
    if target.groups is not None:
        return StratifiedGroupKFold(k) if target.classification else GroupKFold(k)
    kind = StratifiedKFold if target.classification else KFold
    return kind(k, shuffle=True, random_state=seed)
