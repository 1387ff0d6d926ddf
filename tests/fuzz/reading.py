"""Attacks on files of data: what is read is what was written, or an error names the file."""

import math
from typing import Any

import pandas as pd

from fuzz.case import Case
from fuzz.harm import harmed
from fuzz.random_files import MISSING, RandomFile, random_csv, random_other
from pennyweight.run.tables import read_table


def table_file(case: Case) -> None:
    """Read a file of a table, sound or harmed."""
    made = (random_csv if case.chance(0.7) else random_other)(case, case.folder)
    case.blame(made.name, "column")
    if case.chance(0.4):
        harmed(case, made.path)
        made.plain = False
    encoding = case.one_of(
        [made.encoding], ["ascii", "utf-7", "nobody", "", "rot13", "hex", "utf-16"], 0.05
    )
    made.plain &= encoding == made.encoding
    if encoding != made.encoding:
        case.blame(repr(encoding))
    frame = read_table(made.path, encoding=encoding)
    assert len(set(frame.columns)) == frame.shape[1] >= 2
    if made.plain:
        check_table(frame, made)


def check_table(frame: pd.DataFrame, made: RandomFile) -> None:
    assert list(frame.columns) == [name.strip() for name in made.header], list(frame.columns)
    cells = [row for row in made.rows if any(row)]
    assert len(frame) == len(cells), (len(frame), len(cells))
    for place, kind in enumerate(made.kinds):
        found = frame.iloc[:, place].tolist()
        written = [row[place] for row in cells]
        if kind in ("number", "whole"):
            assert all(map(_same_number, found, written)), (made.header[place], found, written)
        elif any(map(_is_word, written)):
            assert all(map(_same_text, found, written)), (made.header[place], found, written)


def _same_number(found: Any, text: str) -> bool:
    if text in MISSING:
        return bool(pd.isna(found))
    return math.isclose(float(found), float(text), rel_tol=1e-12)


def _is_word(text: str) -> bool:
    return text in ("no", "yes", "red", "green", "blue")


def _same_text(found: Any, text: str) -> bool:
    return bool(pd.isna(found) or found == "") if not text.strip() else found == text.strip()
