"""What to buy next."""

import math
import statistics
from dataclasses import dataclass

import pandas as pd

from pennyworth.evaluation import Evaluation
from pennyworth.scheduled_model import ScheduledModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """The step from one model of a schedule to the next.

    Parameters
    ----------
    cost : float
        What the next model costs.
    extra_cost : float
        How much more that is than now.
    gain : float
        How much the score is expected to rise.
    stderr : float or None
        The standard error of the gain, paired over folds or blocks; None with a single one.
    buy, drop : tuples of str
        The variables to buy, and those that are no longer needed.
    """

    cost: float
    extra_cost: float
    gain: float
    stderr: float | None
    buy: tuple[str, ...]
    drop: tuple[str, ...]

    def to_frame(self) -> pd.DataFrame:
        """Return the purchase as a table of one row."""
        return pd.DataFrame(
            {
                "cost": [self.cost],
                "extra_cost": [self.extra_cost],
                "gain": [self.gain],
                "stderr": [self.stderr],
                "buy": [", ".join(self.buy)],
                "drop": [", ".join(self.drop)],
            }
        )


def step(
    now: ScheduledModel | None,
    then: ScheduledModel,
    before: Evaluation | None,
    after: Evaluation,
    extra_cost: float,
) -> Purchase:
    """Return the step between two models, given their evaluations; None: from no model at all."""
    owned = now.variables if now else ()
    gains = _paired_gains(before, after)
    return Purchase(
        cost=then.cost,
        extra_cost=extra_cost,
        gain=math.fsum(gains) / len(gains),
        stderr=statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else None,
        buy=tuple(name for name in then.variables if name not in owned),
        drop=tuple(name for name in owned if name not in then.variables),
    )


def _paired_gains(before: Evaluation | None, after: Evaluation) -> list[float]:
    if before is None:
        return list(after.scores)
    return [b - a for a, b in zip(before.scores, after.scores, strict=True)]
