"""Tables of measurements from files: CSV, Parquet, Feather and Excel."""

import csv
import gzip
import io
import warnings
import zlib
from collections.abc import Callable, Collection, Iterable
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pennyworth.exceptions import DataFileError
from pennyworth.optional import require

DELIMITERS = ",;\t|"
LOOK_AT = 50  # lines, to see which delimiter a file has
MISSING = {"", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "?", "-"}
COMMA_NUMBER = r"[-+]?\d+(,\d+)?"
GZIP = b"\x1f\x8b"


def read_table(
    path: str | PathLike[str],
    *,
    encoding: str | None = None,
    as_text: Collection[str] = (),
    fewest: int = 2,
) -> pd.DataFrame:
    r"""Read a table of measurements; its ending says how.

    Parameters
    ----------
    path : str or path
        A file: .csv, .tsv or .txt (also .gz; the delimiter is found out), .parquet, .feather,
        .arrow or .xlsx.
    encoding : str or None
        How the text of a CSV file is encoded. None: UTF-8.
    as_text : names
        Columns of a CSV file to read as text, whatever they look like.
    fewest : int
        How many columns it must have.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "cells.csv"
    ...     _ = path.write_text("size;kind\n1.5;a\n?;b\n")
    ...     read_table(path)
       size kind
    0   1.5    a
    1   NaN    b
    """
    path = Path(path)
    if not path.exists():
        raise DataFileError(f"there is no file {path}.")
    if path.is_dir():
        raise DataFileError(f"{path} is a folder; give a file.")
    ending = path.name.lower().removesuffix(".gz").rpartition(".")[2]
    if ending not in READERS:
        known = ", ".join(f".{name}" for name in READERS)
        raise DataFileError(f"{path} has an unknown ending; give one of {known}.")
    if path.stat().st_size == 0:
        raise DataFileError(f"{path} is empty.")
    return _checked(READERS[ending](path, encoding, frozenset(as_text)), path, fewest)


