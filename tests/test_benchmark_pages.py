"""The pages on speed and quality show the tracked results of the benchmarks."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["forest", "quality"])
def test_a_page_shows_the_tracked_results(name, tmp_path):
    (tmp_path / "images").mkdir()
    page = shutil.copy(ROOT / "docs" / f"{name}.md", tmp_path)
    report = ROOT / "benchmarks" / f"{name}_report.py"
    subprocess.run([sys.executable, str(report), str(tmp_path)], check=True, capture_output=True)
    shown = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert Path(page).read_text(encoding="utf-8") == shown, (
        f"run `python benchmarks/{name}_report.py docs`"
    )
