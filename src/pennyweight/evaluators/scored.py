"""What becomes of a subset's scores: checks, an evaluation, or an error that says where."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from pennyweight.evaluations import Evaluation
from pennyweight.exceptions import OF_AN_ESTIMATOR, EvaluationError
from pennyweight.problem import Problem
from pennyweight.subsets import Subset


@dataclass(slots=True)
class Scored:
    """The scores of a subset, as they come in."""

    subset: Subset
    estimator: str
    scores: list[float] = field(default_factory=list)
    merits: list[float] = field(default_factory=list)
    tested: list[float | None] = field(default_factory=list)

    def evaluation(self) -> Evaluation:
        """Return them all; the test score is the mean over the models."""
        return Evaluation(
            subset=self.subset,
            estimator=self.estimator,
            scores=tuple(self.scores),
            merits=tuple(self.merits),
            test_score=mean_of_known(self.tested),
        )


def mean_of_known(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are not None; None if there are none."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def checked(problem: Problem, evaluation: Evaluation) -> Evaluation:
    """Return an evaluation, unless one of its scores is no number."""
    for value in (*evaluation.scores, *evaluation.merits, evaluation.test_score):
        if value is not None and not math.isfinite(value):
            raise EvaluationError(
                f"the score of {_described(problem, evaluation.subset)} is {value}; "
                "scores must be finite: check the scoring, and that every fold has enough rows."
            )
    return evaluation


@contextmanager
def naming(problem: Problem, name: str, subset: Subset) -> Iterator[None]:
    """Let an error say which estimator and variables it comes from."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{OF_AN_ESTIMATOR}{name!r}, on {_described(problem, subset)})")
        raise


def _described(problem: Problem, subset: Subset) -> str:
    names = ", ".join(problem.variables[i] for i in subset[:5])
    more = f" and {len(subset) - 5} more" if len(subset) > 5 else ""
    return f"the variables {names}{more}"
