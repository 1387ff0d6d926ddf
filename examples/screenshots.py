"""Pictures of the report in a real browser: light, dark and on a phone.

    python examples/screenshots.py [FOLDER]

Searches the breast cancer data, opens its report in Chromium and writes report-light.png,
report-dark.png and report-phone.png to FOLDER (default: demo).
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from pennyweight import BudgetSearch
from pennyweight.datasets import breast_cancer

LOOKS = {
    "light": {"viewport": {"width": 1280, "height": 1290}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 1290}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}


def main(folder: str = "demo") -> None:
    """Search, write the report and take its pictures."""
    data = breast_cancer()
    search = BudgetSearch(prices=data.prices, n_jobs=-1, random_state=0).fit(data.X, data.y)
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "report.html"
        search.report(report, title="Breast cancer: what is each measurement worth?")
        photograph(report, Path(folder))


def photograph(report: Path, folder: Path) -> None:
    """Open a report in each look and write what is seen."""
    folder.mkdir(parents=True, exist_ok=True)
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=as_root)
        for name, look in LOOKS.items():
            page = browser.new_page(**look)
            page.goto(report.as_uri())
            page.wait_for_selector("#staircase .plot-container")
            page.wait_for_timeout(500)
            page.screenshot(path=folder / f"report-{name}.png")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
