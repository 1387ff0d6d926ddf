"""A short run for the test suite, in a process of its own that nothing else has touched."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = str(Path(__file__).parents[1])


def half_a_minute_of(*attacks: str) -> str:
    """Return what the run told, which ends with a summary; it has to find nothing."""
    path = os.pathsep.join([TESTS, os.environ.get("PYTHONPATH", "")])
    settings = {"PYTHONPATH": path, "FUZZ_SECONDS": "30", "FUZZ_LIMIT": "60", "FUZZ_SEED": "0"}
    command = [sys.executable, "-m", "fuzz", *attacks]
    ended = subprocess.run(
        command, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
