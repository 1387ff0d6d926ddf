"""Prices from wherever they are: each form of table goes to its reader."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Protocol

from pennyweight.prices.items import Item
from pennyweight.prices.sources import frame, groups, table
from pennyweight.prices.sources.files import csv_rows


class Form(Protocol):
    """A form of table that prices come in: a module of this room, with an example."""

    EXAMPLE: str

    def knows(self, header: Sequence[str], /) -> bool:
        """Tell whether a table with these columns is of this form."""

    def read_rows(self, header: Sequence[str], rows: table.Rows, where: str, /) -> list[Item]:
        """Read rows, each with where it stands, into items."""


# The first that knows the columns reads the table; the last takes all.
FORMS: tuple[Form, ...] = (groups, table)


def read(prices: Any, names: Sequence[str] | None) -> list[Item]:
    """Read prices in memory; see `PriceList`."""
    if hasattr(prices, "columns"):
        header, rows = frame.frame_rows(prices)
        return form_of(header).read_rows(header, rows, "prices")
    return frame.read_items(prices, names)


def read_csv(path: str | PathLike[str]) -> list[Item]:
    """Read a file, in any form of table; see `PriceList.from_csv`."""
    header, rows = csv_rows(path)
    return form_of(header).read_rows(header, rows, str(path))


def form_of(header: Sequence[str]) -> Form:
    """Return the form that a table has."""
    return next(form for form in FORMS if form.knows(header))
