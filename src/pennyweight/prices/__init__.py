"""What a set of variables costs."""

from pennyweight.prices.checks import (
    as_number,
    as_text_list,
    check_total,
    follow_needs,
    hint,
    listed,
)
from pennyweight.prices.items import Item
from pennyweight.prices.limits import NO_LIMITS, Budget, Limits, as_amount, as_limits
from pennyweight.prices.price_list import PriceList
from pennyweight.prices.rounding import rounded, total_prices

__all__ = [
    "NO_LIMITS",
    "Budget",
    "Item",
    "Limits",
    "PriceList",
    "as_amount",
    "as_limits",
    "as_number",
    "as_text_list",
    "check_total",
    "follow_needs",
    "hint",
    "listed",
    "rounded",
    "total_prices",
]
