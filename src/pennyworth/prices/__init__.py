"""What a set of variables costs."""

from pennyworth.prices.budget import Budget, as_amount, as_limits
from pennyworth.prices.items import Item
from pennyworth.prices.price_list import PriceList

__all__ = ["Budget", "Item", "PriceList", "as_amount", "as_limits"]
