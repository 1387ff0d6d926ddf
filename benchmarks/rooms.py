"""Through how many files of the package common calls run: how scattered their paths are.

    python -m benchmarks.rooms           # the counts
    python -m benchmarks.rooms --files   # and the files, by room

A profiler on the main thread notes each file of which a function is called; with one job, all runs
there. Files that are only imported do not count, and the forest is compiled before.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

from sklearn.datasets import load_breast_cancer

import pennyweight
from pennyweight import BudgetSearch
from pennyweight.cli import app

SOURCE = Path(pennyweight.__file__).parent


def files_of(call: Callable[[], Any]) -> set[str]:
    """Return the files of the package that run in a call."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            found.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    inside = [Path(name) for name in found if Path(name).is_relative_to(SOURCE)]
    return {path.relative_to(SOURCE).as_posix() for path in inside}


def on_the_command_line(*words: object) -> None:
    with suppress(SystemExit), redirect_stdout(StringIO()):
        app([str(word) for word in words])


def calls(folder: Path) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield what users do, in turn: each goes on from the one before."""
    data = load_breast_cancer(as_frame=True)
    X, y = data.data.iloc[:240, :8], data.target[:240]
    prices = {name: 1.0 + place for place, name in enumerate(X.columns)}
    dearer = prices | {X.columns[0]: 9.0}
    search = BudgetSearch(prices=prices, effort=60, n_jobs=1, random_state=0).fit(X, y)
    yield "fit", lambda: search.fit(X, y)
    yield "reprice", lambda: search.reprice(dearer)
    yield "report", lambda: search.report(folder / "report.html")
    yield "schedule.reprice", lambda: search.schedule_.reprice(dearer)
    X.assign(y=y).to_csv(folder / "data.csv", index=False)
    search.prices_.to_frame().to_csv(folder / "prices.csv", index=False)
    words = ["fit", folder / "data.csv", "--target", "y", "--prices", folder / "prices.csv"]
    words += ["--effort", 60, "--jobs", 1, "--quiet", "--out", folder / "run"]
    yield "command-line fit", lambda: on_the_command_line(*words)


def main(*given: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        for what, call in calls(Path(name)):
            files = files_of(call)
            print(f"{what:16} {len(files):3} files", flush=True)
            if "--files" in given:
                rooms = Counter(file.partition("/")[0] for file in files)
                print("   ", ", ".join(f"{room} {n}" for room, n in sorted(rooms.items())))
                print("   ", *sorted(files))


if __name__ == "__main__":
    main(*sys.argv[1:])
