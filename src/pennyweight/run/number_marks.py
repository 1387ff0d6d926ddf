"""Columns of text as numbers, also as people write them: 1.234,50, 1,234.50, 1 234,5, 1'234.5."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from pennyweight.exceptions import DataFileError

DECIMAL_MARKS = ".", ","
MISSING = {"", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "?", "-"}
PLAIN = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2019": "'", "\u2212": "-"})
POINTS_MAY_BE_THOUSANDS = r"[-+]?[1-9]\d{0,2}(?:\.\d{3})+"
WITH_UNIT = re.compile(r"([$€£¥]?) ?[-+]?\d[\d.,']*( ?[^\d\s.,']{0,6})")
SHOWN = 4

Readings = dict[str, dict[str, float]]


def _thousands(decimal: str) -> str:
    return f"[' {'.,'.replace(decimal, '')}]"


def _pattern(decimal: str) -> re.Pattern[str]:
    point = re.escape(decimal)
    whole = rf"(?:[1-9]\d{{0,2}}(?:{_thousands(decimal)}\d{{3}})+|\d+)"
    return re.compile(rf"[-+]?(?:{whole}(?:{point}\d*)?|{point}\d+)(?:[eE][-+]?\d+)?", re.ASCII)


PATTERNS = {mark: _pattern(mark) for mark in DECIMAL_MARKS}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadColumns:
    """Columns as numbers or text, what is to be said of them, and the decimal mark if no point."""

    columns: dict[str, "pd.Series[Any]"]
    notes: tuple[str, ...]
    decimal: str | None


def read_columns(
    columns: Mapping[str, "pd.Series[Any]"],
    *,
    as_text: Collection[str] = (),
    decimal: str | None = None,
    likely: str | None = None,
) -> ReadColumns:
    """Return numbers where all of a column is numbers or missing; else text.

    `decimal` decides where 1,234 or 1.234 can be read in two ways; without it the columns that can
    be read in one way only, and then the mark that is `likely` in such a file.
    """
    if decimal not in (None, *DECIMAL_MARKS):
        raise DataFileError(f"the decimal mark is {decimal!r}; give . or ,")
    plain = {n: None if n in as_text else _plain(column) for n, column in columns.items()}
    marked = {n: _readings(columns[n]) for n in columns if plain[n] is None and n not in as_text}
    seen = {next(iter(found)) for found in marked.values() if len(found) == 1}
    if "," in seen or decimal == ",":
        doubtful = _with_thousands(columns, plain, seen)
        marked |= {n: _readings(columns[n]) for n in doubtful if not seen or seen == {","}}
    read, notes = {}, []
    for name, column in columns.items():
        found = marked.get(name, {})
        if found:
            mark, note = _mark(name, found, decimal, seen, likely)
            read[name] = _mapped(column, found[mark])
            notes += [note] if note else []
        elif (numbers := plain[name]) is not None:
            read[name] = numbers
        else:
            read[name] = _as_text(column)
            notes += [] if name in as_text else what_kept(name, column)
    return ReadColumns(
        columns=read, notes=tuple(notes), decimal="," if "," in seen or decimal == "," else None
    )


def _plain(column: "pd.Series[Any]") -> "pd.Series[Any] | None":
    """Return a column as numbers written the usual way, or None."""
    missing = column.isin(MISSING)
    numbers = pd.to_numeric(column.mask(missing), errors="coerce")
    return None if (numbers.isna() & ~missing & column.notna()).any() else numbers


def _readings(column: "pd.Series[Any]") -> Readings:
    """Return what the texts of a column are as numbers, by each decimal mark that fits all."""
    texts = {text for text in column.unique() if isinstance(text, str)} - MISSING
    found = {mark: _numbers(texts, mark) for mark in DECIMAL_MARKS}
    return {mark: numbers for mark, numbers in found.items() if len(numbers) == len(texts)}


def _numbers(texts: Iterable[str], decimal: str) -> dict[str, float]:
    pairs = ((text, read_number(text, decimal)) for text in texts)
    return {text: number for text, number in pairs if number is not None}


def read_number(text: str, decimal: str) -> float | None:
    """Return the number that a text is with this decimal mark, or None.

    >>> read_number("1.234,50", ","), read_number("1 234.5", "."), read_number("12o", ".")
    (1234.5, 1234.5, None)
    """
    plain = text.translate(PLAIN)
    if not PATTERNS[decimal].fullmatch(plain):
        return None
    return float(re.sub(_thousands(decimal), "", plain).replace(decimal, "."))


def _with_thousands(
    columns: Mapping[str, "pd.Series[Any]"], plain: Mapping[str, Any], seen: set[str]
) -> list[str]:
    """Return the columns whose points may divide thousands; other points are noted in `seen`."""
    doubtful = []
    for name, column in columns.items():
        if plain[name] is None or pd.api.types.is_integer_dtype(plain[name].dtype):
            continue
        texts = column[column.map(lambda value: isinstance(value, str) and "." in value)]
        if len(texts) and texts.str.fullmatch(POINTS_MAY_BE_THOUSANDS).all():
            doubtful.append(name)
        elif len(texts):
            seen.add(".")
    return doubtful


def _mark(
    name: str, found: Readings, decimal: str | None, seen: set[str], likely: str | None
) -> tuple[str, str | None]:
    """Return the decimal mark of a column, and what is to be said of that; or ask."""
    first, *others = found
    if not others or found[first] == found[others[0]]:
        return first, None
    if decimal is not None:
        return decimal, None
    text = next(text for text, number in found[first].items() if number != found[","][text])
    meant = {mark: f"{numbers[text]:.15g}" for mark, numbers in found.items()}
    if len(seen) == 1 and "," in text:
        (mark,) = seen
        note = f"in the column {name!r} {text!r} is read as {meant[mark]}, by the marks of other "
        return mark, f"{note}columns; --decimal (decimal= in Python) says otherwise."
    if likely is not None and not seen:
        return likely, None
    raise DataFileError(
        f"the column {name!r} can be read in two ways: {text!r} is {meant['.']} or {meant[',']}; "
        "say which mark is the decimal one, with --decimal . or --decimal , (decimal= in Python)."
    )


def _mapped(column: "pd.Series[Any]", numbers: Mapping[str, float]) -> "pd.Series[Any]":
    found = [numbers.get(value, np.nan) if isinstance(value, str) else value for value in column]
    return pd.Series(found, column.index, dtype=float)


def _as_text(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Return a column as text, where only what is empty is missing."""
    texts = column.astype(object).map(lambda value: value if isinstance(value, str) else str(value))
    return texts.mask(column.isna() | (column == ""), np.nan)


