"""Random prices, in every form that they may be given."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from fuzz.case import Case
from pennyweight import PriceList

ODD_AMOUNTS = [
    *(-1, -0.0, np.nan, np.inf, -np.inf, None, "1", "free", True, 1e308, 5e-324, 10**400, 2**70),
    *(Decimal("0.1"), Fraction(1, 3), Decimal("NaN"), np.float32(0.1), np.int8(3), pd.NA, [1]),
    *(1 + 0j, np.array(2.0), np.array([1.0, 2.0]), b"1", {}, np.datetime64("2020")),
]


def random_amount(case: Case, odd: float = 0.03) -> Any:
    usual = [0, 1, 2, 0.1, 0.2, 0.3, 12.41, round(10 ** case.rng.uniform(-2, 4), 2)]
    return case.one_of(usual, ODD_AMOUNTS, odd)


def random_pairs(case: Case, names: list[Any], odd: float = 0.03) -> dict[Any, Any]:
    return {name: random_amount(case, odd) for name in names}


def random_needs(case: Case, names: list[str], shared: list[str]) -> dict[str, list[str]]:
    """Needs go back in the list, so that they go in no circle; now and then one does."""
    order = [*shared, *names]
    needs = {
        name: case.rng.sample(order[:place], min(place, case.rng.randint(0, 2)))
        for place, name in enumerate(order)
        if place and case.chance(0.6)
    }
    if needs and case.chance(0.05):
        needs[order[0]] = case.one_of([[order[-1]]], [[order[0]], ["nobody"], order[0], None, [1]])
    return needs


def random_list(case: Case, names: list[str], odd: float = 0.01) -> PriceList:
    """Return a price list with shared items, needs, what is owned and another kind of price."""
    shared = [f"shared {i}" for i in range(case.rng.randint(0, 2))]
    needs = random_needs(case, names, shared)
    used = {need for name in (*names, *shared[1:]) for need in needs.get(name) or ()}
    items = [*names, *(name for name in shared if name in used or case.chance(0.02))]
    other = {"minutes": random_pairs(case, items, odd)} if case.chance(0.3) else None
    owned = [name for name in items if case.chance(0.1)]
    pairs = random_pairs(case, items, odd)
    return PriceList(
        pairs,
        needs={name: after for name, after in needs.items() if name in items},
        owned=owned,
        other=other,
    )


def random_prices(case: Case, names: list[Any]) -> Any:
    """Return prices of these variables, in any form."""
    texts, odd = list(map(str, names)), case.rng.choice([0, 0, 0, 0.1])
    if case.chance(0.04) and texts:
        texts[0] += "s"
    pairs = random_pairs(case, texts, odd)
    amounts = list(pairs.values())
    usual = [
        lambda: None,
        lambda: pairs,
        lambda: pd.Series(amounts, index=list(pairs), dtype=object),
        lambda: amounts,
        lambda: np.array(amounts, dtype=object),
        lambda: pd.DataFrame({"variable": list(pairs), "price": amounts}, dtype=object),
        lambda: random_list(case, texts, odd),
        lambda: random_list(case, texts, odd),
        lambda: random_list(case, texts, odd).to_frame(),
    ]
    unusual = [
        lambda: pl.DataFrame({"variable": list(pairs), "price": [1.0] * len(pairs)}),
        lambda: pd.DataFrame({"price": amounts}, index=list(pairs)),
        lambda: pd.DataFrame({"Variable": list(pairs), "Price ": amounts, "note": ""}),
        lambda: pd.DataFrame({"name": list(pairs), "cost": amounts}),
        lambda: [amounts],
        lambda: amounts[:-1],
        lambda: [],
        lambda: {},
        lambda: {**pairs, "nobody": 1},
        lambda: list(pairs.items()),
        lambda: iter(amounts),
        lambda: dict.fromkeys(names, 1),
        lambda: case.rng.choice([3, "prices.csv", b"1", object, PriceList(), True, {1: {2: 3}}]),
    ]
    return case.one_of(usual, unusual, 0.12)()
