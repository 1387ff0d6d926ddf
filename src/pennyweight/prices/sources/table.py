"""The table `variable,price[,needs][,columns][,owned]`, which says all that a price list holds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from pennyweight.exceptions import PriceError
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


def field(name: Any) -> str:
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
