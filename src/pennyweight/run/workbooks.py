"""Excel files as rows of cells: which sheet, what its formulas gave, and no more than fits."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pennyweight.exceptions import DataFileError
from pennyweight.files import most_unpacked, too_much_unpacked
from pennyweight.prices import listed

MOST_CELLS = 10**8
MOST_ROWS = 2**20  # of a sheet, by its format
FORMULA = "f"
NOTHING = None, ""

Row = list[Any]


def workbook_rows(path: Path, sheet: str | None, openpyxl: Any) -> list[Row]:
    """Return the rows of a sheet down to the last that is not empty, without empty ones above.

    Without a `sheet` there must be only one that has cells.
    """
    formulas = _check_unpacked(path)
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    try:
        chosen = _chosen(book.worksheets, sheet, path)
        rows = _rows(chosen, path)
    finally:
        book.close()
    if formulas:
        _check_calculated(path, chosen.title, rows, openpyxl)
    filled = (place for place, row in enumerate(rows) if any(cell not in NOTHING for cell in row))
    return rows[next(filled, len(rows)) :]


def _check_unpacked(path: Path) -> bool:
    """Refuse a file that unpacks to too much; return whether any sheet has formulas."""
    with zipfile.ZipFile(path) as packed:
        members = packed.infolist()
        if sum(member.file_size for member in members) > most_unpacked(path):
            raise too_much_unpacked(path)
        sheets = [each for each in members if each.filename.startswith("xl/worksheets/")]
        return any(b"<f>" in text or b"<f " in text for text in map(packed.read, sheets))


def _chosen(sheets: list[Any], name: str | None, path: Path) -> Any:
    titles = [sheet.title for sheet in sheets]
    if name is not None:
        if name not in titles:
            raise DataFileError(f"{path} has no sheet {name!r}; it has {listed(titles)}.")
        return sheets[titles.index(name)]
    full = [sheet for sheet in sheets if any(_filled(sheet, path))]
    if not full:
        raise DataFileError(f"{path} is empty.")
    if len(full) > 1:
        raise DataFileError(
            f"{path} has several sheets, {listed([sheet.title for sheet in full])}; choose one, as "
            f"in --sheet {full[0].title!r} (sheet= in Python)."
        )
    return full[0]


def _filled(sheet: Any, path: Path) -> Iterator[Row]:
    """Return the rows of a sheet, cut after the last cell that is not empty."""
    sheet.reset_dimensions()
    for place, cells in enumerate(sheet.rows, start=1):
        if place > MOST_ROWS:
            raise DataFileError(f"{path} has more than {MOST_ROWS:,} rows; no workbook has.")
        row = [_value(cell) for cell in cells]
        while row and row[-1] is None:
            row.pop()
        yield row


def _rows(sheet: Any, path: Path) -> list[Row]:
    rows: list[Row] = []
    width = filled = 0
    for place, row in enumerate(_filled(sheet, path), start=1):
        rows.append(row)
        if row:
            filled, width = place, max(width, len(row))
        if filled * width > MOST_CELLS:
            raise DataFileError(
                f"{path} has more than {MOST_CELLS:,} cells, most of them empty perhaps; give the "
                "table as CSV or Parquet."
            )
    return rows[:filled]


def _value(cell: Any) -> Any:
    """Return what is in a cell: empty text for an error such as #N/A, None if there is nothing."""
    value = cell.value
    if cell.data_type == "e" or (value is None and cell.data_type == "str"):
        return ""
    if isinstance(value, str):
        return value.strip()
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _check_calculated(path: Path, sheet: str, rows: list[Row], openpyxl: Any) -> None:
    """Refuse formulas whose values the file does not have."""
    book = openpyxl.load_workbook(path, read_only=True)
    try:
        there = book[sheet]
        there.reset_dimensions()
        missing = [
            f"{cell.column_letter}{cell.row}"
            for row, known in zip(there.rows, rows, strict=False)
            for place, cell in enumerate(row)
            if cell.data_type == FORMULA and (place >= len(known) or known[place] is None)
        ]
    finally:
        book.close()
    if missing:
        raise DataFileError(
            f"{path} has {len(missing):,} formulas without their values ({listed(missing, 3)}): "
            "they were never calculated. Open it in a spreadsheet program, save it, and try again."
        )
