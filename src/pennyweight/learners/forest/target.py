"""The target as the compiled code sees it, and its votes as predictions."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyweight.arrays import Flags, Floats, Labels, Votes
from pennyweight.learners.forest.compiled.leaves import ONE_VOTE
from pennyweight.learners.forest.compiled.memory import MANY_CLASSES, MOST_PACKED, Word
from pennyweight.problem import Problem

HALF_RANGE = 2**30  # numbers become integers of 31 bits, so that sums are exact in any order
NARROW = 2**16


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EncodedTarget:
    """Classes as numbers from 0, or numbers as integers between -2**30 and 2**30."""

    codes: Labels
    classes: Labels | None
    middle: float = 0.0
    half: float = 1.0

    @property
    def n_statistics(self) -> int:
        """How many numbers describe a node: a weight for each class; or the weight and the sum."""
        return 2 if self.classes is None else max(2, len(self.classes))

    @property
    def kind(self) -> tuple[int, ...]:
        """A tuple whose length tells the compiled code what to predict."""
        if self.classes is None:
            return ()
        return (0,) * (MANY_CLASSES if self.n_statistics > MOST_PACKED else self.n_statistics)

    @property
    def described(self) -> str:
        """What is compiled, in words."""
        if self.classes is None:
            return "a numeric target"
        many = self.n_statistics > MOST_PACKED
        return "many classes" if many else f"{self.n_statistics} classes"

    @property
    def unit(self) -> float:
        """What a step of one in the codes is worth."""
        return 1.0 if self.classes is not None else self.half / HALF_RANGE

    def word(self, draws: int, in_leaf: int = 1) -> Word:
        """Return the kind of words that histograms need: narrow where two fields suffice."""
        narrow = self.kind == (0, 0) and draws < NARROW and in_leaf == 1
        return Word(
            dtype=np.uint32 if narrow else np.uint64,
            n_words=1 if narrow else (self.n_statistics + 2) // 2,
            n_statistics=self.n_statistics,
        )

    def no_votes(self, n_rows: int, n_trees: int = 1) -> Votes:
        """Return room for the votes of so many trees."""
        dtype: Any = np.uint32 if n_trees * ONE_VOTE < 2**32 else np.uint64
        return np.zeros((n_rows, self.n_statistics), np.int64 if self.classes is None else dtype)

    def covered(self, votes: Votes) -> Flags:
        """Tell which rows have any vote."""
        counted = votes[:, 1] if self.classes is None else _totals(votes)
        return counted.astype(bool)

    def shares(self, votes: Votes) -> Floats:
        """Return class shares, as the mean over trees."""
        assert self.classes is not None
        votes = votes[:, : len(self.classes)].astype(float)
        shares: Floats = votes / _totals(votes)[:, None]
        return shares

    def means(self, votes: Votes) -> Floats:
        """Return predicted numbers, as the mean over trees."""
        means: Floats = votes[:, 0] / votes[:, 1] * self.unit + self.middle
        return means


def _totals(votes: Votes | Floats) -> Floats:
    """Return the sum of each row; a product is several times as fast as `sum` for few columns."""
    totals: Floats = votes @ np.ones(votes.shape[1])
    return totals


def encode_target(problem: Problem) -> EncodedTarget:
    """Encode the target of all rows."""
    y = problem.y
    if problem.classification:
        classes, codes = np.unique(y, return_inverse=True)
        return EncodedTarget(codes=codes.astype(np.uint16), classes=classes)
    low, high = float(np.min(y)), float(np.max(y))
    middle, half = low + (high - low) / 2, (high - low) / 2 or 1.0
    codes = np.rint((y - middle) / half * HALF_RANGE).astype(np.int32)
    return EncodedTarget(codes=codes, classes=None, middle=middle, half=half)
