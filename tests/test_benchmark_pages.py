"""The pages on speed and quality show tracked results, and how to have them again."""

import re
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *(ROOT / "benchmarks").rglob("*.[mp][dy]")]


@pytest.mark.parametrize("name", ["forest", "quality"])
def test_a_page_shows_the_tracked_results(name, tmp_path, capsys):
    (tmp_path / "images").mkdir()
    page = shutil.copy(ROOT / "docs" / f"{name}.md", tmp_path)
    import_module(f"benchmarks.{name}.report").main(tmp_path)
    shown = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert Path(page).read_text(encoding="utf-8") == shown, (
        f"run `python -m benchmarks.{name}.report docs`"
    )


def commands():
    found = {
        name
        for place in PLACES
        for name in re.findall(r"python -m (benchmarks[.\w]*\w)", place.read_text(encoding="utf-8"))
    }
    return sorted(found)


@pytest.mark.parametrize("name", commands())
def test_a_command_that_is_told_somewhere_starts_a_benchmark(name):
    spec = find_spec(name)
    if spec.submodule_search_locations:
        spec = find_spec(f"{name}.__main__")
    assert '__name__ == "__main__"' in Path(spec.origin).read_text(encoding="utf-8")
    assert callable(import_module(spec.name).main)
