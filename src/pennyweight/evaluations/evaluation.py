"""Evaluation: a subset with its scores, and who proposed it; as plain fields in files, too."""

import math
import statistics
import sys
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import UnionType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from pennyweight.subsets import Subset

Check: TypeAlias = Callable[[Any], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A subset of variables, and how well one estimator does with it.

    Parameters
    ----------
    subset : tuple of int
        The variables, as sorted indices.
    estimator : str
        The name of the estimator.
    scores : tuple of float
        What is reported: one score for each fold, or for each block of out-of-bag rows; higher is
        better. Folds and blocks are the same for all subsets.
    merits : tuple of float
        What chooses, one for each score; empty where the scores choose themselves.
    test_score : float or None
        The score on rows that no choice ever looked at.
    trees : int or None
        The number of trees, where the estimator is a forest that may stop early.
    provisional : bool
        Whether these are fewer trees than the estimator asks for: such a score is too low, and can
        only be compared with scores of as many trees.
    rounds : tuple of triples
        The numbers of trees that it had before, each with the score and the merit that it had then.
    seconds : float or None
        How long it took; no part of what makes two evaluations equal.

    Examples
    --------
    >>> from pennyweight import Evaluation
    >>> evaluation = Evaluation(subset=(0, 2), estimator="forest", scores=(0.8, 0.9, 1.0))
    >>> round(evaluation.score, 3), round(evaluation.stderr, 3)
    (0.9, 0.058)
    """

    subset: Subset
    estimator: str
    scores: tuple[float, ...]
    merits: tuple[float, ...] = ()
    test_score: float | None = None
    trees: int | None = None
    provisional: bool = False
    rounds: tuple[tuple[int, float, float], ...] = ()
    seconds: float | None = field(default=None, compare=False)

    @property
    def score(self) -> float:
        """The mean of the scores."""
        return math.fsum(self.scores) / len(self.scores)

    @property
    def merit(self) -> float:
        """The mean of the merits, as they were measured."""
        return math.fsum(self.chosen_by) / len(self.chosen_by)

    @property
    def chosen_by(self) -> tuple[float, ...]:
        """The merits; the scores where these choose themselves."""
        return self.merits or self.scores

    @property
    def stderr(self) -> float | None:
        """The standard error of the mean score; None when there is a single score."""
        if len(self.scores) < 2:
            return None
        return statistics.stdev(self.scores) / math.sqrt(len(self.scores))

    def merit_with(self, trees: int | None) -> float | None:
        """Return the merit that it had with so many trees; None if it never had just as many.

        Parameters
        ----------
        trees : int or None
            How many trees; None: as many as the estimator has.

        Returns
        -------
        float or None
            The merit with so many trees; None where it is not known.
        """
        if trees == self.trees:
            return self.merit
        return next((merit for number, _, merit in self.rounds if number == trees), None)

    def after(self, earlier: "Evaluation") -> "Evaluation":
        """Return this evaluation with the record of an earlier round, which had fewer trees.

        Parameters
        ----------
        earlier : Evaluation
            What was known of the same subset with fewer trees.

        Returns
        -------
        Evaluation
            This evaluation; its `rounds` also hold the earlier one.
        """
        before = (*earlier.rounds, (earlier.trees or 0, earlier.score, earlier.merit))
        return replace(self, rounds=before)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A subset that a sequence proposed and that was evaluated."""

    sequence: str
    subset: Subset


def check_evaluation(evaluation: Evaluation) -> None:
    """Refuse an evaluation from a file whose fields do not fit each other."""
    subset, n_scores, n_merits = evaluation.subset, len(evaluation.scores), len(evaluation.merits)
    if list(subset) != sorted(set(subset)) or min(subset, default=0) < 0:
        raise ValueError(f"the subset is {subset}, not in order")
    if not n_scores or n_merits not in (0, n_scores):
        raise ValueError(f"it has {n_scores} scores and {n_merits} merits")
    trees = evaluation.trees, *(number for number, _, _ in evaluation.rounds)
    if any(number is not None and number < 1 for number in trees):
        raise ValueError("it has forests without trees")


def as_fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record that tell it from others."""
    return {field.name: getattr(record, field.name) for field in fields(record) if field.compare}


def from_fields(kind: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Build a record; JSON's lists become the tuples that records hold.

    Files can be changed by hand: a field of another type, or a number that is not finite, is a
    TypeError that names it.
    """
    values = {name: _as_tuple(value) for name, value in given.items()}
    record = kind(**values)
    checks = _checks(kind)
    for name, value in values.items():
        if not checks[name](value):
            raise TypeError(f"{name} is {value!r:.80}")
    return record


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


@cache
def _checks(kind: Hashable) -> dict[str, Check]:
    return {name: _check(expected) for name, expected in get_type_hints(kind).items()}


def _check(expected: Any) -> Check:
    """Return what tells whether a value is of a type, as written in the fields of a record."""
    parts = get_args(expected)
    if isinstance(expected, UnionType):
        checks = [_check(part) for part in parts]
        return lambda value: any(check(value) for check in checks)
    if get_origin(expected) is not tuple:
        return _is_number if expected is float else lambda value: type(value) is expected
    first, *others = [_check(part) for part in parts if part is not Ellipsis]
    if parts[-1] is Ellipsis:
        return lambda value: type(value) is tuple and all(map(first, value))
    return lambda value: (
        type(value) is tuple
        and len(value) == len(parts)
        and all(check(part) for check, part in zip([first, *others], value, strict=True))
    )


def _is_number(value: Any) -> bool:
    return type(value) in (float, int) and abs(value) <= sys.float_info.max
