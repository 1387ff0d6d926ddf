"""Random files of tables: CSV in every dialect, Excel, Parquet and Feather, with what they hold."""

import csv
import gzip
import io
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from fuzz.case import Case

NAMES = ["age", "TSH", "blood pressure", "größe", "v1", "v2", "a.b", "T3 (nmol)", "x_1"]
ODD_NAMES = [
    "",
    " ",
    "a,b",
    "a;b",
    'say "x"',
    "two\nlines",
    "1",
    "-",
    "NaN",
    "=1+1",
    "#no",
    "x" * 300,
]
MISSING = ["", "NA", "?", "NaN", "-"]
WORDS = ["red", "green", "blue", "light blue", "größer", "=1+1", "-x", "@a", "+1 a", "'"]
ODD_CELLS = [
    'say "x"',
    "two\nlines",
    "a,b",
    "a;b",
    "a\tb",
    "\x1b[31m",
    "🩸",
    "\u202e",
    "12o",
    "1.234,5",
]
ENCODINGS = {
    None: ["utf-8", "utf-8", "utf-8", "utf-8-sig"],
    "latin-1": ["latin-1"],
    "utf-16": ["utf-16"],
    "cp1252": ["cp1252"],
}


@dataclass(kw_only=True)
class RandomFile:
    """A file with a table, and what it is known to hold."""

    path: Path
    header: list[str]
    rows: list[list[str]]  # as text
    kinds: list[str]
    encoding: str | None = None
    plain: bool = True  # whether what is read can be foretold

    @property
    def name(self) -> str:
        return self.path.name


def random_cells(
    case: Case, n_rows: int, *, odd: float
) -> tuple[list[str], list[list[str]], list[str]]:
    n_columns = case.rng.randint(2, 6)
    header = [case.one_of([name], ODD_NAMES, odd) for name in case.rng.sample(NAMES, n_columns)]
    kinds = ["classes", *(case.rng.choice(["number", "whole", "text"]) for _ in header[1:])]
    rows = [[_cell(case, kind, place, odd) for kind in kinds] for place in range(n_rows)]
    if not any(kind in ("number", "whole") for kind in kinds):
        kinds[1] = "number"
        for row in rows:
            row[1] = _cell(case, "number", 0, 0)
    return header, rows, kinds


def random_length(case: Case) -> int:
    return case.one_of([12, 30, 60], [0, 1, 6], 0.3)


def _cell(case: Case, kind: str, place: int, odd: float) -> str:
    if kind == "classes":
        return ["no", "yes"][place % 2]
    if case.chance(0.05):
        return case.rng.choice(MISSING if kind != "text" else [""])
    if case.chance(odd):
        return case.rng.choice(ODD_CELLS)
    if kind == "text":
        return case.rng.choice(WORDS)
    amount = case.rng.gauss(0, 10)
    return str(round(amount)) if kind == "whole" else f"{amount:.{case.rng.randint(1, 6)}f}"


def random_csv(case: Case, folder: Path, name: str = "table") -> RandomFile:
    """Write a CSV file in some dialect; what stands above the header is no part of the table."""
    odd = case.rng.choice([0, 0, 0.05])
    header, rows, kinds = random_cells(case, random_length(case), odd=odd)
    text = io.StringIO()
    delimiter = case.rng.choice([",", ",", ";", "\t", "|"])
    quoting = case.rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    ends = case.rng.choice(["\r\n", "\n"])
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator=ends)
    above = case.rng.choice([[], [], [], ["empty"], ["empty", "empty"], ["sep"], ["bare"]])
    for what in above:
        blank = {"empty": delimiter * (len(header) - 1), "sep": f"sep={delimiter}", "bare": ""}
        text.write(blank[what] + ends)
    writer.writerows([header, *rows])
    encoding = case.rng.choice([None, None, None, *ENCODINGS])
    ending = case.rng.choice(["csv", "csv", "txt", "tsv", "CSV", "csv.gz"])
    path = folder / f"{name}.{ending}"
    data = text.getvalue().encode(case.rng.choice(ENCODINGS[encoding]), "replace")
    path.write_bytes(gzip.compress(data) if ending.endswith("gz") else data)
    case.tell(csv=data[:1500], encoding=encoding, path=path.name)
    plain = not odd and len(rows) >= 6
    return RandomFile(
        path=path, header=header, rows=rows, kinds=kinds, encoding=encoding, plain=plain
    )


def random_other(case: Case, folder: Path, name: str = "table") -> RandomFile:
    """Write an Excel, Parquet or Feather file."""
    odd = case.rng.choice([0, 0, 0.05])
    header, rows, kinds = random_cells(case, random_length(case), odd=odd)
    frame = pd.DataFrame(rows, columns=header, dtype=object)
    if len(set(header)) == len(header):
        for column, kind in zip(header, kinds, strict=True):
            if kind in ("number", "whole"):
                frame[column] = pd.to_numeric(frame[column], errors="coerce")
    ending = case.rng.choice(["xlsx", "parquet", "feather"])
    path = folder / f"{name}.{ending}"
    case.tell(frame=frame.to_dict("list"), path=path.name)
    try:
        WRITERS[ending](case, frame, path)
    except Exception:  # the writer refuses what is odd
        frame.to_csv(path.with_suffix(".csv"), index=False)
        path = path.with_suffix(".csv")
    formulas = path.suffix == ".xlsx" and any(cell.startswith("=") for row in rows for cell in row)
    plain = not odd and len(rows) >= 6 and not formulas
    return RandomFile(path=path, header=header, rows=rows, kinds=kinds, plain=plain)


def _to_excel(case: Case, frame: pd.DataFrame, path: Path) -> None:
    """Write a workbook, now and then with rows above the table, or with a second sheet."""
    with pd.ExcelWriter(path) as book:
        frame.to_excel(book, index=False, startrow=case.rng.choice([0, 0, 2]), sheet_name="data")
        if case.chance(0.2):
            frame.iloc[:1].to_excel(book, index=False, sheet_name="more")


WRITERS = {
    "xlsx": _to_excel,
    "parquet": lambda case, frame, path: frame.to_parquet(path),
    "feather": lambda case, frame, path: frame.to_feather(path),
}
