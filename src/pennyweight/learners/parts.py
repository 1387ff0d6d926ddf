"""Part: which rows are learned from, and which are scored by what learned from them."""

from dataclasses import dataclass

import numpy as np

from pennyweight.arrays import Rows
from pennyweight.problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part:
    """Rows to learn from and rows to score: left out while learning, and others.

    `number` tells parts apart: what is drawn for each is its own, and the same for all subsets.
    """

    train: Rows
    extra: Rows
    left_out: bool = False
    number: int = 0


def parts_of(problem: Problem) -> tuple[Part, ...]:
    """Return the rows to learn from and to score: for each fold; or all of them, out of bag."""
    if not problem.folds:
        return (Part(train=problem.development, extra=problem.test, left_out=True),)
    return tuple(
        Part(train=fold.train, extra=np.r_[fold.validate, problem.test], number=number)
        for number, fold in enumerate(problem.folds)
    )


def unseen_of(problem: Problem) -> Part:
    """Return the rows that sequences may learn from, each scored by what did not see it."""
    return Part(train=problem.training, extra=problem.test[:0], left_out=True)
