"""Compiled code of the forest is kept on disk, in a folder that changes with the sources."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pennyweight.files import caches
from pennyweight.learners.forest.compiled.numbers import ENTRY

SOURCES = tuple(sorted(Path(__file__).parent.glob("*.py")))


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and keep the result on disk."""
    return caches.compiled(function, SOURCES, ENTRY)