def what_kept(name: str, column: "pd.Series[Any]") -> list[str]:
    """Say what kept a nearly numeric column from being one: a few cells, or a unit in all.

    >>> what_kept("dose", pd.Series(["5 mg", "7.5 mg"]))
    ["the column 'dose' is read as text: its cells have ' mg' beside their numbers; leave it out."]
    """
    values = column[column.notna() & ~column.isin(MISSING)]
    counts = values.value_counts()
    texts = [text for text in counts.index if isinstance(text, str)]
    by_mark = [set(texts) - set(_numbers(texts, mark)) for mark in DECIMAL_MARKS]
    bad = min(by_mark, key=lambda some: counts[list(some)].sum())
    n_bad = int(counts[list(bad)].sum())
    said = f"the column {name!r} is read as text: "
    if len(texts) == len(counts) and (unit := _unit(texts)):
        return [f"{said}its cells have {unit!r} beside their numbers; leave it out."]
    if not n_bad or 2 * n_bad > len(values):
        return []
    what = "1 is no number" if n_bad == 1 else f"{n_bad:,} are no numbers"
    return [
        f"{said}of its {len(values):,} cells {what}: {_shown(values[values.isin(bad)])}. "
        "Correct what is a number, and leave empty what is missing."
    ]


def _unit(texts: Collection[str]) -> str | None:
    """Return what stands beside the number in each of the texts, where that is the same in all."""
    parts = [WITH_UNIT.fullmatch(text) for text in texts]
    units = {part and (part[1] or part[2]) for part in parts}
    return units.pop() if len(units) == 1 else None


def _shown(cells: "pd.Series[Any]") -> str:
    first = cells.iloc[:SHOWN]
    some = [
        f"{text[:40]!r} in row {row + 1:,}" for row, text in zip(first.index, first, strict=True)
    ]
    more = f" and {len(cells) - SHOWN:,} more" if len(cells) > SHOWN else ""
    return f"{', '.join(some)}{more} below the header"
