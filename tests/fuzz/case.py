"""Case: what an attack works with."""

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Part = TypeVar("Part")


@dataclass(kw_only=True)
class Case:
    """One try: its own randomness, its own folder, and what an error may blame."""

    rng: random.Random
    folder: Path
    culprits: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.tame = self.chance(0.4)  # so that not every case meets something odd

    @property
    def numbers(self) -> np.random.Generator:
        """A generator of NumPy's, a new one at each call."""
        return np.random.default_rng(self.rng.getrandbits(64))

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def one_of(self, usual: list[Part], odd: list[Any], share: float = 0.2) -> Any:
        """Draw one of the usual things, or now and then an odd one."""
        return self.rng.choice(odd if self.chance(share) and not self.tame else usual)

    def tell(self, **what: Any) -> None:
        """Say what is tried, for whoever repeats the case; also where the process dies of it."""
        for name, value in what.items():
            try:
                text = repr(value)
            except Exception as error:
                text = f"something without a repr ({error!r})"
            print(f"{name} = {text[:2000]}", flush=True)

    def blame(self, *names: Any) -> None:
        """Add words of which an error has to have one: each names what was given."""
        self.culprits.update(map(str, names))
