"""What a result was made with: the commit, the machine's shape, the versions."""

import os
import platform
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ("numpy", "numba", "scikit-learn")


@cache
def commit() -> str:
    """Return the commit of the code; a plus says that the code was changed after it."""
    try:
        head = _git("rev-parse", "--short=9", "HEAD")
        changed = _git("status", "--porcelain", "--", "src", "experiments/*.py", "experiments/r")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return head + "+" * bool(changed)


def _git(*words: str) -> str:
    told = subprocess.run(
        ["git", *words], cwd=HERE.parent, capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


@cache
def machine() -> str:
    """Return the machine's shape in one line; no names, no paths."""
    packages = [f"{name} {version(name)}" for name in PACKAGES]
    cores = f"{os.cpu_count()} cores"
    return "; ".join([cores, platform.system(), f"Python {platform.python_version()}", *packages])
