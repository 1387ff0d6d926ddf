"""What a search with a store survives, and what the store costs.

    python -m benchmarks.store.faults             # all of it, some ten minutes
    python -m benchmarks.store.faults kills 50    # one part

Writes benchmarks/results/faults_<part>.csv. Small and read-only disks are mounted (tmpfs), which
takes the rights of root.
"""

import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier

from benchmarks import RESULTS_FOLDER
from pennyweight import BudgetSearch, Evaluation, EvaluationStore, ModelSchedule
from pennyweight.exceptions import StoreError
from pennyweight.run import RunFolder, load_model, model_name
from pennyweight.store import place_of

PRICES = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]


def search(store: Any = None, **settings: Any) -> BudgetSearch:
    """Return a search of 300 subsets, which takes some 10 seconds on one core."""
    fixed = {"sequences": "exhaustive", "effort": [300], "random_state": 0, "store": store}
    return BudgetSearch(RandomForestClassifier(200), prices=PRICES, **(fixed | settings))


def data() -> tuple[np.ndarray, np.ndarray]:
    X, y = make_classification(12_000, 12, n_informative=8, flip_y=0.2, random_state=0)
    return X, y


def count(path: Path) -> int:
    """Count the evaluations of a whole file; none stands twice."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute("SELECT problem, subset, trees FROM evaluations").fetchall()
    assert len(set(rows)) == len(rows)
    return len(rows)


def run(path: str, result: str) -> None:
    """Search, and print a line for every evaluation that had to be made."""

    class Telling(EvaluationStore):
        def put(self, *given: Any) -> None:
            super().put(*given)
            print("evaluated", flush=True)

    print("ready", flush=True)
    search(Telling(path)).fit(*data()).schedule_.save(result)


def start(path: Path, result: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "benchmarks.store.faults", "run", str(path), str(result)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def kills(times: str = "50") -> pd.DataFrame:
    """Kill a search at random moments, and run it again; when it ends, begin with a new store."""
    rng, rows, stores = random.Random(0), [], 0
    expected = search().fit(*data()).schedule_
    evaluations = sum(1 + len(e.rounds) for e in expected.evaluations)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "0.sqlite"
        while len(rows) < int(times) or path.exists():
            result = path.with_suffix(".json")
            before = count(path) if path.exists() else 0
            running = start(path, result)
            assert running.stdout is not None
            running.stdout.readline()
            moment = rng.uniform(0, 1.5)
            with suppress(subprocess.TimeoutExpired):
                running.wait(moment if len(rows) < int(times) else None)
            running.kill()
            evaluated = running.stdout.read().count("evaluated")
            running.wait()
            after = count(path) if path.exists() else 0
            if result.exists():
                assert ModelSchedule.load(result) == expected
                assert after == evaluations
                stores += 1
                path = Path(folder) / f"{stores}.sqlite"
                continue
            assert after >= before
            lost = before + evaluated - after
            rows.append((len(rows), stores, moment, before, evaluated, after, lost))
    columns = ["kill", "store", "second", "stored_before", "evaluated", "stored_after", "lost"]
    table = pd.DataFrame(rows, columns=columns)
    print(f"{stores} searches ended with the schedule of an uninterrupted run")
    return table


def together(times: str = "5") -> pd.DataFrame:
    """Let two processes search the same problem on the same store at once."""
    expected, rows = search().fit(*data()).schedule_, []
    for number in range(int(times)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.sqlite"
            results = [Path(folder) / f"{i}.json" for i in range(2)]
            running = [start(path, result) for result in results]
            evaluated = [each.communicate()[0].count("evaluated") for each in running]
            same = [ModelSchedule.load(result) == expected for result in results]
            rows.append((number, *evaluated, count(path), all(same)))
    columns = ["run", "evaluated_by_one", "evaluated_by_other", "stored", "identical"]
    return pd.DataFrame(rows, columns=columns)


def fit(folder: Path, run: Path) -> "subprocess.Popen[str]":
    """Start `pennyweight fit` on the command line, with a folder that holds data and prices."""
    command = [sys.executable, "-c", "from pennyweight.cli import main; main()", "fit"]
    command += [str(folder / "data.csv"), "--target", "y", "--prices", str(folder / "prices.csv")]
    command += ["--effort", "80", "--jobs", "1", "--quiet", "--out", str(run)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@contextmanager
def folder_of_data() -> Iterator[Path]:
    """Give a folder with a table, a price list, and a run that nobody has disturbed."""
    X, y = make_classification(3000, 8, n_informative=5, flip_y=0.2, random_state=0)
    frame = pd.DataFrame(X, columns=[f"v{i}" for i in range(8)]).assign(y=y)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        frame.to_csv(folder / "data.csv", index=False)
        prices = pd.DataFrame({"variable": frame.columns[:-1], "price": PRICES[:8]})
        prices.to_csv(folder / "prices.csv", index=False)
        assert fit(folder, folder / "whole").wait() == 0
        yield folder


def is_whole(run: Path, expected: Path) -> bool:
    """Tell whether a finished run has the expected schedule and each of its models, and no more."""
    here, there = RunFolder(run), RunFolder(expected)
    for model in here.schedule:
        load_model(run / "models" / f"{model_name(model)}.skops")
    files = [sorted(path.name for path in each.rglob("*")) for each in (run, expected)]
    return here.schedule == there.schedule and files[0] == files[1]


def run_kills(times: str = "50") -> pd.DataFrame:
    """Kill each `fit` in its first second, in the first second of its folder, and anywhere."""
    rng, rows = random.Random(0), []
    with folder_of_data() as folder:
        began = time.perf_counter()
        assert fit(folder, folder / "again").wait() == 0
        whole, runs, killed = time.perf_counter() - began, 0, 0
        run = folder / "run 0"
        while len(rows) < int(times) or killed:
            running = fit(folder, run)
            while killed == 1 and running.poll() is None and not run.exists():
                time.sleep(0.001)
            moment = rng.uniform(0, (1.0, 1.0, whole)[killed % 3])
            with suppress(subprocess.TimeoutExpired):
                running.wait(moment if len(rows) < int(times) and killed < 3 else None)
            running.kill()
            _, said = running.communicate()
            if running.returncode == 0:
                assert is_whole(run, folder / "whole")
                runs, killed = runs + 1, 0
                run = folder / f"run {runs}"
                continue
            assert running.returncode < 0, said  # it was killed, and never refused the folder
            since = ("start", "folder", "start")[killed]
            killed += 1
            found = run / "evaluations.sqlite"
            evaluations = count(found) if found.exists() and found.stat().st_size else 0
            rows.append((len(rows), runs, since, moment, stage(run), evaluations))
    print(f"{runs} runs ended with the schedule, models and files of an undisturbed run")
    columns = ["kill", "run", "since", "second", "stage", "stored"]
    return pd.DataFrame(rows, columns=columns)


def stage(run: Path) -> str:
    """Tell how far a run is, by the files that are there."""
    for file in ("schedule.json", "details.json", "evaluations.sqlite", "settings.toml", "models"):
        if (run / file).exists():
            return file
    return "a folder" if run.exists() else "nothing"


def run_together(times: str = "15") -> pd.DataFrame:
    """Let two `fit` write to one run folder, the second a little later than the first."""
    rng, rows = random.Random(0), []
    with folder_of_data() as folder:
        for number in range(int(times)):
            run, later = folder / f"run {number}", rng.uniform(0, 3)
            first = fit(folder, run)
            time.sleep(later)
            second = fit(folder, run)
            said = [running.communicate()[1].strip() for running in (first, second)]
            codes = first.returncode, second.returncode
            whole = is_whole(run, folder / "whole")
            refusal = next((text for text in said if text), "").replace(str(run), "run")
            rows.append(
                (number, later, *codes, whole, re.sub(r"process \d+ on .*?;", "...;", refusal))
            )
    columns = ["pair", "seconds_later", "exit_of_one", "exit_of_other", "whole", "said"]
    return pd.DataFrame(rows, columns=columns)


@contextmanager
def disk(options: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def message(path: Path, **settings: Any) -> str:
    try:
        search(path, **settings).fit(*data())
    except StoreError as error:
        return str(error).replace(str(path), "run.sqlite")
    return "no error"


def harming(path: Path, harm: Any) -> Any:
    """Do harm to a file after 20 subsets."""

    def callback(progress: Any) -> None:
        if progress.subsets == 20 and path.exists():
            harm(path)

    return callback


def errors() -> pd.DataFrame:
    """Collect what users are told, and how many evaluations the file still holds."""
    rows = []
    with disk("size=100k") as folder:
        path = folder / "run.sqlite"
        rows.append(("disk full", message(path), count(path)))
    with disk("size=1m,ro") as folder:
        rows.append(("read-only disk", message(folder / "run.sqlite"), 0))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "run.sqlite"
        told = message(path, effort=[60, harming(path, Path.unlink)])
        rows.append(("deleted while running", told, 0))
    for size in (0, 8192):
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "run.sqlite"
            search(path, effort=[40]).fit(*data())
            cut = harming(path, lambda p, size=size: os.truncate(p, size))
            told = message(path, effort=[60, cut])
            rows.append((f"cut to {size} bytes while running", told, 0))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "run.sqlite"
        path.write_text("something else")
        rows.append(("not a store", message(path), 0))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "run.sqlite"
        search(path, effort=[5]).fit(*data())
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
        rows.append(("of a newer version", message(path), count(path)))
    return pd.DataFrame(rows, columns=["fault", "message", "still_held"])


class Timed(EvaluationStore):
    """A store that knows how long it has kept others waiting."""

    seconds = 0.0

    def _timed(self, method: Any, *given: Any) -> Any:
        began = time.perf_counter()
        try:
            return method(*given)
        finally:
            self.seconds += time.perf_counter() - began

    def shelf(self, *given: Any) -> Any:  # noqa: D102
        return self._timed(super().shelf, *given)

    def put(self, *given: Any) -> None:  # noqa: D102
        self._timed(super().put, *given)

    def close(self) -> None:  # noqa: D102
        self._timed(super().close)


def overhead(times: str = "9") -> pd.DataFrame:
    """Search 2,000 subsets of 2,000 rows with a store, and see how long it takes to keep them."""
    X, y = make_classification(2000, 11, random_state=0)
    rows = []
    for _ in range(int(times)):
        with tempfile.TemporaryDirectory() as folder:
            store = Timed(Path(folder) / "run.sqlite")
            forest = RandomForestClassifier(100)
            quick = BudgetSearch(
                forest, sequences="exhaustive", effort=2000, random_state=0, store=store
            )
            began = time.perf_counter()
            quick.fit(X, y)
            total = time.perf_counter() - began
            began = time.perf_counter()
            quick._evaluator.fingerprints()
            spent = store.seconds + time.perf_counter() - began
        rows.append((total, spent, 100 * spent / (total - spent)))
    middle = [statistics.median(values) for values in zip(*rows, strict=True)]
    columns = ["subsets", "seconds", "of_these_for_the_store", "percent"]
    return pd.DataFrame([(2000, *middle)], columns=columns)


def reading(n: str = "100000") -> pd.DataFrame:
    """Open a store of 100,000 evaluations of 40 variables, and ask for all of them."""
    rng = np.random.default_rng(0)
    subsets = {tuple(np.flatnonzero(rng.random(40) < 0.3).tolist()) for _ in range(2 * int(n))}
    chosen = sorted(subsets - {()})[: int(n)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.sqlite"
        with EvaluationStore(path) as store:
            store.shelf("it", {"estimator": "forest"})
            for s, scores in zip(chosen, rng.random((len(chosen), 10)).tolist(), strict=True):
                found = Evaluation(subset=s, estimator="forest", scores=tuple(scores), trees=32)
                store.put("it", place_of(s, 32), found)
        began = time.perf_counter()
        with EvaluationStore(path) as store:
            shelf = store.shelf("it", {"estimator": "forest"})
            opened = time.perf_counter() - began
            asked = [shelf.get(place_of(s, 32), "forest") for s in chosen]
        total, size = time.perf_counter() - began, path.stat().st_size
    assert None not in asked
    row = (len(asked), size / 2**20, opened, total)
    columns = ["evaluations", "megabytes", "seconds_to_open", "seconds_to_have_read_all"]
    return pd.DataFrame([row], columns=columns)


PARTS = {
    "kills": kills,
    "together": together,
    "run_kills": run_kills,
    "run_together": run_together,
    "errors": errors,
    "overhead": overhead,
    "reading": reading,
}


def main(*given: str) -> None:
    if given[:1] == ("run",):
        run(*given[1:])
        return
    RESULTS_FOLDER.mkdir(exist_ok=True)
    for name in given[:1] or PARTS:
        table = PARTS[name](*given[1:])
        table.to_csv(RESULTS_FOLDER / f"faults_{name}.csv", index=False, float_format="%.4g")
        print(name, table.to_string(index=False), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
