"""What is tried, and how a task is done, for all evaluators."""

import json
import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from pennyweight.arrays import Floats
from pennyweight.evaluations import Evaluation, share_lacking
from pennyweight.subsets import Subset

SEMANTICS = 1  # to be raised when the same settings would give other scores than before
PILOT = 1  # to be raised when the same forest on the same data would get other rounds


class Task(NamedTuple):
    """A subset to be scored with one estimator; with so many trees, if it is a forest."""

    name: str
    subset: Subset
    trees: int | None = None


@dataclass(frozen=True, slots=True)
class Rounds:
    """The numbers of trees that a forest is grown to, one after the other, and their noise.

    Parameters
    ----------
    trees : tuple of int
        Every subset gets the first number; those near the front go on to the last.
    noise : float
        The standard deviation of a merit with the first number of trees, over forests that differ
        in nothing but chance.
    worth : float
        The gain in merit that more trees must be expected to bring.
    gain : float
        What twice the first number of trees brings to a merit on average.
    """

    trees: tuple[int, ...]
    noise: float = 0.0
    worth: float = 0.0
    gain: float = 0.0

    def as_record(self) -> str:
        """Return what a file keeps of this."""
        return json.dumps({"pilot": PILOT, **asdict(self), "trees": [int(n) for n in self.trees]})

    @classmethod
    def from_record(cls, record: str) -> "Rounds | None":
        """Return what was kept; None if it is damaged, or pilots were flown in another way then."""
        try:
            given = json.loads(record)
            trees = tuple(map(operator.index, given["trees"]))
            numbers = {name: float(given[name]) for name in ("noise", "worth", "gain")}
            sound = given["pilot"] == PILOT and all(a < b for a, b in pairwise((0, *trees)))
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        return cls(trees, **numbers) if sound and trees else None

    def lacking(self, trees: int) -> float:
        """Return what all trees are expected to bring to the merit that some have."""
        first, last = self.trees[0], self.trees[-1]
        return self.gain / share_lacking(first, 2 * first) * share_lacking(trees, last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What is tried, whoever does it.

    Parameters
    ----------
    names : tuple of str
        The names of the estimators that each subset is tried with.
    finalists : tuple of str
        The names of the estimators that only the models on the front are tried with.
    rounds : callable
        Returns the rounds of trees of an estimator; None if there is only one way to fit it.
    baseline : callable
        Scores the empty model: the majority class or the mean; None where that cannot be.
    importances : callable
        Returns how much each variable matters to the model of a subset; 0 for the others.
    """

    names: tuple[str, ...]
    finalists: tuple[str, ...] = ()
    rounds: Callable[[str], Rounds | None] = lambda name: None
    baseline: Callable[[], Evaluation | None]
    importances: Callable[[Subset], Floats]


# Does tasks, the same way whenever and wherever it is asked; evaluations come in any order.
Evaluate: TypeAlias = Callable[[Sequence[Task]], Iterable[Evaluation]]
