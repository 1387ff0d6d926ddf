"""What every evaluator can do."""

from typing import Protocol

from pennyworth.arrays import Floats
from pennyworth.evaluation import Evaluation
from pennyworth.subsets import Subset


class Evaluator(Protocol):
    """Turns a subset into an evaluation, the same one whenever and wherever it is asked."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the estimators that each subset is tried with."""

    def evaluate(self, name: str, subset: Subset) -> Evaluation:
        """Score one estimator on one subset."""

    def baseline(self) -> Evaluation | None:
        """Score the empty model: the majority class or the mean; None where that cannot be."""

    def importances(self) -> Floats:
        """Return how much each variable matters to the model of all variables."""
