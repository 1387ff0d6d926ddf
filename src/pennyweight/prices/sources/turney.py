"""The files of Peter Turney's study: costs alone, full and discounted costs, groups that share."""

import re
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import Any

from pennyweight.exceptions import PriceError
from pennyweight.files import read_text
from pennyweight.prices.checks import as_price
from pennyweight.prices.items import Item
from pennyweight.prices.rounding import rounded
from pennyweight.prices.sources.files import in_prices
from pennyweight.prices.sources.groups import SharedCosts
from pennyweight.prices.sources.table import check_some, parse_number

Path = str | PathLike[str]


def read_turney(cost: Path, expense: Path | None, group: Path | None) -> list[Item]:
    """Read Turney's files: costs alone; full and discounted costs; the groups that share."""
    if (expense is None) != (group is None):
        raise PriceError("expense and group go together: give both files, or neither.")
    alone = _once((name, _price(text, name, where), where) for name, text, where in _lines(cost))
    discounts = _once(_discounts(expense, alone)) if expense else {}
    groups = _once(_groups(group, alone)) if group else {}
    costs = SharedCosts()
    for name, price in alone.items():
        shared = float(rounded(price - discounts.get(name, price)))
        if shared and name not in groups:
            raise PriceError(f"{expense}: {name!r} has a discount but no group.")
        costs.add(name, price, groups.get(name), shared, str(expense or cost))
    return check_some(costs.items(), str(cost))


def _once(triples: Iterable[tuple[str, Any, str]]) -> dict[str, Any]:
    """Collect values by name, and refuse a name that stands twice."""
    found: dict[str, Any] = {}
    for name, value, where in triples:
        if name in found:
            raise PriceError(f"{where}: {name!r} stands twice; name it once.")
        found[name] = value
    return found


def _discounts(path: Path, alone: Mapping[str, float]) -> Iterator[tuple[str, float, str]]:
    for name, text, where in _lines(path):
        parts = text.split(",")
        if len(parts) != 2:
            raise PriceError(
                f"{where}: {text!r} should be two prices, the full and the discounted."
            )
        full, discounted = (_price(part, name, where) for part in parts)
        if full != _known(alone, name, where):
            raise PriceError(f"{where}: {name!r} costs {full:g} here and {alone[name]:g} alone.")
        if discounted > full:
            raise PriceError(f"{where}: {name!r} costs more with the discount than without.")
        yield name, discounted, where


def _groups(path: Path, alone: Mapping[str, float]) -> Iterator[tuple[str, str, str]]:
    for name, text, where in _lines(path, lists_groups_first=True):
        _known(alone, name, where)
        yield name, text, where


def _known(alone: Mapping[str, float], name: str, where: str) -> float:
    if name not in alone:
        raise PriceError(f"{where}: {name!r} has no cost in the file of costs.")
    return alone[name]


def _price(text: str, name: str, where: str) -> float:
    return as_price(parse_number(text), name, where)


def _lines(path: Path, *, lists_groups_first: bool = False) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the rest and the place of each line `name: rest`."""
    with in_prices():
        lines = read_text(path).splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip() or (lists_groups_first and number == 1 and ":" not in line):
            continue
        where = f"{path}, line {number}"
        match = re.fullmatch(r"\s*([^:]+?)\s*:\s*(.+?)\s*\.?\s*", line)
        if not match:
            raise PriceError(f"{where}: {line.strip()!r} is not of the form 'test: value'.")
        yield match[1], match[2], where
