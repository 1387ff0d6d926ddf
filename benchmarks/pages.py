"""Tables on a page of the documentation, between marks: written from results, never by hand."""

import re
from pathlib import Path

import pandas as pd


def markdown(table: pd.DataFrame) -> str:
    header = [table.index.name or "", *table.columns]
    lines = [header, ["---"] * len(header), *([i, *row] for i, *row in table.itertuples())]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def put_in(page: Path, parts: dict[str, str]) -> None:
    """Replace what is between the marks of each part."""
    text = page.read_text(encoding="utf-8")
    for name, part in parts.items():
        marks = rf"(<!-- {name} -->\n).*?(\n<!-- end -->)"
        text, found = re.subn(
            marks, lambda m, part=part: f"{m[1]}\n{part}\n{m[2]}", text, flags=re.DOTALL
        )
        if not found:
            raise ValueError(f"{page} has no place for {name!r}: <!-- {name} --> ... <!-- end -->")
    page.write_text(text, encoding="utf-8")
