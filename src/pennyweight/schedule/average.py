"""The paper's average schedule: one smooth curve through the schedules of many runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np

from pennyweight.arrays import Floats
from pennyweight.optional import require
from pennyweight.schedule.schedule import ModelSchedule, ScoreKind


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AverageSchedule:
    """A lowess curve through the points (cost as a share of the full cost, score) of many runs.

    Parameters
    ----------
    shares : array
        The costs, divided by the full cost of their run, in increasing order.
    scores : array
        The smoothed score at each of them.
    """

    shares: Floats
    scores: Floats

    @classmethod
    def through(cls, points: Iterable[tuple[float, float]], frac: float = 2 / 3) -> Self:
        """Smooth points (share of the full cost, score) with lowess, as R does by default.

        Parameters
        ----------
        points : iterable of (share, score)
            The models of several schedules.
        frac : float
            The share of the points that each value of the curve looks at.

        Returns
        -------
        AverageSchedule
            The smoothed curve.
        """
        shares, scores = np.array(sorted(points)).T
        lowess = require("statsmodels.nonparametric.smoothers_lowess", extra="lowess").lowess
        smooth = lowess(scores, shares, frac=frac, it=3, delta=0.01 * np.ptp(shares))
        return cls(shares=smooth[:, 0], scores=smooth[:, 1])

    def aup(self) -> float:
        """Return the area under the curve: zero left of its first point, level after its last.

        Returns
        -------
        float
            The area.
        """
        rising = float(np.trapezoid(self.scores, self.shares))
        return rising + float(self.scores[-1] * (1 - self.shares[-1]))


def average_schedule(
    schedules: Iterable[ModelSchedule], *, on: ScoreKind = "test", frac: float = 2 / 3
) -> AverageSchedule:
    """Smooth the points of many schedules with lowess, as R's `lowess()` does by default.

    Parameters
    ----------
    schedules : iterable of ModelSchedule
        The runs, each under its own prices.
    on : {"validation", "test"}
        Which scores to average.
    frac : float
        The share of the points that each local fit uses.

    Returns
    -------
    AverageSchedule
        The smoothed curve.

    Examples
    --------
    >>> from pennyweight import Evaluation, ModelSchedule, PriceList, average_schedule
    >>> def run(gain):
    ...     tried = [
    ...         Evaluation(subset=(0,), estimator="forest", scores=(0.6 + gain,)),
    ...         Evaluation(subset=(0, 1), estimator="forest", scores=(0.8 + gain,)),
    ...     ]
    ...     return ModelSchedule(tried, PriceList({"a": 5, "b": 5}))
    >>> average = average_schedule([run(0.0), run(0.1)], on="validation", frac=1.0)
    >>> round(average.aup(), 3)
    0.375
    """
    points = [
        (model.cost / (schedule.prices.total or 1.0), score)
        for schedule in schedules
        for model, score in zip(schedule, schedule.scores(on), strict=True)
    ]
    if not points:
        raise ValueError("no models to average; give at least one schedule that has some.")
    return AverageSchedule.through(points, frac)
