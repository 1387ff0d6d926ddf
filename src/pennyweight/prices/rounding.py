"""Sums of prices, rounded so that what is equal compares equal."""

import numpy as np
from numpy.typing import ArrayLike

from pennyweight.arrays import Flags, Floats

DIGITS, MOST = 12, 300
SMALL = 100_000  # cells: so many may be added up at once
POWERS = np.array([float(f"1e{power}") for power in range(MOST + 1)])


def rounded(costs: ArrayLike) -> Floats:
    """Round to 12 significant digits, so that equal sums are equal in whatever order they add up.

    >>> 0.1 + 0.2 == 0.3, bool(rounded(0.1 + 0.2) == rounded(0.3))
    (False, True)
    """
    values = np.asarray(costs, dtype=float)
    with np.errstate(divide="ignore"):
        magnitude = np.floor(np.log10(np.abs(values)))
    exponent = np.clip(DIGITS - 1 - magnitude, -MOST, MOST).astype(int)
    up, down = POWERS[np.maximum(exponent, 0)], POWERS[np.maximum(-exponent, 0)]
    result: Floats = np.rint(values * up / down) / up * down
    return result


def total_prices(needed: Flags, prices: Floats) -> Floats:
    """Return what needed items cost: a row (or a single one) of flags for each set of items.

    Of many price lists, `prices` has a row for each, and so has what is returned.

    Prices are added from the lowest to the highest, so that whoever adds them so, in any language,
    on any machine and whatever the order of the items, gets the same sums to the last digit.

    >>> total_prices(np.array([[True, False, True], [True, True, True]]), np.array([0.1, 0.2, 0.3]))
    array([0.4, 0.6])
    """
    order = np.argsort(prices, kind="stable")
    if needed.size <= SMALL and prices.ndim == 1 and len(prices):
        in_order = needed[..., order] * prices[order]
        return rounded(np.add.accumulate(in_order, axis=-1)[..., -1])
    total = np.zeros(prices.shape[:-1] + needed.shape[:-1])
    sets_with, lowest_first = np.moveaxis(needed, -1, 0), np.take_along_axis(prices, order, -1)
    for items, amounts in zip(order.T, lowest_first.T, strict=True):
        total += sets_with[items] * (amounts if prices.ndim == 1 else amounts[:, None])
    return rounded(total)
