"""Limits: what every subset of a search keeps to; a budget, read as users write it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pennyweight.exceptions import BudgetError
from pennyweight.prices.checks import as_number
from pennyweight.prices.items import MAIN
from pennyweight.prices.price_list import PriceList
from pennyweight.prices.rounding import rounded
from pennyweight.subsets import Subset, as_subset

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What every subset of a search keeps to.

    Parameters
    ----------
    budgets : mapping of str to float
        The most that it may cost, for each kind of price that is limited.
    keep, exclude : subsets
        The variables that it has in any case, and those that it never has.
    """

    budgets: Mapping[str, float] = field(default_factory=dict)
    keep: Subset = ()
    exclude: Subset = ()

    @classmethod
    def of(
        cls,
        prices: PriceList,
        *,
        budget: Budget = None,
        keep: Iterable[str | int] = (),
        exclude: Iterable[str | int] = (),
    ) -> "Limits":
        """Read limits as users write them; refuse those that leave no model."""
        found = cls(
            budgets=as_limits(budget, prices.kinds[0]),
            keep=prices.subset(keep),
            exclude=prices.subset(exclude),
        )
        if both := set(found.keep) & set(found.exclude):
            raise ValueError(f"{prices.variables[both.pop()]!r} is both in keep and in exclude.")
        if len(found.exclude) == len(prices.variables):
            raise ValueError("exclude names all variables; leave at least one.")
        for kind, most in found.budgets.items():
            _check_pays(prices.kind(kind), most, found)
        return found

    def applied(self, subset: Iterable[int]) -> Subset:
        """Return a subset with what it has in any case, and without what it never has."""
        return as_subset((set(subset) | set(self.keep)) - set(self.exclude))


NO_LIMITS = Limits()


def _check_pays(prices: PriceList, most: float, limits: Limits) -> None:
    """Refuse a budget that pays for nothing."""
    if limits.keep:
        if not prices.cost(limits.keep) <= most:
            raise BudgetError(
                f"the variables to keep cost {prices.cost(limits.keep):g} together, more than "
                f"budget={most:g}."
            )
        return
    choosable = [v for v in range(len(prices.variables)) if v not in limits.exclude]
    cheapest = min(choosable, key=lambda variable: prices.cost([variable]))
    if not prices.cost([cheapest]) <= most:
        raise BudgetError(
            f"no model costs at most budget={most:g}: the cheapest variable, "
            f"{prices.variables[cheapest]!r}, costs {prices.cost([cheapest]):g}."
        )
