"""Runs the Python code in the pages here and in docs/, page by page, in a folder of its own."""

import os
import tempfile
from pathlib import Path
from typing import Any

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser


def enter_empty_folder(namespace: dict[str, Any]) -> None:
    """Let a page write files without leaving any behind."""
    namespace["_home"] = Path.cwd()
    namespace["_folder"] = tempfile.TemporaryDirectory()
    os.chdir(namespace["_folder"].name)


def leave_folder(namespace: dict[str, Any]) -> None:
    """Go back to where the tests started."""
    os.chdir(namespace["_home"])
    namespace["_folder"].cleanup()


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()],
    patterns=["README.md", "CONTRIBUTING.md", "docs/*.md"],
    setup=enter_empty_folder,
    teardown=leave_folder,
).pytest()
