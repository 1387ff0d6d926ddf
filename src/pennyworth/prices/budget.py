"""Budget: the most that may be spent, of one or several kinds of price."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pennyworth.prices.items import MAIN

Budget: TypeAlias = float | Mapping[str, float] | None


def as_limits(budget: Any) -> dict[str, float]:
    """Return the limit of each kind of price that a budget limits."""
    if budget is None:
        return {}
    return dict(budget) if isinstance(budget, Mapping) else {MAIN: budget}
