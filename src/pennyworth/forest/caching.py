"""Compiled code is kept on disk, in a folder that changes with the sources.

Numba looks only at the file of the function that is called, and would go on using code that was
compiled from older versions of what it calls.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba import config, njit

from pennyworth.forest.numbers import ENTRY

HERE = Path(__file__).parent


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and keep the result on disk."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        return njit(**ENTRY, cache=True)(function)
    finally:
        config.CACHE_DIR = before


@cache
def cache_folder() -> Path:
    """Return where to keep code compiled from these sources: beside them, if that can be."""
    sources = sorted(HERE.glob("*.py"))
    text = b"".join(source.read_bytes() for source in sources)
    name = f"compiled-{hashlib.sha256(text).hexdigest()[:16]}"
    user = getattr(os, "getuid", lambda: 0)()
    for folder in (HERE / "__pycache__", Path(tempfile.gettempdir()) / f"pennyworth-{user}"):
        try:
            (folder / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder / name, os.W_OK):
            return folder / name
    return Path(tempfile.mkdtemp())
