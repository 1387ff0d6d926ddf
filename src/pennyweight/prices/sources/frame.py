"""Prices in memory: a mapping, a Series, an array, or a DataFrame, read row by row."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.exceptions import PriceError
from pennyweight.prices.checks import as_price
from pennyweight.prices.items import Item
from pennyweight.prices.sources.table import Row, field


def read_items(prices: Any, names: Sequence[str] | None) -> list[Item]:
    """Read a mapping, Series or one-dimensional array; None: a price of 1 each."""
    if prices is None:
        return [Item(name=str(name), price=1.0) for name in names or ()]
    if isinstance(prices, pd.Series):
        return _read_pairs(zip(prices.index, prices, strict=True))
    if isinstance(prices, Mapping):
        return _read_pairs(prices.items())
    return _read_array(prices, names)


def frame_rows(frame: Any) -> tuple[list[str], Iterator[tuple[Row, str]]]:
    """Return the header and the rows of a pandas or polars DataFrame."""
    if not isinstance(frame, pd.DataFrame):
        frame = pd.DataFrame({name: frame[name].to_list() for name in frame.columns})
    frame = frame.set_axis([field(name) for name in frame.columns], axis=1)
    if "variable" not in frame.columns:
        frame = frame.rename_axis("variable").reset_index()
    cells = frame.astype(object).where(frame.notna(), None)
    rows = (dict(zip(frame.columns, row, strict=True)) for row in cells.itertuples(index=False))
    return list(frame.columns), ((row, "prices") for row in rows)


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
