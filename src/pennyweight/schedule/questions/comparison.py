"""Where two schedules differ."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from pennyweight.schedule.model import ScheduledModel

Pair = tuple[ScheduledModel | None, ScheduledModel | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two schedules side by side, at every budget where either of them changes.

    Parameters
    ----------
    budgets : tuple of float
        The budgets, each holding up to the next.
    pairs : tuple of pairs of ScheduledModel
        The best model of each schedule; None where nothing can be paid for.
    """

    budgets: tuple[float, ...]
    pairs: tuple[Pair, ...]

    def to_frame(self) -> pd.DataFrame:
        """Return a table with a row for each budget; `gain` is the other score minus this one.

        Returns
        -------
        DataFrame
            A row for each budget.
        """
        frame = pd.DataFrame(
            {
                "budget": self.budgets,
                "score": [_score(mine) for mine, _ in self.pairs],
                "other_score": [_score(theirs) for _, theirs in self.pairs],
                "variables": [_names(mine) for mine, _ in self.pairs],
                "other_variables": [_names(theirs) for _, theirs in self.pairs],
            }
        )
        frame.insert(3, "gain", frame["other_score"] - frame["score"])
        frame["same"] = frame["variables"] == frame["other_variables"]
        return frame


def compare(mine: Sequence[ScheduledModel], theirs: Sequence[ScheduledModel]) -> Comparison:
    """Line up two schedules."""
    budgets = sorted({model.cost for model in [*mine, *theirs]})
    pairs = tuple((_best(mine, budget), _best(theirs, budget)) for budget in budgets)
    return Comparison(budgets=tuple(budgets), pairs=pairs)


def _best(models: Sequence[ScheduledModel], budget: float) -> ScheduledModel | None:
    return next((model for model in reversed(models) if model.cost <= budget), None)


def _score(model: ScheduledModel | None) -> float:
    return np.nan if model is None else model.score


def _names(model: ScheduledModel | None) -> str:
    return "" if model is None else ", ".join(model.variables)
