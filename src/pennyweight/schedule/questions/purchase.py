"""What to buy next."""

from dataclasses import dataclass

import pandas as pd

from pennyweight.schedule.model import ScheduledModel
from pennyweight.schedule.uncertainty import Difference


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
        """Return the purchase as a table of one row.

        Returns
        -------
        DataFrame
            A single row.
        """
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
    now: ScheduledModel | None, then: ScheduledModel, gain: Difference, extra_cost: float
) -> Purchase:
    """Return the step between two models; None: from no model at all."""
    owned = now.variables if now else ()
    return Purchase(
        cost=then.cost,
        extra_cost=extra_cost,
        gain=gain.mean,
        stderr=gain.stderr,
        buy=tuple(name for name in then.variables if name not in owned),
        drop=tuple(name for name in owned if name not in then.variables),
    )
