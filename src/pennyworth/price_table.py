"""Prices in the shapes that people have them in, read into items."""

import csv
import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pennyworth.exceptions import PriceError

FIELDS = ("variable", "price", "needs", "columns")
SEPARATOR = ";"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A thing with a price.

    Parameters
    ----------
    name : str
        Its name; when it is also the name of a column, the item is a variable that owns the column.
    price : float
        What it costs, once.
    needs : tuple of str
        The items that have to be paid for as well.
    columns : tuple of str or None
        The columns that come with it. None: the column of its name, if the data have one.
    """

    name: str
    price: float
    needs: tuple[str, ...] = ()
    columns: tuple[str, ...] | None = None


def read_items(prices: Any, names: Sequence[str] | None) -> list[Item]:
    """Read a mapping, Series, DataFrame or one-dimensional array; None: a price of 1 each."""
    if prices is None:
        return [Item(name=str(name), price=1.0) for name in names or ()]
    if isinstance(prices, pd.DataFrame):
        return _read_frame(prices)
    if isinstance(prices, pd.Series):
        return _read_pairs(zip(prices.index, prices, strict=True))
    if hasattr(prices, "columns"):  # a polars DataFrame
        return _read_frame(pd.DataFrame({name: prices[name].to_list() for name in prices.columns}))
    if isinstance(prices, Mapping):
        return _read_pairs(prices.items())
    return _read_array(prices, names)


def read_csv(path: str | PathLike[str]) -> list[Item]:
    """Read a table `variable,price[,needs][,columns]`; several needs or columns are joined by ;."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PriceError(f"{path} is not a text file in UTF-8; save it as CSV UTF-8.") from error
    lines = csv.reader(text.splitlines())
    header = [field.strip().lower() for field in next(lines, [])]
    _check_fields(header, where=str(path))
    items = []
    for fields in lines:
        if not any(field.strip() for field in fields):
            continue
        where = f"{path}, line {lines.line_num}"
        if len(fields) > len(header):
            raise PriceError(
                f"{where}: {len(fields)} fields where the header has {len(header)}; "
                "put names that contain a comma in double quotes."
            )
        items.append(_read_row(dict(zip(header, fields, strict=False)), where=where))
    return items


def as_price(value: Any, name: str, where: str = "prices") -> float:
    """Check that `value` can be a price, and return it as a float."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real | Decimal):
        if value is None or value is pd.NA:
            raise PriceError(_missing(name, where))
        raise PriceError(f"{where}: the price of {name!r} is {value!r}; give a number.")
    price = float(value)
    if math.isnan(price):
        raise PriceError(_missing(name, where))
    if math.isinf(price):
        raise PriceError(
            f"{where}: the price of {name!r} is {price}; give a finite number, "
            "or leave the variable out of the data if it cannot be bought."
        )
    if price < 0:
        raise PriceError(f"{where}: the price of {name!r} is {value}; it cannot be negative.")
    return price


def _missing(name: str, where: str) -> str:
    return f"{where}: {name!r} has no price; give it one (0 if it is free)."


def _read_pairs(pairs: Iterable[tuple[Any, Any]]) -> list[Item]:
    return [Item(name=str(name), price=as_price(price, str(name))) for name, price in pairs]


def _read_array(prices: Any, names: Sequence[str] | None) -> list[Item]:
    if isinstance(prices, str | bytes | PathLike):
        raise PriceError(f"prices is {prices!r}; for a file use PriceList.from_csv(path).")
    values = np.asarray(prices, dtype=object)
    if values.ndim != 1:
        raise PriceError(
            f"prices must be one-dimensional, one price for each variable; "
            f"its shape is {values.shape}."
        )
    if names is None:
        names = [f"x{i}" for i in range(len(values))]
    if len(names) != len(values):
        raise PriceError(
            f"prices has {len(values)} entries for {len(names)} variables; give one for each."
        )
    return _read_pairs(zip(names, values.tolist(), strict=True))


def _read_frame(frame: pd.DataFrame) -> list[Item]:
    frame = frame.rename(columns=lambda name: str(name).strip().lower())
    if "variable" not in frame.columns:
        frame = frame.rename_axis("variable").reset_index()
    _check_fields(list(frame.columns), where="prices")
    records = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [_read_row({str(k): v for k, v in row.items()}, where="prices") for row in records]


def _check_fields(header: Sequence[str], where: str) -> None:
    expected = f"a table of prices has the columns {', '.join(FIELDS[:2])} and, if it needs them, "
    expected += f"{', '.join(FIELDS[2:])}"
    for required in FIELDS[:2]:
        if required not in header:
            given = ", ".join(map(repr, header)) or "nothing"
            raise PriceError(f"{where} has no column {required!r} but {given}; {expected}.")
    for name in header:
        if name not in FIELDS:
            raise PriceError(f"{where} has an unknown column {name!r}; {expected}.")
        if list(header).count(name) > 1:
            raise PriceError(f"{where} has the column {name!r} twice; {expected}.")


def _read_row(row: Mapping[str, Any], where: str) -> Item:
    name = row["variable"]
    if name is None or not str(name).strip():
        raise PriceError(f"{where}: a row has no variable name; name it or remove the row.")
    name = str(name).strip()
    columns = _split(row.get("columns"))
    return Item(
        name=name,
        price=as_price(_parse(row.get("price")), name, where),
        needs=_split(row.get("needs")),
        columns=columns or None,
    )


def _parse(price: Any) -> Any:
    """Turn the text of a number into the number; leave the rest for the check to name."""
    if not isinstance(price, str):
        return price
    if not price.strip():
        return None
    try:
        return float(price)
    except ValueError:
        return price


def _split(names: Any) -> tuple[str, ...]:
    if names is None:
        return ()
    parts = names.split(SEPARATOR) if isinstance(names, str) else list(names)
    return tuple(str(part).strip() for part in parts if str(part).strip())
