"""What a learner is: it fits any subset of a problem, when what subsets share was made once.

A kind of learner is a module (or anything else) with the three functions of `Kind`, and a name in
the list `LEARNERS` of `kinds.py`. How its predictions become scores, how they are spread over
threads and machines, kept, and asked for in rounds, is the same for all.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from pennyweight.arrays import Flags, Floats, Labels, Votes, Weights
from pennyweight.learners.parts import Part
from pennyweight.problem import Problem
from pennyweight.subsets import Subset


class Target(Protocol):
    """The target of all rows, and what predictions say of it."""

    @property
    def codes(self) -> Labels:
        """The classes as numbers from 0; or the numbers, in any unit."""

    @property
    def classes(self) -> Labels | None:
        """The classes in order; None where numbers are predicted."""

    def covered(self, votes: Votes) -> Flags:
        """Tell which rows have a prediction."""

    def shares(self, votes: Votes) -> Floats:
        """Return class shares: the mean over steps."""

    def means(self, votes: Votes) -> Floats:
        """Return predicted numbers: the mean over steps."""


class Learner(Protocol):
    """Stands in for one estimator while searching.

    It is pickled to reach workers, so it should be small then: no table that bins, moments or
    kernels can stand for. It predicts the same whenever and wherever it is asked.
    """

    @property
    def estimator(self) -> Any:
        """What it stands in for; this is fitted to all rows in the end, and taken home."""

    @property
    def version(self) -> str:
        """A name with a number, to be raised when the same settings would predict otherwise."""

    @property
    def n_steps(self) -> int:
        """How many steps a fit has that add up, such as trees; 1 where there are none."""

    @property
    def target(self) -> Target:
        """What reads its predictions; the same object for learners that can share it."""

    def predictions(self, subset: Subset, part: Part, first: int, last: int) -> Votes:
        """Return what the steps first, ..., last - 1 predict, a row for each row of the problem.

        These are sums and counts over steps, so that two ranges of steps add up: a share of each
        class; or the sum of the values and their number. The extra rows of the part are predicted
        by all steps. Its training rows, where `left_out`, are predicted by what has not learned
        from them: trees that left them out, or leave-one-out; otherwise, like all other rows, they
        are zeros.
        """

    def importances(self, subset: Subset, first: int, last: int) -> Floats:
        """Return what each variable brings in each of some steps, a row for each step.

        They are found on the rows that `unseen_of` gives; variables outside the subset have 0.
        """


class Kind(Protocol):
    """A kind of learner: for which estimators it is, and how it is made."""

    def stands_for(self, estimator: Any) -> bool:
        """Tell whether it is for such estimators at all."""

    def why_not(self, estimator: Any, y: Labels, weights: Weights) -> str | None:
        """Return what keeps it from standing in for one, such as a setting; None: nothing does."""

    def prepared(self, problem: Problem, estimators: Mapping[str, Any]) -> Mapping[str, Learner]:
        """Return learners for estimators by name; what subsets share is made here, once for all."""
