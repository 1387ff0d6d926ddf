"""A real browser for tests: opens a page from disk, and notes whatever it should not do."""

import os
import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@contextmanager
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=as_root)
        try:
            yield started
        finally:
            started.close()


class Visitor:
    """Opens pages; `complaints` has every error on the console and every request to a network."""

    def __init__(self, started):
        self.started = started
        self.complaints: list[str] = []

    def open(self, path: Path, *, width=1280, height=900, scheme="light"):
        page = self.started.new_page(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._note_request(request.url))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        page.goto(path.as_uri())
        page.wait_for_selector("#staircase .plot-container")
        return page

    def _note(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(f"{kind}: {text}")

    def _note_request(self, address: str) -> None:
        if not address.startswith(("file:", "data:", "blob:")):
            self.complaints.append(f"request: {address}")
