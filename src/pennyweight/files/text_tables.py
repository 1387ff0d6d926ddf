"""CSV, read and written: one decision on where the header is, and cells that no program runs."""

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from pennyweight.exceptions import DataFileError

DELIMITERS = ",;\t|"
LOOK_AT = 50  # rows, to see which delimiter a file has
LOOK_AT_MOST = 2**20  # characters of them
MARKS = {  # what a file may begin with, and the encoding that it says; the longer ones first
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
GZIP = b"\x1f\x8b"
ALWAYS_UNPACKED = 2**28  # bytes: more only as far as MOST_UNPACKED times the size of the file
MOST_UNPACKED = 100
EMPTY_LINE = re.compile(r"[\s,;|\"]*")
SAYS_DELIMITER = re.compile(r"\s*\"?sep=([,;|\t :^~])[\s,;|\"]*", re.IGNORECASE)
NUMBER = re.compile(r"[-+]?\d[\d.,' ]*(e[-+]?\d+)?", re.IGNORECASE)
RUN_BY_SPREADSHEETS = re.compile(r"'*[=+\-@\t\r\n]")
TO_QUOTE = re.compile(r"[\",;|\t\r\n]|^\s|\s$")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """The text of a table from its header on, and what divides its fields."""

    path: str | PathLike[str]
    text: str
    delimiter: str
    skipped: int  # lines above the header

    def rows(self) -> Iterator[tuple[list[str], int]]:
        """Return the rows one by one, the header first, each with the line that it ends in."""
        lines = io.StringIO(self.text, newline="")
        reader = csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True)
        try:
            for row in reader:
                yield [as_it_was(cell.strip()) for cell in row], self.skipped + reader.line_num
        except csv.Error as error:
            line = self.skipped + reader.line_num
            raise DataFileError(f"{self.path}, line {line}: {error}.") from error

    def cells(self) -> pd.DataFrame:
        """Return all rows at once as text, the header first; fields that a row lacks are empty."""
        numbered = "\n" * self.skipped + self.text  # so that errors name the right line
        try:
            return pd.read_csv(
                io.BytesIO(numbered.encode()),
                sep=self.delimiter,
                header=None,
                dtype=str,
                keep_default_na=False,
                na_filter=False,
                skipinitialspace=True,
            )
        except pd.errors.ParserError as error:
            said = " ".join(str(error).split())
            why = "its lines have different numbers of fields"
            if "inside string" in said:
                why = "a quote is opened and never closed; close its quotes"
            raise DataFileError(f"{self.path} is not a table: {why} ({said}).") from error


def text_table(path: str | PathLike[str], encoding: str | None = None) -> TextTable:
    """Find the header and the delimiter of a file; all that is read of it follows from that."""
    text = read_text(path, encoding)
    start, skipped, delimiter = _start(text, path)
    return TextTable(path=path, text=text[start:], delimiter=delimiter, skipped=skipped)


def read_text(path: str | PathLike[str], encoding: str | None = None) -> str:
    """Return the text of a file, unpacked and with plain line ends, or say that it is none."""
    data = _unpacked(Path(path))
    marked = next((name for mark, name in MARKS.items() if data.startswith(mark)), None)
    tried = marked or encoding or "utf-8"
    try:
        text = data.decode(tried)
    except UnicodeError as error:
        if b"\0" in data and marked is None:
            raise _no_text(path) from error
        place = getattr(error, "start", 0)
        raise DataFileError(
            f"{path} is not a text file in {tried.upper()} (see byte {place}); "
            "save it as CSV UTF-8, or, if it is a table of data, say how it is encoded, as in "
            "--encoding latin-1."
        ) from error
    except (LookupError, ValueError) as error:
        raise DataFileError(f"there is no encoding {encoding!r}; try utf-8 or latin-1.") from error
    if "\0" in text:
        raise _no_text(path)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _no_text(path: str | PathLike[str]) -> DataFileError:
    return DataFileError(
        f"{path} is not a text file, though it is called one; save it as CSV UTF-8, or say how it "
        "is encoded, as in --encoding utf-16-le."
    )


def _unpacked(path: Path) -> bytes:
    with path.open("rb") as file:
        if file.read(len(GZIP)) != GZIP:
            file.seek(0)
            return file.read()
    most = most_unpacked(path)
    try:
        with gzip.open(path) as packed:
            data = packed.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise DataFileError(f"{path} is a damaged gzip file ({error}).") from error
    if len(data) > most:
        raise too_much_unpacked(path)
    return data


