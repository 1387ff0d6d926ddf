"""How much area under the staircase a subset is expected to gain."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.special import ndtr

from pennyweight.arrays import Floats
from pennyweight.evaluations import pareto

DIGITS = 12  # so that equal gains stay equal when all prices are multiplied


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Front:
    """The least error at every budget: `errors[i]` from `starts[i]` up to the next start.

    Budgets are shares of `end`. Left of the cheapest model the error is that of the worst subset.
    """

    starts: Floats
    errors: Floats
    end: float

    @classmethod
    def of(cls, costs: Floats, errors: Floats, end: float) -> Self:
        """Return the front of some points."""
        places = pareto.front(costs, -errors)
        return cls(
            starts=np.r_[0.0, costs[places] / end],
            errors=np.r_[errors.max(), errors[places]],
            end=end,
        )

    def with_point(self, cost: float, error: float) -> Self:
        """Return the front with one more point."""
        costs = np.r_[self.starts * self.end, cost]
        return type(self).of(costs, np.r_[self.errors, error], self.end)


def expected_gains(front: Front, costs: Floats, means: Floats, deviations: Floats) -> Floats:
    """Return the area that each point is expected to gain; its log error is normal.

    At a budget that pays for it, and where the least error is e, a point gains what its error is
    below e, on average: e P(a) - exp(m + s^2 / 2) P(a - s), with a = (log e - m) / s and P the
    normal distribution's.
    """
    shares, ends = costs[:, None] / front.end, np.append(front.starts[1:], 1.0)
    widths = np.maximum(ends - np.maximum(front.starts, shares), 0.0)
    spread = deviations[:, None]
    above = (np.log(front.errors) - means[:, None]) / spread
    expected = np.exp(means + deviations**2 / 2)[:, None]
    gains = front.errors * ndtr(above) - expected * ndtr(above - spread)
    total: Floats = (widths * np.maximum(gains, 0.0)).sum(axis=1)
    return np.round(total, DIGITS)
