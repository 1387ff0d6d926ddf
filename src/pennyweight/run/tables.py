"""Tables of measurements from files: CSV, Parquet, Feather and Excel."""

import warnings
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.exceptions import DataFileError
from pennyweight.files import as_it_was, text_table
from pennyweight.optional import require
from pennyweight.run.number_marks import read_columns, what_kept
from pennyweight.run.workbooks import workbook_rows

MOST_CHARACTERS = 131_072  # of a cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a file is to be read; see `read_table`."""

    encoding: str | None = None
    decimal: str | None = None
    sheet: str | None = None
    as_text: Collection[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FileTable:
    """A table from a file, what is to be pointed out in it, and its decimal mark if not a point."""

    frame: pd.DataFrame
    notes: tuple[str, ...] = ()
    decimal: str | None = None


def read_table(
    path: str | PathLike[str],
    *,
    encoding: str | None = None,
    decimal: str | None = None,
    sheet: str | None = None,
    as_text: Collection[str] = (),
    fewest: int = 2,
) -> pd.DataFrame:
    r"""Read a table of measurements; its ending says how.

    It warns of columns that some cells keep from being numbers.

    Parameters
    ----------
    path : str or path
        A file: .csv, .tsv or .txt (also .gz; the delimiter is found out), .parquet, .feather,
        .arrow or .xlsx.
    encoding : str or None
        How the text of a CSV file is encoded. None: UTF-8, or what the file begins with says.
    decimal : {".", ","} or None
        Which mark is the decimal one where 1,234 or 1.234 can be read in two ways. None: the other
        columns decide, or an error asks.
    sheet : str or None
        The sheet of an Excel file. None: the only one that has cells.
    as_text : names
        Columns of a CSV or Excel file to read as text, whatever they look like.
    fewest : int
        How many columns it must have.

    Returns
    -------
    DataFrame
        The table.

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
    reading = Reading(encoding=encoding, decimal=decimal, sheet=sheet, as_text=frozenset(as_text))
    table = open_table(path, reading, fewest=fewest)
    for note in table.notes:
        warnings.warn(note, stacklevel=2)
    return table.frame


def open_table(path: str | PathLike[str], reading: Reading, *, fewest: int = 2) -> FileTable:
    """Read a table as `read_table` does, and return what there is to say of it as well."""
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
    table = READERS[ending](path, reading)
    _check_shape(table.frame, path, fewest)
    return table


def _read_csv(path: Path, reading: Reading) -> FileTable:
    table = text_table(path, reading.encoding)
    cells = table.cells()
    names = [as_it_was(str(name).strip()) for name in cells.iloc[0]]
    columns = [_stripped(column) for _, column in cells.iloc[1:].reset_index(drop=True).items()]
    likely = "," if table.delimiter == ";" else None
    return _read(names, columns, path, reading, likely=likely)


def _stripped(column: "pd.Series[Any]") -> "pd.Series[Any]":
    texts = column.str.strip()
    marked = texts.str.startswith("'")
    return texts.mask(marked, texts[marked].map(as_it_was)) if marked.any() else texts


def _read_excel(path: Path, reading: Reading) -> FileTable:
    openpyxl = require("openpyxl", extra="files")
    rows = _opened(lambda file: workbook_rows(file, reading.sheet, openpyxl), path)
    if not rows:
        raise DataFileError(f"{path} is empty.")
    width = max(map(len, rows))
    header, *body = [[*row, *[None] * (width - len(row))] for row in rows]
    names = ["" if name is None else str(name) for name in header]
    columns = [
        pd.Series([row[i] for row in body], dtype=object).infer_objects() for i in range(width)
    ]
    return _read(names, columns, path, reading)


def _read(
    names: list[str],
    columns: Sequence["pd.Series[Any]"],
    path: Path,
    reading: Reading,
    *,
    likely: str | None = None,
) -> FileTable:
    """Name the columns, but those with neither a name nor a cell, and read their numbers."""
    there = [i for i, name in enumerate(names) if name or not _is_blank(columns[i])]
    _check_names([names[i] for i in there], path, there)
    texts = {names[i]: columns[i] for i in there}
    for name, column in texts.items():
        _check_length(name, column, path)
    read = read_columns(
        {name: column for name, column in texts.items() if _has_text(column)},
        as_text=reading.as_text,
        decimal=reading.decimal,
        likely=likely,
    )
    frame = pd.DataFrame(texts | read.columns)
    return FileTable(frame=_numbers_or_text(frame), notes=read.notes, decimal=read.decimal)


def _is_blank(column: "pd.Series[Any]") -> bool:
    return bool((column.isna() | (column == "")).all())


def _has_text(column: "pd.Series[Any]") -> bool:
    """Tell whether a column is text, or mixes text with numbers, as spreadsheets let it."""
    if pd.api.types.is_string_dtype(column.dtype) and column.dtype != object:
        return True
    kinds = {type(value) for value in column} if column.dtype == object else set()
    return str in kinds and kinds <= {str, int, float, type(None)}


def _check_length(name: str, column: "pd.Series[Any]", path: Path) -> None:
    if _has_text(column) and (column.str.len() > MOST_CHARACTERS).any():
        raise DataFileError(
            f"{path} has a cell of more than {MOST_CHARACTERS:,} characters in the column "
            f"{name!r}; that is no measurement: leave its column out of the file, or close its "
            "quotes."
        )


def _read_parquet(path: Path, reading: Reading) -> FileTable:
    require("pyarrow", extra="files")
    return _named(_opened(pd.read_parquet, path), path)


def _read_feather(path: Path, reading: Reading) -> FileTable:
    feather = require("pyarrow.feather", extra="files")
    return _named(_opened(lambda file: feather.read_table(file).to_pandas(), path), path)


def _named(frame: pd.DataFrame, path: Path) -> FileTable:
    """Return a table whose index, where it has a name, is a column."""
    for level in reversed(range(frame.index.nlevels)):
        nameless = frame.index.names[level] is None
        frame = frame.reset_index(level, drop=nameless, allow_duplicates=True)
    frame = frame.set_axis([str(name) for name in frame.columns], axis=1)
    _check_names(list(frame.columns), path)
    texts = [str(name) for name, column in frame.items() if _has_text(column)]
    notes = [note for name in texts for note in what_kept(name, frame[name])]
    return FileTable(frame=_numbers_or_text(frame), notes=tuple(notes))


def _opened(read: Callable[[Path], Any], path: Path) -> Any:
    try:
        return read(path)
    except DataFileError:
        raise
    except Exception as error:
        raise DataFileError(
            f"{path} cannot be read as a {path.suffix} file ({' '.join(str(error).split())})."
        ) from error


READERS: dict[str, Callable[[Path, Reading], FileTable]] = {
    "csv": _read_csv,
    "tsv": _read_csv,
    "txt": _read_csv,
    "parquet": _read_parquet,
    "feather": _read_feather,
    "arrow": _read_feather,
    "xlsx": _read_excel,
}


def _check_shape(frame: pd.DataFrame, path: Path, fewest: int) -> None:
    if not len(frame):
        raise DataFileError(f"{path} has a header and no rows.")
    if frame.shape[1] < fewest:
        raise DataFileError(
            f"{path} has a single column, {frame.columns[0]!r}; a table needs the target and at "
            "least one variable."
        )


def _numbers_or_text(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame({name: _number_or_text(column) for name, column in frame.items()})


def _number_or_text(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if pd.api.types.is_numeric_dtype(column.dtype):
        return column
    return (
        column.astype(object).where(column.isna(), column.astype(str)).mask(column.isna(), np.nan)
    )


def _check_names(names: Iterable[str], path: Path, places: Iterable[int] | None = None) -> None:
    seen: set[str] = set()
    names = list(names)
    for place, name in zip(range(len(names)) if places is None else places, names, strict=True):
        if not name.strip():
            raise DataFileError(
                f"{path}: column {place + 1} has no name; give it one in the header."
            )
        if name in seen:
            raise DataFileError(f"{path} has the column {name!r} twice; column names must differ.")
        seen.add(name)
