"""Randomness that depends on what is done, never on when or where."""

import hashlib
import zlib
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils import check_random_state

from pennyweight.subsets import Subset


def seed_of(random_state: Any) -> int:
    """Turn scikit-learn's `random_state` into the one number that everything else follows from."""
    if isinstance(random_state, int | np.integer) and random_state >= 0:
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def generator(seed: int, purpose: str) -> np.random.Generator:
    """Return the random generator for one purpose, such as a sequence."""
    return np.random.default_rng([seed, zlib.crc32(purpose.encode())])


def scrambled(*parts: int) -> np.uint64:
    """Return 64 random bits that follow from numbers."""
    text = ",".join(map(str, parts)).encode()
    return np.uint64(int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little"))


def seeded(estimator: Any, seed: int, subset: Subset) -> Any:
    """Clone an estimator; what it leaves to chance then follows from the seed and the subset."""
    fresh = clone(estimator)
    drawn = int(np.random.SeedSequence([seed, *subset]).generate_state(1)[0] >> 1)
    left_open = {
        name: drawn
        for name, value in fresh.get_params(deep=True).items()
        if name.rpartition("__")[2] == "random_state" and value is None
    }
    return fresh.set_params(**left_open)
