"""Prices from wherever they are: each form of table goes to its reader."""

from collections.abc import Sequence
from os import PathLike
from typing import Any

from pennyweight.prices.items import Item
from pennyweight.prices.sources import groups, table


def read(prices: Any, names: Sequence[str] | None) -> list[Item]:
    """Read prices in memory; see `PriceList`."""
    if hasattr(prices, "columns") and groups.is_header(list(prices.columns)):
        header, rows = table.frame_rows(prices)
        return groups.read_group_rows(header, rows, "prices")
    return table.read_items(prices, names)


def read_csv(path: str | PathLike[str]) -> list[Item]:
    """Read a file, in either form of table; see `PriceList.from_csv`."""
    header, rows = table.csv_rows(path)
    if groups.is_header(header):
        return groups.read_group_rows(header, rows, str(path))
    return table.read_rows(header, rows, str(path))
