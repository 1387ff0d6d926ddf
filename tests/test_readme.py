"""The pages outside the documentation site have links too; these must lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "CONTRIBUTING.md", "benchmarks/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text)]
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
    assert not missing


def test_no_page_has_a_placeholder_left():
    for page in [*PAGES, *(ROOT / "docs").glob("*.md")]:
        shouting = re.findall(r"^[A-Z]{5,}$", (ROOT / page).read_text(encoding="utf-8"), re.M)
        assert not shouting
