"""What if prices are known only as ranges."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pennyweight.arrays import Floats
from pennyweight.evaluations import EvaluationTable
from pennyweight.exceptions import PriceError
from pennyweight.prices import PriceList
from pennyweight.schedule.questions.batch import RepricedBatch, members_at, scores_at

QUANTILES = (0.05, 0.5, 0.95)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sensitivity:
    """How schedules vary while prices vary within their ranges.

    Parameters
    ----------
    budgets : array
        The budgets looked at.
    variables : tuple of str
        The variables.
    shares : array of shape (budgets, variables)
        How often each variable is in the best model for each budget.
    scores : array of shape (budgets, 3)
        The 5th, 50th and 95th percentile of the best score; NaN where nothing can be paid for.
    affordable : array
        How often anything can be paid for at all.
    """

    budgets: Floats
    variables: tuple[str, ...]
    shares: Floats
    scores: Floats
    affordable: Floats

    def to_frame(self) -> pd.DataFrame:
        """Return a table with a row for each budget.

        Returns
        -------
        DataFrame
            A row for each budget.
        """
        band = {f"score_{round(100 * q)}%": self.scores[:, i] for i, q in enumerate(QUANTILES)}
        shares = {f"has {name}": self.shares[:, i] for i, name in enumerate(self.variables)}
        return pd.DataFrame(
            {"budget": self.budgets, "affordable": self.affordable, **band, **shares}
        )


def sensitivity(
    scored: EvaluationTable,
    low: PriceList,
    high: PriceList,
    budgets: Floats,
    *,
    draws: int,
    rng: np.random.Generator,
) -> Sensitivity:
    """Draw every price uniformly from its range, and see what is best under each draw."""
    dear = {item.name: item for item in high.items}
    for item in low.items:
        other = dear.get(item.name)
        if len(dear) != len(low.items) or other is None or item.needs != other.needs:
            raise PriceError("the lowest and the highest prices must be for the same items.")
        if item.to_pay > other.to_pay:
            raise PriceError(
                f"the lowest price of {item.name!r} is {item.to_pay:g}, more than the highest, "
                f"{other.to_pay:g}."
            )
    most = np.array([dear[item.name].to_pay for item in low.items])
    drawn = rng.uniform(low.item_prices, most, size=(draws, len(low.items)))
    best = RepricedBatch(scored, low, drawn).best(budgets)
    scores, paid = scores_at(scored, best), best >= 0
    some = paid.any(axis=0)
    band = np.full((len(budgets), len(QUANTILES)), np.nan)
    if some.any():
        band[some] = np.nanquantile(scores[:, some], QUANTILES, axis=0).T
    return Sensitivity(
        budgets=budgets,
        variables=low.variables,
        shares=members_at(scored, best).mean(axis=0),
        scores=band,
        affordable=paid.mean(axis=0),
    )
