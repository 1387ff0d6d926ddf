"""Budget: the most that may be spent, of one or several kinds of price."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pennyweight.prices.checks import as_number
from pennyweight.prices.items import MAIN
from pennyweight.prices.rounding import rounded

Budget: TypeAlias = float | Mapping[str, float] | None


def as_amount(budget: Any) -> float:
    """Return a budget as a number to compare costs with, or say what is wrong with it."""
    if isinstance(budget, Mapping):
        raise TypeError(
            f"budget is {budget!r}; here it is one number. For limits on other kinds of price, "
            "ask schedule.within(...) first."
        )
    most = as_number(budget)
    if most is None:
        raise TypeError(f"budget is {budget!r}; give a number.")
    if not most >= 0:
        raise ValueError(f"budget is {most:g}; give a number, 0 or more.")
    return float(rounded(most))


def as_limits(budget: Budget, kind: str = MAIN) -> dict[str, float]:
    """Return the limit of each kind of price that a budget limits; a number limits `kind`."""
    if budget is None:
        return {}
    limits = budget if isinstance(budget, Mapping) else {kind: budget}
    return {name: as_amount(most) for name, most in limits.items()}