def _read_csv(path: Path, encoding: str | None, as_text: Collection[str]) -> pd.DataFrame:
    text = _text(path, encoding)
    delimiter = find_delimiter(text)
    header = _header(text, delimiter, path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(
                io.StringIO(text),
                sep=delimiter,
                header=0,
                names=header,
                index_col=False,
                dtype=str,
                keep_default_na=False,
                na_filter=False,
                skipinitialspace=True,
            )
    except (pd.errors.ParserError, pd.errors.ParserWarning, csv.Error) as error:
        raise DataFileError(
            f"{path} is not a table: its lines have different numbers of fields "
            f"({' '.join(str(error).split())})."
        ) from error
    return pd.DataFrame(
        {
            name: _parsed(column, str(name) in as_text, decimal_comma=delimiter != ",")
            for name, column in frame.items()
        }
    )


def _text(path: Path, encoding: str | None) -> str:
    data = path.read_bytes()
    if data[:2] == GZIP:
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise DataFileError(f"{path} is a damaged gzip file ({error}).") from error
    try:
        text = data.decode(encoding or "utf-8-sig")
    except LookupError as error:
        raise DataFileError(f"there is no encoding {encoding!r}; try utf-8 or latin-1.") from error
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise DataFileError(f"{path} is not a text file, though it is called one.") from error
        raise DataFileError(
            f"{path} is not in {encoding or 'UTF-8'} (see byte {error.start}); "
            "say how it is encoded, as in --encoding latin-1."
        ) from error
    if "\0" in text:
        raise DataFileError(f"{path} is not a text file, though it is called one.")
    if not text.strip():
        raise DataFileError(f"{path} is empty.")
    return text


def find_delimiter(text: str) -> str:
    r"""Return the delimiter that cuts the first lines into most fields, equally many each.

    >>> find_delimiter("a;b;c\n1,5;2;3\n")
    ';'
    """
    lines = text.lstrip("\n\r").splitlines()[:LOOK_AT]

    def fields(delimiter: str) -> int:
        try:
            widths = {len(row) for row in csv.reader(lines[:-1] or lines, delimiter=delimiter)}
        except csv.Error:
            return 0
        return widths.pop() if len(widths) == 1 else 0

    best = max(DELIMITERS, key=fields)
    return best if fields(best) > 1 else max(DELIMITERS, key=lines[0].count)


def _header(text: str, delimiter: str, path: Path) -> list[str]:
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
        header = next(row for row in rows if any(row))
        for _ in rows:
            pass
    except csv.Error as error:
        limit = csv.field_size_limit()
        if "field limit" in str(error):
            raise DataFileError(
                f"{path} has a cell of more than {limit:,} characters; that is no measurement: "
                "leave its column out of the file, or close its quotes."
            ) from error
        raise DataFileError(f"{path} is not a table: {error}.") from error
    names = [name.strip() for name in header]
    _check_names(names, path)
    return names


def _parsed(column: "pd.Series[Any]", keep_text: bool, *, decimal_comma: bool) -> "pd.Series[Any]":
    """Return numbers where all is numbers or missing; else text, where only empty is missing.

    Where commas do not divide fields, they may divide wholes from decimals: 50,3.
    """
    stripped = column.str.strip()
    if not keep_text:
        known = stripped.mask(stripped.isin(MISSING))
        if decimal_comma and known.dropna().str.fullmatch(COMMA_NUMBER).all():
            known = known.str.replace(",", ".", regex=False)
        numbers = pd.to_numeric(known, errors="coerce")
        if not (numbers.isna() & ~stripped.isin(MISSING)).any():
            return numbers
    return stripped.astype(object).mask(stripped == "", np.nan)


def _read_parquet(path: Path, encoding: str | None, as_text: Collection[str]) -> pd.DataFrame:
    require("pyarrow", extra="files")
    return _opened(pd.read_parquet, path)


def _read_feather(path: Path, encoding: str | None, as_text: Collection[str]) -> pd.DataFrame:
    feather = require("pyarrow.feather", extra="files")
    return _opened(lambda file: feather.read_table(file).to_pandas(), path)


def _read_excel(path: Path, encoding: str | None, as_text: Collection[str]) -> pd.DataFrame:
    require("openpyxl", extra="files")
    return _opened(pd.read_excel, path)


def _opened(read: Callable[[Path], pd.DataFrame], path: Path) -> pd.DataFrame:
    try:
        return read(path)
    except Exception as error:
        raise DataFileError(
            f"{path} cannot be read as a {path.suffix} file ({' '.join(str(error).split())})."
        ) from error


READERS: dict[str, Callable[[Path, str | None, Collection[str]], pd.DataFrame]] = {
    "csv": _read_csv,
    "tsv": _read_csv,
    "txt": _read_csv,
    "parquet": _read_parquet,
    "feather": _read_feather,
    "arrow": _read_feather,
    "xlsx": _read_excel,
}


def _checked(frame: pd.DataFrame, path: Path, fewest: int) -> pd.DataFrame:
    frame = frame.set_axis([str(name) for name in frame.columns], axis=1)
    _check_names(list(frame.columns), path)
    if not len(frame):
        raise DataFileError(f"{path} has a header and no rows.")
    if frame.shape[1] < fewest:
        raise DataFileError(
            f"{path} has a single column, {frame.columns[0]!r}; a table needs the target and at "
            "least one variable."
        )
    return pd.DataFrame({name: _numbers_or_text(column) for name, column in frame.items()})


def _numbers_or_text(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if pd.api.types.is_numeric_dtype(column.dtype):
        return column
    return (
        column.astype(object).where(column.isna(), column.astype(str)).mask(column.isna(), np.nan)
    )


def _check_names(names: Iterable[str], path: Path) -> None:
    seen: set[str] = set()
    for place, name in enumerate(names, start=1):
        if not name.strip():
            raise DataFileError(f"{path}: column {place} has no name; give it one in the header.")
        if name in seen:
            raise DataFileError(f"{path} has the column {name!r} twice; column names must differ.")
        seen.add(name)
