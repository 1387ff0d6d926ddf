"""PriceList: what a set of variables costs."""

import csv
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from pennyworth.arrays import Flags, Floats
from pennyworth.exceptions import PriceError
from pennyworth.price_checks import (
    check_items,
    check_owned_once,
    check_used,
    follow_needs,
    hint,
    listed,
    owned_columns,
)
from pennyworth.price_table import FIELDS, SEPARATOR, Item, read_csv, read_items
from pennyworth.subsets import Subset, as_subset, without

DIGITS = 12


class PriceList:
    """What a set of variables costs: the prices of all items that it needs, each item once.

    Parameters
    ----------
    prices : mapping, Series, DataFrame, array or None
        A price for each name; or a table with the columns `variable`, `price` and, if wanted,
        `needs` and `columns`; or one price for each variable in order.
        None: every variable costs 1.
    names : sequence of str, optional
        The variables' names, when `prices` is an array or None.
    needs : mapping of str to names, optional
        The items that each item needs.
    columns : mapping of str to names, optional
        The columns that each variable owns; by default, the column of its name.

    Attributes
    ----------
    items : tuple of Item
        Everything that has a price.
    variables : tuple of str
        The items that own columns. An index in a subset is a position in this tuple.

    Examples
    --------
    >>> from pennyworth import PriceList
    >>> prices = PriceList(
    ...     {"blood draw": 2.10, "TSH": 20.68, "TT4": 12.41, "age": 1.00},
    ...     needs={"TSH": ["blood draw"], "TT4": ["blood draw"]},
    ... ).bind(["age", "TSH", "TT4"])
    >>> prices.cost(["TSH"]), prices.cost(["TSH", "TT4"])
    (22.78, 35.19)
    >>> prices.extra("TT4", given=["TSH"])
    12.41
    """

    def __init__(
        self,
        prices: Any = None,
        *,
        names: Sequence[str] | None = None,
        needs: Mapping[str, Iterable[str]] | None = None,
        columns: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        items = read_items(prices, names)
        named = isinstance(prices, Mapping | pd.Series) or hasattr(prices, "columns")
        if named and names is not None:
            raise PriceError("prices has names already; give names only with an array of prices.")
        self._positional = not named and names is None
        self._set_items(_with_details(items, needs or {}, columns or {}))

    @classmethod
    def from_csv(cls, path: str | PathLike[str]) -> "PriceList":
        """Read a table `variable,price[,needs][,columns]`; several names are joined by ;."""
        return cls.from_items(read_csv(path))

    @classmethod
    def for_columns(cls, prices: Any, columns: Sequence[str]) -> "PriceList":
        """Turn anything that can hold prices into a price list for these columns of the data."""
        price_list = prices if isinstance(prices, PriceList) else cls(prices)
        return price_list.bind(columns)

    @classmethod
    def from_items(cls, items: Iterable[Item]) -> "PriceList":
        """Make a price list of items that are ready."""
        made = cls.__new__(cls)
        made._positional = False
        made._set_items(tuple(items))
        return made

    def _set_items(self, items: tuple[Item, ...]) -> None:
        check_items(items)
        self.items = items
        owners = [item for item in items if item.columns != ()]
        self.variables = tuple(item.name for item in owners)
        self._columns = {item.name: item.columns or (item.name,) for item in owners}
        check_owned_once(self._columns)
        self._index = {name: i for i, name in enumerate(self.variables)}
        position = {item.name: i for i, item in enumerate(items)}
        self._prices = np.array([item.price for item in items], dtype=float)
        self._requires = np.zeros((len(owners), len(items)), dtype=bool)
        closure = follow_needs({item.name: item.needs for item in items})
        for row, item in zip(self._requires, owners, strict=True):
            row[[position[name] for name in closure[item.name]]] = True

    def bind(self, columns: Sequence[str]) -> "PriceList":
        """Match the items with the columns of the data; a subset's indices then follow the data."""
        columns = [str(column) for column in columns]
        items = self._by_position(columns) if self._positional else self.items
        known = set(columns)
        owned = {item.name: owned_columns(item, known) for item in items}
        check_owned_once(owned)
        paid = {column for mine in owned.values() for column in mine}
        for column in columns:
            if column not in paid:
                raise PriceError(
                    f"prices has no entry for the variable {column!r}; "
                    f"give it a price (0 if it is free).{hint(column, owned)}"
                )
        check_used(items, owned, columns)
        place = {column: i for i, column in enumerate(columns)}
        bound = [replace(item, columns=owned[item.name]) for item in items]
        return self.from_items(sorted(bound, key=lambda item: _first_place(item, place)))

    def _by_position(self, columns: Sequence[str]) -> tuple[Item, ...]:
        if not self.items:
            return tuple(Item(name=column, price=1.0) for column in columns)
        if len(self.items) != len(columns):
            raise PriceError(
                f"prices has {len(self.items)} entries but the data have {len(columns)} columns; "
                "give one price for each, or name the variables."
            )
        name = {item.name: column for item, column in zip(self.items, columns, strict=True)}
        return tuple(
            replace(item, name=name[item.name], needs=tuple(name[need] for need in item.needs))
            for item in self.items
        )

    @property
    def total(self) -> float:
        """The cost of all variables together."""
        return self.cost(range(len(self.variables)))

    def columns_of(self, variable: str | int) -> tuple[str, ...]:
        """Return the columns that a variable owns."""
        (index,) = self.subset([variable])
        return self._columns[self.variables[index]]

    def subset(self, variables: str | Iterable[str | int]) -> Subset:
        """Turn names (or indices) of variables into a subset."""
        wanted = [variables] if isinstance(variables, str) else variables
        return as_subset(self._position(variable) for variable in wanted)

    def cost(self, variables: str | Iterable[str | int]) -> float:
        """Return the cost of a set of variables, given by names or as a subset."""
        needed = self._requires[list(self.subset(variables))].any(axis=0)
        return float(rounded(needed @ self._prices))

    def costs(self, members: Flags) -> Floats:
        """Return the costs of many sets: one row for each set, one column for each variable."""
        needed = members.astype(np.float32) @ self._requires.astype(np.float32) > 0
        return rounded(needed @ self._prices)

    def savings(self, subset: Subset) -> Floats:
        """Return what dropping each variable of a subset saves: the items that only it needs."""
        required = self._requires[list(subset)]
        needed_once = required.sum(axis=0) == 1
        return rounded(required @ (self._prices * needed_once))

    def saving(self, variable: str | int, within: str | Iterable[str | int]) -> float:
        """Return what dropping one variable from a set saves, given what stays."""
        subset, (index,) = self.subset(within), self.subset([variable])
        return float(rounded(self.cost(subset) - self.cost(without(subset, index))))

    def extra(self, variable: str | int, given: str | Iterable[str | int] = ()) -> float:
        """Return what adding one variable to a set costs, given what is bought already."""
        subset, added = self.subset(given), self.subset([variable])
        return float(rounded(self.cost(subset + added) - self.cost(subset)))

    def to_frame(self) -> pd.DataFrame:
        """Return the table of items, in the form that the constructor reads."""
        rows = [
            (item.name, item.price, SEPARATOR.join(item.needs), SEPARATOR.join(item.columns or ()))
            for item in self.items
        ]
        return pd.DataFrame(rows, columns=list(FIELDS))

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table of items, in the form that `from_csv` reads."""
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(FIELDS)
            writer.writerows(self.to_frame().itertuples(index=False))

    def _position(self, variable: str | int) -> int:
        if isinstance(variable, str):
            if variable not in self._index:
                raise PriceError(
                    f"unknown variable {variable!r}; the price list has "
                    f"{listed(self.variables)}.{hint(variable, self.variables)}"
                )
            return self._index[variable]
        if isinstance(variable, bool | np.bool_) or not isinstance(variable, numbers.Integral):
            raise PriceError(f"{variable!r} is no variable; give names or indices, not a mask.")
        if not 0 <= variable < len(self.variables):
            raise PriceError(
                f"there is no variable number {variable}; "
                f"the price list has {len(self.variables)}, counted from 0."
            )
        return int(variable)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PriceList) and self.items == other.items

    def __hash__(self) -> int:
        return hash(self.items)

    def __repr__(self) -> str:
        if not self.items:
            return "PriceList(every variable costs 1)"
        return f"PriceList({len(self.variables)} variables, total {self.total:g})"


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


def _with_details(
    items: Iterable[Item],
    needs: Mapping[str, Iterable[str]],
    columns: Mapping[str, Iterable[str]],
) -> tuple[Item, ...]:
    listed = tuple(items)
    names = {item.name for item in listed}
    for argument, given in (("needs", needs), ("columns", columns)):
        for name, values in given.items():
            if name not in names:
                raise PriceError(
                    f"{argument} names {name!r}, which has no price; "
                    f"give it one (0 if it is free).{hint(name, names)}"
                )
            if isinstance(values, str):
                raise PriceError(
                    f"{argument}[{name!r}] is the text {values!r}; give a list of names."
                )
    return tuple(
        replace(
            item,
            needs=tuple(needs.get(item.name, item.needs)),
            columns=tuple(columns[item.name]) if item.name in columns else item.columns,
        )
        for item in listed
    )


def _first_place(item: Item, place: Mapping[str, int]) -> int:
    return min((place[column] for column in item.columns or ()), default=len(place))
