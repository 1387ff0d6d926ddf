"""PriceList: what a set of variables costs."""

import numbers
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.arrays import Flags, Floats
from pennyweight.exceptions import PriceError
from pennyweight.files import frame_text
from pennyweight.prices import changes
from pennyweight.prices.binding import bind, by_position
from pennyweight.prices.checks import check_columns_once, check_items, follow_needs, hint, listed
from pennyweight.prices.items import MAIN, Item
from pennyweight.prices.rounding import rounded, total_prices
from pennyweight.prices.sources import as_frame, read, read_csv, read_turney
from pennyweight.subsets import Subset, as_subset, without

BY_NAME = {"variable", MAIN}


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
    owned : names, optional
        The items that are paid for already.
    other : mapping of str to mappings, optional
        Prices of other kinds, such as ``{"minutes": {"TSH": 15, ...}}``; see `kind`.

    Attributes
    ----------
    items : tuple of Item
        Everything that has a price.
    variables : tuple of str
        The items that own columns. An index in a subset is a position in this tuple.

    Examples
    --------
    >>> from pennyweight import PriceList
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
        owned: Iterable[str] = (),
        other: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        items = read(prices, names)
        named = isinstance(prices, Mapping | pd.Series) or hasattr(prices, "columns")
        if named and names is not None:
            raise PriceError("prices has names already; give names only with an array of prices.")
        self._positional = not named and names is None
        items = changes.detailed(items, needs=needs or {}, columns=columns or {}, other=other or {})
        self._set_items(tuple(changes.owned(items, owned)))

    @classmethod
    def from_csv(cls, path: str | PathLike[str]) -> "PriceList":
        """Read a table from a file.

        Either `variable,price[,needs][,columns][,owned]`, several names joined by ``;`` and further
        kinds of price in columns `price:KIND`; or `variable,cost,group,group_cost`, where the cost
        of a test alone includes what its group shares.

        Parameters
        ----------
        path : str or path-like
            The file.

        Returns
        -------
        PriceList
            The prices that it holds.
        """
        items = read_csv(path)
        try:
            return cls.from_items(items)
        except PriceError as error:
            raise PriceError(f"{path}: {error}") from error

    @classmethod
    def from_turney(
        cls,
        cost: str | PathLike[str],
        expense: str | PathLike[str] | None = None,
        group: str | PathLike[str] | None = None,
    ) -> "PriceList":
        """Read Peter Turney's files: costs alone, full and discounted costs, and groups.

        Parameters
        ----------
        cost : str or path-like
            The file of costs alone.
        expense : str or path-like or None
            The file of full and discounted costs.
        group : str or path-like or None
            The file of groups.

        Returns
        -------
        PriceList
            The prices, with what groups share as items of their own.
        """
        return cls.from_items(read_turney(cost, expense, group))

    @classmethod
    def for_columns(cls, prices: Any, columns: Sequence[str]) -> "PriceList":
        """Turn anything that can hold prices into a price list for these columns of the data.

        Parameters
        ----------
        prices : anything that `PriceList` takes
            The prices.
        columns : sequence of str
            The names of the columns.

        Returns
        -------
        PriceList
            A list whose variables are in the order of the columns.
        """
        price_list = prices if isinstance(prices, PriceList) else cls(prices)
        return price_list.bind(columns)

    @classmethod
    def from_items(cls, items: Iterable[Item]) -> "PriceList":
        """Make a price list of items that are ready.

        Parameters
        ----------
        items : iterable of Item
            The items, in order.

        Returns
        -------
        PriceList
            A list of them.
        """
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
        check_columns_once(self._columns)
        self._index = {name: i for i, name in enumerate(self.variables)}
        position = {item.name: i for i, item in enumerate(items)}
        self.item_prices = np.array([item.to_pay for item in items], dtype=float)
        self._requires = np.zeros((len(owners), len(items)), dtype=bool)
        closure = follow_needs({item.name: item.needs for item in items})
        for row, item in zip(self._requires, owners, strict=True):
            row[closure[item.name]] = True
        needed_by = self._requires[:, [position[name] for name in self.variables]].T
        np.fill_diagonal(needed_by, val=False)
        self._dependents = [np.flatnonzero(row) for row in needed_by]

    def bind(self, columns: Sequence[str]) -> "PriceList":
        """Match the items with the columns of the data; a subset's indices then follow the data.

        Parameters
        ----------
        columns : sequence of str
            The names of the columns of the data, in order.

        Returns
        -------
        PriceList
            A list whose variables are in the order of the columns.
        """
        columns = [str(column) for column in columns]
        items = by_position(self.items, columns) if self._positional else self.items
        return self.from_items(bind(items, columns))

    def own(self, *names: str) -> "PriceList":
        """Return the list with some items paid for already: they cost nothing more.

        Parameters
        ----------
        *names : str
            The names of the items.

        Returns
        -------
        PriceList
            A list of its own; this one stays as it is.
        """
        return self._like(changes.owned(self.items, names))

    def adding(
        self, name: str, price: float, needs: Iterable[str] = (), other: Any = None
    ) -> "PriceList":
        """Return the list with one more item; `other` has its prices of other kinds, else 0.

        Parameters
        ----------
        name : str
            What the item is called.
        price : float
            What it costs.
        needs : iterable of str
            The items that it needs.
        other : mapping or None
            Its prices of other kinds.

        Returns
        -------
        PriceList
            A list of its own; this one stays as it is.
        """
        new = changes.extra_item(self.kinds, name, price, needs, other or {})
        return self.from_items([*self.items, new])

    def revised(self, prices: Any) -> "PriceList":
        """Return a list of the same variables at other prices.

        Parameters
        ----------
        prices : mapping, Series, array, DataFrame or PriceList
            New prices of some items by name (also as a table `variable, price`), the others, and
            what is owned, staying as they are; one price for each variable in order; or a whole new
            price list.

        Returns
        -------
        PriceList
            A list of its own; this one stays as it is.
        """
        if isinstance(prices, Mapping | pd.Series):
            return self.from_items(changes.updated(self.items, dict(prices)))
        if prices is None:
            raise PriceError("prices is None; give the new prices.")
        if not isinstance(prices, PriceList) and set(getattr(prices, "columns", ())) == BY_NAME:
            return self.revised(dict(zip(prices["variable"], prices["price"], strict=True)))
        if not isinstance(prices, PriceList) and not hasattr(prices, "columns"):
            named = PriceList(prices, names=self.variables)
            owned = {item.name for item in self.items if item.owned}
            return self.revised({i.name: i.price for i in named.items if i.name not in owned})
        columns = [column for name in self.variables for column in self._columns[name]]
        new = PriceList.for_columns(prices, columns)
        if new._columns != self._columns:
            raise PriceError(
                f"the new prices are for {listed(new.variables)} and the old ones for "
                f"{listed(self.variables)}, or their columns differ; "
                "a new price list must have the same variables."
            )
        return new

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of price, the one that counts first."""
        return tuple(self.items[0].prices) if self.items else (MAIN,)

    def kind(self, name: str) -> "PriceList":
        """Return the list with another kind of price, such as minutes, as the one that counts.

        Parameters
        ----------
        name : str
            The kind of price.

        Returns
        -------
        PriceList
            A list of its own; this one stays as it is.
        """
        return self._like(changes.of_kind(self.items, name))

    def _like(self, items: Iterable[Item]) -> "PriceList":
        """Return a list of the same items, changed, with or without names of their own as here."""
        made = self.from_items(items)
        made._positional = self._positional
        return made

    @property
    def total(self) -> float:
        """The cost of all variables together."""
        return self.cost(range(len(self.variables)))

    def columns_of(self, variable: str | int) -> tuple[str, ...]:
        """Return the columns that a variable owns.

        Parameters
        ----------
        variable : str or int
            The name or the index of a variable.

        Returns
        -------
        tuple of str
            The names of its columns.
        """
        (index,) = self.subset([variable])
        return self._columns[self.variables[index]]

    def subset(self, variables: str | Iterable[str | int]) -> Subset:
        """Turn names (or indices) of variables into a subset.

        Parameters
        ----------
        variables : str or iterable of str or int
            Names or indices of variables.

        Returns
        -------
        tuple of int
            Their indices, sorted, each once.
        """
        wanted = [variables] if isinstance(variables, str) else variables
        return as_subset(self._position(variable) for variable in wanted)

    def cost(self, variables: str | Iterable[str | int]) -> float:
        """Return the cost of a set of variables, given by names or as a subset.

        Parameters
        ----------
        variables : str or iterable of str or int
            Names or indices of variables.

        Returns
        -------
        float
            What they cost together.
        """
        needed: Flags = np.asarray(self._requires[list(self.subset(variables))].any(axis=0))
        return float(total_prices(needed, self.item_prices))

    def costs(self, members: Flags) -> Floats:
        """Return the costs of many sets: one row for each set, one column for each variable.

        Parameters
        ----------
        members : array of bool
            A row for each set, a column for each variable: whether it is in.

        Returns
        -------
        array of floats
            What each set costs.
        """
        return total_prices(self.items_needed(members), self.item_prices)

    def items_needed(self, members: Flags) -> Flags:
        """Return which items sets of variables need: a row for each set, a column for each item.

        Parameters
        ----------
        members : array of bool
            A row for each set, a column for each variable: whether it is in.

        Returns
        -------
        array of bool
            A row for each set, a column for each item.
        """
        needed: Flags = members.astype(np.float32) @ self._requires.astype(np.float32) > 0
        return needed

    def savings(self, subset: Subset) -> Floats:
        """Return what dropping each variable of a subset saves: the items that only it needs.

        Parameters
        ----------
        subset : tuple of int
            The indices of the variables.

        Returns
        -------
        array of floats
            What dropping each saves, while the others stay.
        """
        required = self._requires[list(subset)]
        needed_once = required.sum(axis=0) == 1
        return total_prices(required & needed_once, self.item_prices)

    def dependents(self, variable: int) -> Subset:
        """Return the variables that need this one, directly or through others.

        Parameters
        ----------
        variable : int
            The index of a variable.

        Returns
        -------
        tuple of int
            The indices of those that need it.
        """
        return tuple(self._dependents[variable].tolist())

    def free_with(self, subset: Subset) -> Subset:
        """Return the other variables that cost nothing more once a subset is bought.

        Parameters
        ----------
        subset : tuple of int
            The indices of the variables.

        Returns
        -------
        tuple of int
            The indices of the others that are then free.
        """
        bought = self._requires[list(subset)].any(axis=0)
        to_pay = ~bought & (self.item_prices > 0)
        free = np.flatnonzero(~(self._requires & to_pay).any(axis=1))
        return tuple(v for v in free.tolist() if v not in subset)

    def saving(self, variable: str | int, within: str | Iterable[str | int]) -> float:
        """Return what dropping one variable from a set saves, given what stays.

        Parameters
        ----------
        variable : str or int
            The name or the index of the variable to drop.
        within : str or iterable of str or int
            The set that it is in.

        Returns
        -------
        float
            What is saved.
        """
        subset, (index,) = self.subset(within), self.subset([variable])
        return float(rounded(self.cost(subset) - self.cost(without(subset, index))))

    def extra(self, variable: str | int, given: str | Iterable[str | int] = ()) -> float:
        """Return what adding one variable to a set costs, given what is bought already.

        Parameters
        ----------
        variable : str or int
            The name or the index of the variable to add.
        given : str or iterable of str or int
            What is bought already.

        Returns
        -------
        float
            What is to pay.
        """
        subset, added = self.subset(given), self.subset([variable])
        return float(rounded(self.cost(subset + added) - self.cost(subset)))

    def to_frame(self) -> pd.DataFrame:
        """Return the table of items, in the form that the constructor reads.

        Returns
        -------
        DataFrame
            A row for each item.
        """
        return as_frame(self.items)

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table of items, in the form that `from_csv` reads.

        Parameters
        ----------
        path : str or path-like
            The file to write.
        """
        Path(path).write_bytes(frame_text(self.to_frame()).encode())

    def _position(self, variable: str | int) -> int:
        if type(variable) is int and 0 <= variable < len(self.variables):  # a quick way for most
            return variable
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
        owned = [item.name for item in self.items if item.owned]
        paid = f", owned: {listed(owned)}" if owned else ""
        return f"PriceList({len(self.variables)} variables, total {self.total:g}{paid})"
