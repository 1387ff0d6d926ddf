"""What has to hold of a price list, checked, with the culprit named."""

import math
import numbers
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.arrays import Rows
from pennyweight.exceptions import PriceError
from pennyweight.prices.items import Item

MOST_SHOWN = 8


def check_items(items: Sequence[Item]) -> None:
    """Refuse names that stand twice, and needs that have no price."""
    names = Counter(item.name for item in items)
    kinds = list(items[0].prices) if items else []
    for item in items:
        if names[item.name] > 1:
            raise PriceError(f"prices names {item.name!r} {names[item.name]} times; name it once.")
        if list(item.prices) != kinds:
            raise PriceError(
                f"{item.name!r} has prices of the kinds {listed(list(item.prices))}, others have "
                f"{listed(kinds)}; every item needs all kinds (0 if it is free)."
            )
        for price in item.prices.values():
            as_price(price, item.name)
        for need in item.needs:
            if need not in names:
                raise PriceError(
                    f"{item.name!r} needs {need!r}, which has no price; "
                    f"give it one (0 if it is free).{hint(need, names)}"
                )
    for kind in kinds:
        check_total([sum(item.prices[kind] for item in items)], kind)


def check_total(totals: Any, kind: str) -> None:
    """Refuse prices whose sum is too large a number."""
    if not np.isfinite(totals).all():
        raise PriceError(
            f"the prices ({kind}) add up to more than {sys.float_info.max:.2g}, the largest number "
            "that can be reckoned with; give them in a larger unit."
        )


def as_price(value: Any, name: str, where: str = "prices") -> float:
    """Check that `value` can be a price, and return it as a float."""
    if value is None or value is pd.NA:
        raise PriceError(f"{where}: {name!r} has no price; give it one (0 if it is free).")
    price = as_number(value)
    if price is None:
        raise PriceError(f"{where}: the price of {name!r} is {value!r}; give a number.")
    if math.isnan(price):
        raise PriceError(f"{where}: {name!r} has no price; give it one (0 if it is free).")
    if price < 0:
        raise PriceError(f"{where}: the price of {name!r} is {price}; it cannot be negative.")
    if math.isinf(price):
        raise PriceError(
            f"{where}: the price of {name!r} is {price} or too large for a number; give a finite "
            f"one, or leave the variable out if it cannot be bought."
        )
    return price


def as_number(value: Any) -> float | None:
    """Return a number as a float, infinite where it is too large for one; None: it is none."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real | Decimal):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]
    except ValueError:  # a Decimal that signals that it is no number
        return math.nan


def follow_needs(needs: Mapping[str, tuple[str, ...]]) -> dict[str, Rows]:
    """For each item, where it and all that it needs, directly or through others, are listed."""
    position = {name: place for place, name in enumerate(needs)}
    try:
        order = tuple(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise PriceError(_circle(error.args[1][:0:-1], position)) from None
    closure: dict[str, Rows] = {}
    for name in order:
        parts = [closure[need] for need in needs[name]]
        own = np.array([position[name]], dtype=np.intp)
        closure[name] = np.unique(np.concatenate([own, *parts])) if parts else own
    return closure


def _circle(names: list[str], position: Mapping[str, int]) -> str:
    """Say how items need each other in a circle, from the one that is listed first."""
    start = min(range(len(names)), key=lambda place: position[names[place]])
    turned = [*names[start:], *names[: start + 1]]
    shown = list(map(repr, turned))
    if len(shown) > MOST_SHOWN:
        shown = [*shown[: MOST_SHOWN - 2], "...", shown[-1]]
    return f"items need each other in a circle: {' -> '.join(shown)}; break it."


def columns_of_item(item: Item, known: set[str]) -> tuple[str, ...]:
    """Return the columns of the data that an item owns: none when it is only an item."""
    if item.columns is None:
        return (item.name,) if item.name in known else ()
    for column in item.columns:
        if column not in known:
            raise PriceError(
                f"the variable {item.name!r} owns the column {column!r}, "
                f"which the data do not have.{hint(column, known)}"
            )
    return item.columns


def check_columns_once(columns_of: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a column that two variables own."""
    owner: dict[str, str] = {}
    for name, columns in columns_of.items():
        for column in columns:
            if column in owner:
                raise PriceError(
                    f"the column {column!r} is owned twice, by {owner[column]!r} and {name!r}; "
                    "a column belongs to one variable."
                )
            owner[column] = name


def check_used(
    items: Sequence[Item], columns_of: Mapping[str, tuple[str, ...]], columns: Sequence[str]
) -> None:
    """Refuse items that no variable of the data needs: most are misspelt names."""
    closure = follow_needs({item.name: item.needs for item in items})
    used = {
        place for item in items if columns_of[item.name] for place in closure[item.name].tolist()
    }
    for place, item in enumerate(items):
        if place not in used:
            raise PriceError(
                f"prices names {item.name!r}, which is no column of the data and which no variable "
                f"needs; remove it or correct the name.{hint(item.name, columns)}"
            )


def hint(name: str, known: Iterable[str]) -> str:
    """Return a suggestion when a known name is spelt nearly so, or one is short for the other.

    >>> hint("cholesterol", ["age", "chol"]), hint("bp", ["blood pressure"]), hint("x", ["y"])
    (" Did you mean 'chol'?", " Did you mean 'blood pressure'?", '')
    """
    others = {other.casefold(): other for other in known if other != name}
    given = name.casefold()
    close = get_close_matches(given, others, n=1) or sorted(
        (other for other in others if _is_short_for(*sorted((given, other), key=len))),
        key=lambda other: (not other.startswith(given) and not given.startswith(other), len(other)),
    )
    return f" Did you mean {others[close[0]]!r}?" if close else ""


def _is_short_for(short: str, long: str) -> bool:
    """Tell whether a name has some letters of another, in their order and from the first on."""
    rest = iter(long)
    return len(short) > 1 and short[0] == long[0] and all(letter in rest for letter in short)


def listed(names: Sequence[str], most: int = MOST_SHOWN) -> str:
    """Return the first few names as text."""
    if not names:
        return "none"
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(repr, names[:most])) + more


def as_text_list(names: Any, where: str) -> tuple[str, ...]:
    """Return names as a tuple, and refuse a single text, whose letters would be taken for names."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        what = "text" if isinstance(names, str) else "value"
        raise PriceError(f"{where} is the {what} {names!r}; give a list of names.")
    return tuple(str(name) for name in names)
