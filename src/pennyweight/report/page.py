"""From a summary to one self-contained HTML page: the template, its parts filled in."""

import base64
import hashlib
import json
import re
from dataclasses import asdict
from html import escape
from importlib.resources import files

from pennyweight.optional import require
from pennyweight.report.summary import ReportSummary

SCRIPTS = (
    "pricing.js",
    "luck.js",
    "model.js",
    "words.js",
    "dom.js",
    "files.js",
    "theme.js",
    "staircase.js",
    "charts.js",
    "panel.js",
    "tables.js",
    "page.js",
)
# What could end a script element or start a comment in one.
MARKUP = re.compile("[<>&]")
SLOT = re.compile(r"\{\{ (\w+) \}\}")


def render(summary: ReportSummary) -> str:
    """Return the page; it asks nothing of the network, and runs no script but its own."""
    scripts = [_plotting_library(), *map(_asset, SCRIPTS)]
    parts = {
        "title": escape(summary.details.title),
        "policy": _policy(scripts),
        "style": _asset("style.css"),
        "data": as_json(summary),
        "scripts": "\n".join(f"<script>{script}</script>" for script in scripts),
    }
    return SLOT.sub(lambda slot: parts[slot[1]], _asset("page.html"))


def as_json(summary: ReportSummary) -> str:
    """Return the summary as JSON that can stand inside a script element."""
    text = json.dumps(asdict(summary), allow_nan=False, separators=(",", ":"))
    return MARKUP.sub(lambda mark: f"\\u{ord(mark[0]):04x}", text)


def _policy(scripts: list[str]) -> str:
    """Allow the scripts that are in the page, by their hashes, and nothing from elsewhere."""
    hashes = " ".join(f"'sha256-{_hash(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data: blob:"
    )


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _asset(name: str) -> str:
    return (files("pennyweight.report") / "assets" / name).read_text(encoding="utf-8")


def _plotting_library() -> str:
    return str(require("plotly.offline", extra="report").get_plotlyjs())
