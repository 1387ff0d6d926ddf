"""Sums of prices, rounded so that what is equal compares equal."""

import numpy as np
from numpy.typing import ArrayLike

from pennyworth.arrays import Floats

DIGITS, MOST = 12, 300
POWERS = 10.0 ** np.arange(MOST + 1)


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
