"""Tables of prices in CSV files."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike

from pennyweight.exceptions import DataFileError, PriceError
from pennyweight.files import text_table
from pennyweight.prices.sources.table import Row, field


def csv_rows(path: str | PathLike[str]) -> tuple[list[str], Iterator[tuple[Row, str]]]:
    """Return the header of a CSV file, and its rows, each with where it stands."""
    with in_prices():
        lines = text_table(path).rows()
        header = [field(name) for name in _filled(next(lines)[0])]

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
