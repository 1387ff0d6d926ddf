"""Made data whose best sets of variables are known, because the law that made them is.

A score is a sum of independent standard normal parts and of noise; the class is its sign. What a
set of variables tells about a part adds up over the parts, and the best possible accuracy rises
with the sum. So the best set for every budget is found exactly, part by part.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from pennyweight import PriceList
from pennyweight.evaluations import pareto

ROWS, NOISE = 1500, 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the score, and the variables that measure it.

    Parameters
    ----------
    weight : float
        What it counts in the score; 0: its variables are of no use.
    errors : tuple of float
        The standard deviation of the error of each variable; none: two variables whose product the
        part is, of which one alone tells nothing.
    prices : tuple of pairs
        The lowest and the highest price of each variable.
    """

    weight: float
    errors: tuple[float, ...]
    prices: tuple[tuple[int, int], ...]

    def variables(self, rng: np.random.Generator) -> tuple[np.ndarray, list[np.ndarray]]:
        """Draw the part and its variables."""
        part = rng.normal(size=ROWS)
        if self.errors:
            return part, [part + error * rng.normal(size=ROWS) for error in self.errors]
        sign = rng.choice([-1.0, 1.0], size=ROWS)
        return part, [part * sign, sign]

    def told(self, chosen: tuple[int, ...]) -> float:
        """Return how much of the score's variance some of the variables explain."""
        if not self.errors:
            return self.weight**2 * (len(chosen) == 2)
        precision = sum(self.errors[each] ** -2 for each in chosen)
        return self.weight**2 * precision / (1 + precision)


def one(weight: float) -> Part:
    return Part(weight=weight, errors=(0.1,), prices=((1, 100),))


DESIGNS = {
    "proxies": [
        *[
            Part(weight=w, errors=(0.1, 0.7, 1.5), prices=((40, 100), (5, 30), (1, 8)))
            for w in (1.0, 0.9, 0.8, 0.6, 0.4)
        ],
        *[one(0.0)] * 3,
    ],
    "redundant": [
        *[Part(weight=w, errors=(0.3,) * 4, prices=((1, 100),) * 4) for w in (1.0, 0.9, 0.7, 0.5)],
        *[one(0.0)] * 4,
    ],
    "interactions": [
        *[Part(weight=w, errors=(), prices=((1, 100),) * 2) for w in (1.2, 0.9)],
        *[one(w) for w in (0.8, 0.6, 0.4)],
        *[one(0.0)] * 6,
    ],
}


def made(design: str, seed: int) -> tuple[pd.DataFrame, np.ndarray, PriceList]:
    """Return new rows of a design, their classes, and prices."""
    rng = np.random.default_rng([seed, len(design)])
    score, columns, prices = NOISE * rng.normal(size=ROWS), [], []
    for part in DESIGNS[design]:
        value, variables = part.variables(rng)
        score += part.weight * value
        columns += variables
        prices += [int(rng.integers(low, high + 1)) for low, high in part.prices]
    names = [f"x{place}" for place in range(len(columns))]
    X = pd.DataFrame(dict(zip(names, columns, strict=True)))
    return X, (score > 0).astype(int), PriceList(dict(zip(names, prices, strict=True)))


def best_sets(design: str, prices: PriceList) -> list[tuple[int, ...]]:
    """Return the sets that are best at their cost, given endless data."""
    sets: list[tuple[int, ...]] = [()]
    told, costs, first = np.zeros(1), np.zeros(1), 0
    for part in DESIGNS[design]:
        n_own = len(part.prices)
        own = [c for size in range(n_own + 1) for c in combinations(range(n_own), size)]
        places = [tuple(first + each for each in chosen) for chosen in own]
        told = np.add.outer(told, [part.told(chosen) for chosen in own]).ravel()
        costs = np.add.outer(costs, [prices.cost(place) for place in places]).ravel()
        sets = [(*old, *new) for old in sets for new in places]
        kept = pareto.front(costs, told)
        sets, told, costs = [sets[place] for place in kept], told[kept], costs[kept]
        first += n_own
    return [each for each in sets if each]
