"""The page of the documentation: its tables are written from the results, never by hand."""

import re
from pathlib import Path

from experiments.agreement import report
from experiments.recording import NotRunYet
from experiments.settings import HERE, Settings
from experiments.tables import TABLES

PAGE = HERE.parent / "docs" / "experiments.md"
PLACE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
NOTHING = "*Not run yet.*"


def filled(text: str, settings: Settings) -> str:
    """Return the page with its tables as the results have them now."""

    def table(place: re.Match[str]) -> str:
        try:
            made = TABLES[place[2]](settings)
        except NotRunYet:
            made = NOTHING
        return f"{place[1]}\n{made}\n\n{place[3]}"

    return PLACE.sub(table, text)


def draw(settings: Settings, page: Path = PAGE) -> None:
    """Write the page; after a quick run, tell whether its results agree with the tracked ones."""
    if settings.quick:
        print(report(settings))
        return
    page.write_text(filled(page.read_text(encoding="utf-8"), settings), encoding="utf-8")
