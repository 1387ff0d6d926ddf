"""Prices in the shapes that people have them in, read into items."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.exceptions import DataFileError, PriceError
from pennyweight.files import text_table
from pennyweight.prices.checks import as_price
from pennyweight.prices.items import MAIN, Item

FIELDS = ("variable", MAIN, "needs", "columns", "owned")
OTHER = f"{MAIN}:"
SEPARATOR = ";"
YES, NO = {"yes", "true", "1", "1.0"}, {"", "no", "false", "0", "0.0"}

EXAMPLE = """\
variable,price,needs
draw,2.5,
age,1,
TSH,20,draw
"""

Row = Mapping[str, Any]
Rows = Iterable[tuple[Row, str]]


def read_items(prices: Any, names: Sequence[str] | None) -> list[Item]:
    """Read a mapping, Series or one-dimensional array; None: a price of 1 each."""
    if prices is None:
        return [Item(name=str(name), price=1.0) for name in names or ()]
    if isinstance(prices, pd.Series):
        return _read_pairs(zip(prices.index, prices, strict=True))
    if isinstance(prices, Mapping):
        return _read_pairs(prices.items())
    return _read_array(prices, names)


def csv_rows(path: str | PathLike[str]) -> tuple[list[str], Iterator[tuple[Row, str]]]:
    """Return the header of a CSV file, and its rows, each with where it stands."""
    with in_prices():
        lines = text_table(path).rows()
        header = [_field(name) for name in _filled(next(lines)[0])]

    def rows() -> Iterator[tuple[Row, str]]:
        with in_prices():
            for cells, line in lines:
                fields, where = _filled(cells), f"{path}, line {line}"
                if len(fields) > len(header):
                    raise PriceError(
                        f"{where}: {len(fields)} fields where the header has {len(header)}; "
                        "put names that contain a comma in double quotes."
                    )
                if fields:
                    yield dict.fromkeys(header) | dict(zip(header, fields, strict=False)), where

    return header, rows()


def _filled(cells: list[str]) -> list[str]:
    """Return the cells of a row without the empty ones at its end."""
    return cells[: max((place for place, cell in enumerate(cells, start=1) if cell), default=0)]


@contextmanager
def in_prices() -> Iterator[None]:
    """Say of a price list what is said of any file that is no table."""
    try:
        yield
    except DataFileError as error:
        raise PriceError(str(error)) from error


def frame_rows(frame: Any) -> tuple[list[str], Iterator[tuple[Row, str]]]:
    """Return the header and the rows of a pandas or polars DataFrame."""
    if not isinstance(frame, pd.DataFrame):
        frame = pd.DataFrame({name: frame[name].to_list() for name in frame.columns})
    frame = frame.set_axis([_field(name) for name in frame.columns], axis=1)
    if "variable" not in frame.columns:
        frame = frame.rename_axis("variable").reset_index()
    cells = frame.astype(object).where(frame.notna(), None)
    rows = (dict(zip(frame.columns, row, strict=True)) for row in cells.itertuples(index=False))
    return list(frame.columns), ((row, "prices") for row in rows)


def _field(name: Any) -> str:
    """Return the name of a column of a table; the kind of a further price keeps its spelling."""
    text = str(name).strip()
    return OTHER + text[len(OTHER) :] if text.lower().startswith(OTHER) else text.lower()


def knows(header: Sequence[str]) -> bool:
    """Take every table: what is wrong with its columns, `read_rows` says."""
    return True


def read_rows(header: Sequence[str], rows: Rows, where: str) -> list[Item]:
    """Read rows of a table `variable,price[,needs][,columns][,owned]`; ; joins several names."""
    _check_fields(header, where)
    return check_some([_read_row(row, place) for row, place in rows], where)


def check_some(items: list[Item], where: str) -> list[Item]:
    """Refuse a table without rows."""
    if not items:
        raise PriceError(f"{where} has no prices in it; give one for each variable.")
    return items


def as_frame(items: Sequence[Item]) -> pd.DataFrame:
    """Return items as a table, in the form that `read_rows` reads."""
    kinds = sorted(items[0].prices, key=lambda kind: kind != MAIN) if items else [MAIN]
    amounts = {
        MAIN if kind == MAIN else OTHER + kind: [item.prices[kind] for item in items]
        for kind in kinds
    }
    return pd.DataFrame(
        {
            "variable": [item.name for item in items],
            **amounts,
            "needs": [SEPARATOR.join(item.needs) for item in items],
            "columns": [SEPARATOR.join(item.columns or ()) for item in items],
            "owned": ["yes" if item.owned else "" for item in items],
        }
    )


def parse_number(text: Any) -> Any:
    """Turn the text of a number into the number, and empty text into None; leave the rest."""
    if not isinstance(text, str):
        return text
    if not text.strip():
        return None
    try:
        return float(text)
    except ValueError:
        return text.strip()


def as_text_list(names: Any, where: str) -> tuple[str, ...]:
    """Return names as a tuple, and refuse a single text, whose letters would be taken for names."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        what = "text" if isinstance(names, str) else "value"
        raise PriceError(f"{where} is the {what} {names!r}; give a list of names.")
    return tuple(str(name) for name in names)


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
    if not len(values):
        raise PriceError("prices is empty; give one for each variable, or None: 1 each.")
    if names is None:
        names = [f"x{i}" for i in range(len(values))]
    if len(names) != len(values):
        raise PriceError(
            f"prices has {len(values)} entries for {len(names)} variables; give one for each."
        )
    return _read_pairs(zip(names, values.tolist(), strict=True))


def _check_fields(header: Sequence[str], where: str) -> None:
    expected = f"a table of prices has the columns {', '.join(FIELDS[:2])} and, if it needs them, "
    expected += f"{', '.join(FIELDS[2:])} and {OTHER}KIND"
    for required in FIELDS[:2]:
        if required not in header:
            given = ", ".join(map(repr, header)) or "nothing"
            raise PriceError(f"{where} has no column {required!r} but {given}; {expected}.")
    for name in header:
        if name in (OTHER, OTHER + MAIN) or (name not in FIELDS and not name.startswith(OTHER)):
            raise PriceError(f"{where} has an unknown column {name!r}; {expected}.")
        if list(header).count(name) > 1:
            raise PriceError(f"{where} has the column {name!r} twice; {expected}.")


def _read_row(row: Row, where: str) -> Item:
    name = row["variable"]
    if name is None or not str(name).strip():
        raise PriceError(f"{where}: a row has no variable name; name it or remove the row.")
    name = str(name).strip()
    other = {field.removeprefix(OTHER): row[field] for field in row if field.startswith(OTHER)}
    return Item(
        name=name,
        price=as_price(parse_number(row[MAIN]), name, where),
        needs=_split(row.get("needs")),
        columns=_split(row.get("columns")) or None,
        owned=_read_owned(row.get("owned"), name, where),
        other=tuple(
            (kind, as_price(parse_number(value), name, f"{where}, {OTHER}{kind}"))
            for kind, value in other.items()
        ),
    )


def _read_owned(value: Any, name: str, where: str) -> bool:
    text = "" if value is None else str(value).strip().lower()
    if text not in YES | NO:
        raise PriceError(f"{where}: 'owned' of {name!r} is {value!r}; give yes or leave it empty.")
    return text in YES


def _split(names: Any) -> tuple[str, ...]:
    if names is None:
        return ()
    parts = list(names) if isinstance(names, list | tuple) else str(names).split(SEPARATOR)
    return tuple(str(part).strip() for part in parts if str(part).strip())
