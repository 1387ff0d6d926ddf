"""The unsigned arithmetic that the compiled code is made of, and how it is compiled.

All indices are uint64: in Numba, mixing int64 with uint64 gives float64, and a signed index costs a
test for wrapping around. Floats keep their order of operations, so that every machine, and the
plain-Python twin in the tests, gets the same bits.
"""

from typing import Any

import numpy as np
from numba import njit, uint64

ENTRY: Any = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    "fastmath": {"nnan", "nsz"},
    "no_cfunc_wrapper": True,
}
INNER: Any = ENTRY | {"no_cpython_wrapper": True}
INLINE: Any = INNER | {"forceinline": True}
# For functions that call many others: Numba puts them in their caller before it compiles, else LLVM
# would optimise the same code again at each level.
MERGED: Any = INNER | {"inline": "always"}

U0, U1, U2, U3, U4, U8, U16, U32, U64 = (uint64(v) for v in (0, 1, 2, 3, 4, 8, 16, 32, 64))
M8, M16, M32 = uint64(0xFF), uint64(0xFFFF), uint64(0xFFFFFFFF)
BINS = uint64(256)
# Between histograms: the same bin of two that lie 4096 bytes apart would wait for each other.
GAP = uint64(16)
MISSING = np.uint8(255)
GOLDEN = uint64(0x9E3779B97F4A7C15)


@njit(**INLINE)
def mixed(z: Any) -> Any:
    """Scramble 64 bits (the output function of SplitMix64)."""
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(**INLINE)
def below(random: Any, limit: Any) -> Any:
    """Turn 64 random bits into a number from 0 to limit - 1."""
    return ((random >> U32) * limit) >> U32


@njit(**INLINE)
def fraction(random: Any) -> Any:
    """Turn 64 random bits into a number from 0 to 1, 1 excluded."""
    return float(random >> uint64(11)) / 9007199254740992.0