def most_unpacked(path: Path) -> int:
    """Return how many bytes a packed file may hold."""
    return max(ALWAYS_UNPACKED, MOST_UNPACKED * path.stat().st_size)


def too_much_unpacked(path: Path) -> DataFileError:
    """Return what to say of a packed file that holds more."""
    return DataFileError(
        f"{path} has {path.stat().st_size:,} bytes and holds more than {most_unpacked(path):,}; "
        "that is no table but a trap. If it is one, give it unpacked, as CSV or Parquet."
    )


def _start(text: str, path: str | PathLike[str]) -> tuple[int, int, str]:
    """Return where the header starts, the lines above it, and the delimiter."""
    given, header = None, None
    comments: list[tuple[int, int]] = []
    for number, (place, line) in enumerate(_lines(text)):
        says = SAYS_DELIMITER.fullmatch(line) if given is None else None
        if says:
            given = says[1]
        elif line.startswith("#"):
            comments.append((place, number))
        elif not EMPTY_LINE.fullmatch(line):
            header = place, number
            break
    if header is None and not comments:
        raise DataFileError(f"{path} is empty.")
    place, number = header or comments.pop()
    delimiter = given or find_delimiter(text[place : place + LOOK_AT_MOST])
    if comments and _is_header(text, comments[-1][0], place, delimiter, path):
        place, number = comments[-1]
    return place, number, delimiter


def _lines(text: str) -> Iterator[tuple[int, str]]:
    place = 0
    while place < len(text):
        end = text.find("\n", place) + 1 or len(text)
        yield place, text[place:end]
        place = end


def _is_header(
    text: str, comment: int, place: int, delimiter: str, path: str | PathLike[str]
) -> bool:
    """Tell whether a line that begins with # is the header, as in #id,age,ill."""
    above = _first_rows(text[comment:place].partition("\n")[0], delimiter)
    below = _first_rows(text[place : place + LOOK_AT_MOST], delimiter)
    if not above or not below or len(above[0]) != len(below[0]) or len(above[0]) == 1:
        return False
    numbers = [any(NUMBER.fullmatch(cell.strip()) for cell in row) for row in below]
    if not any(numbers):
        raise DataFileError(
            f"{path} has a line that begins with # and looks like a header, above another one; "
            "remove the # from it, or the line."
        )
    return numbers[0]


def find_delimiter(text: str) -> str:
    r"""Return the delimiter that cuts the first lines into most fields, equally many each.

    >>> find_delimiter("a;b;c\n1,5;2;3\n")
    ';'
    """

    def fields(delimiter: str) -> int:
        rows = _first_rows(text, delimiter)
        widths = {len(row) for row in rows[:-1] or rows}
        return widths.pop() if len(widths) == 1 else 0

    best = max(DELIMITERS, key=fields)
    return best if fields(best) > 1 else max(DELIMITERS, key=text.partition("\n")[0].count)


def _first_rows(text: str, delimiter: str) -> list[list[str]]:
    lines = io.StringIO(text, newline="\n")
    try:
        rows = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        return [row for row in islice(rows, LOOK_AT) if row]
    except csv.Error:
        return []


def as_it_was(cell: str) -> str:
    """Undo `harmless`."""
    return cell[1:] if cell.startswith("'") and RUN_BY_SPREADSHEETS.match(cell) else cell


def harmless(text: str) -> str:
    """Put ' before what a spreadsheet would run as a formula; numbers stay.

    >>> harmless("=1+1"), harmless("-5"), as_it_was(harmless("'@x"))
    ("'=1+1", '-5', "'@x")
    """
    runs = RUN_BY_SPREADSHEETS.match(text) and not NUMBER.fullmatch(text)
    return f"'{text}" if runs else text


def csv_text(header: Iterable[Any], rows: Iterable[Sequence[Any]]) -> str:
    r"""Return a table as CSV for people to open; our own reading gives the same table again.

    >>> csv_text(["variable", "price"], [["=1+1", -2.5], ["a,b", None]])
    'variable,price\n\'=1+1,-2.5\n"a,b",\n'
    """
    return "".join(",".join(map(_field, row)) + "\n" for row in (header, *rows))


def frame_text(frame: pd.DataFrame) -> str:
    """Return a table of pandas as CSV for people to open."""
    return csv_text(frame.columns, frame.itertuples(index=False, name=None))


def _field(value: Any) -> str:
    if value is None or (pd.api.types.is_scalar(value) and pd.isna(value)):
        return ""
    text = harmless(value) if isinstance(value, str) else str(value)
    return '"' + text.replace('"', '""') + '"' if TO_QUOTE.search(text) else text
