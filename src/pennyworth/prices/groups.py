"""Prices of tests that share a cost by group: Turney's files, and tables made from them."""

import re
from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any

from pennyworth.exceptions import PriceError
from pennyworth.prices.items import Item
from pennyworth.prices.table import as_price, parse_number, read_text
from pennyworth.rounding import rounded

Path = str | PathLike[str]
FIELDS = ("variable", "cost", "group", "group_cost")


class SharedCosts:
    """Collects tests, and the cost that each group of them shares; makes items of both."""

    def __init__(self) -> None:
        self._tests: list[Item] = []
        self._groups: dict[str, float] = {}

    def add(self, name: str, cost: float, group: str | None, shared: float, where: str) -> None:
        """Add a test with its stand-alone cost, which includes what its group shares."""
        if shared > cost:
            raise PriceError(f"{where}: {name!r} costs {cost:g}, less than its group's {shared:g}.")
        if group and self._groups.setdefault(group, shared) != shared:
            raise PriceError(
                f"{where}: {name!r} puts the cost that the group {group!r} shares at {shared:g}, "
                f"another test at {self._groups[group]:g}; a group has one."
            )
        own = float(rounded(cost - shared))
        self._tests.append(Item(name=name, price=own, needs=(f"group {group}",) if group else ()))

    def items(self) -> list[Item]:
        """Return the tests, then an item for each group."""
        shared = [Item(name=f"group {g}", price=p) for g, p in self._groups.items()]
        return [*self._tests, *shared]


def read_group_rows(rows: Iterator[tuple[Mapping[str, Any], str]]) -> list[Item]:
    """Read rows of a table `variable,cost,group,group_cost`, each with where it stands."""
    costs = SharedCosts()
    for row, where in rows:
        name = str(row["variable"] or "").strip()
        if not name:
            raise PriceError(f"{where}: a row has no variable name; name it or remove the row.")
        group = str(row.get("group") or "").strip() or None
        shared = parse_number(row.get("group_cost"))
        if (group is None) != (shared is None):
            raise PriceError(f"{where}: {name!r} needs both a group and a group_cost, or neither.")
        cost = as_price(parse_number(row["cost"]), name, where)
        shared = 0.0 if shared is None else as_price(shared, f"group {group}", where)
        costs.add(name, cost, group, shared, where)
    return costs.items()


def read_turney(cost: Path, expense: Path | None, group: Path | None) -> list[Item]:
    """Read Turney's files: costs alone; full and discounted costs; the groups that share."""
    alone = {name: _price(text, name, where) for name, text, where in _lines(cost)}
    discounts = dict(_discounts(expense, alone)) if expense else {}
    groups = dict(_groups(group, alone)) if group else {}
    costs = SharedCosts()
    for name, price in alone.items():
        shared = float(rounded(price - discounts.get(name, price)))
        if shared and name not in groups:
            raise PriceError(f"{expense}: {name!r} has a discount but no group.")
        costs.add(name, price, groups.get(name), shared, str(expense or cost))
    return costs.items()


def _discounts(path: Path, alone: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    for name, text, where in _lines(path):
        parts = text.split(",")
        if len(parts) != 2:
            raise PriceError(
                f"{where}: {text!r} should be two prices, the full and the discounted."
            )
        full, discounted = (_price(part, name, where) for part in parts)
        if full != _known(alone, name, where):
            raise PriceError(f"{where}: {name!r} costs {full:g} here and {alone[name]:g} alone.")
        yield name, discounted


def _groups(path: Path, alone: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    for name, text, where in _lines(path, skip_first=True):
        _known(alone, name, where)
        yield name, text


def _known(alone: Mapping[str, float], name: str, where: str) -> float:
    if name not in alone:
        raise PriceError(f"{where}: {name!r} has no cost in the file of costs.")
    return alone[name]


def _price(text: str, name: str, where: str) -> float:
    return as_price(parse_number(text), name, where)


def _lines(path: Path, *, skip_first: bool = False) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the rest and the place of each line `name: rest`."""
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip() or (skip_first and number == 1):
            continue
        where = f"{path}, line {number}"
        match = re.fullmatch(r"\s*([^:]+?)\s*:\s*(.+?)\s*\.?\s*", line)
        if not match:
            raise PriceError(f"{where}: {line.strip()!r} is not of the form 'test: value'.")
        yield match[1], match[2], where
