"""What a set of variables costs."""

from pennyworth.prices.checks import as_number, check_total, follow_needs, hint, listed
from pennyworth.prices.items import Item
from pennyworth.prices.limits import Budget, as_amount, as_limits
from pennyworth.prices.price_list import PriceList
from pennyworth.prices.rounding import rounded
from pennyworth.prices.sources.table import as_text_list

__all__ = [
    "Budget",
    "Item",
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
]
