"""Sums of prices, rounded so that what is equal compares equal."""

import numpy as np
from numpy.typing import ArrayLike

from pennyworth.arrays import Floats

DIGITS = 12


def rounded(costs: ArrayLike) -> Floats:
    """Round to 12 significant digits, so that equal sums are equal in whatever order they add up.

    >>> 0.1 + 0.2 == 0.3, bool(rounded(0.1 + 0.2) == rounded(0.3))
    (False, True)
    """
    values = np.asarray(costs, dtype=float)
    with np.errstate(divide="ignore"):
        magnitude = np.floor(np.log10(np.abs(values)))
    exponent = np.clip(np.where(values == 0, 0.0, DIGITS - 1 - magnitude), -300, 300)
    up, down = 10.0 ** np.maximum(exponent, 0), 10.0 ** np.maximum(-exponent, 0)
    result: Floats = np.rint(values * up / down) / up * down
    return result
