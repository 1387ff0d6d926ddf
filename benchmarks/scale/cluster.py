"""What it costs to spread a search over workers, and how far that goes.

    python -m benchmarks.scale.cluster overhead    # milliseconds for each chunk, bytes that travel
    python -m benchmarks.scale.cluster speed       # one worker against two, on this machine
    python -m benchmarks.scale.cluster simulation  # more workers than there are here

Writes benchmarks/results/cluster_<part>.csv.
"""

import heapq
import math
import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import joblib
import pandas as pd
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier

from benchmarks import RESULTS_FOLDER
from pennyweight import BudgetSearch
from pennyweight.parallel import Spreading, spreading, transports

BACKENDS = ["loky", "dask", "ray"]


@contextmanager
def workers(backend: str, n: int) -> Iterator[None]:
    """Start a cluster of `n` worker processes on this machine."""
    if backend == "dask":
        from distributed import Client, LocalCluster  # noqa: PLC0415

        settings = {"threads_per_worker": 1, "dashboard_address": None}
        with (
            LocalCluster(n_workers=n, **settings) as cluster,
            Client(cluster),
            joblib.parallel_config(backend="dask"),
        ):
            yield
    elif backend == "ray":
        import ray  # noqa: PLC0415
        from ray.util.joblib import register_ray  # noqa: PLC0415

        register_ray()
        ray.init(num_cpus=n, include_dashboard=False, log_to_driver=False)
        with joblib.parallel_config(backend="ray"):
            yield
        ray.shutdown()
    else:
        with joblib.parallel_config(backend=backend, n_jobs=n):
            yield


class Nothing:
    """Does nothing, and weighs as much as it is told."""

    def __init__(self, weight: int) -> None:
        self.ballast = os.urandom(weight)
        self.spreading = Spreading(self)

    def nothing(self, i: int) -> int:
        """Return what was given."""
        return i

    def times(self, n: int) -> float:
        """Return the seconds that `n` calls take, two workers being ready."""
        jobs = [(i,) for i in range(n)]
        began = time.perf_counter()
        done = list(self.spreading.as_done(Nothing.nothing, jobs, 2, compiled=True))
        assert len(done) == n
        return time.perf_counter() - began


def overhead() -> pd.DataFrame:
    """Time chunks of one call each, and the first call of an object of 100 MB."""
    spreading.SECONDS_IN_A_CHUNK = 1e-9  # one call a chunk
    rows = []
    for backend in BACKENDS:
        with workers(backend, 2):
            light = Nothing(1)
            light.times(50)
            each = statistics.median(light.times(400) / 400 for _ in range(5))
            heavy = [Nothing(100 * 2**20).times(8) for _ in range(3)]
        rows.append((backend, 1000 * each, statistics.median(heavy)))
    columns = ["backend", "milliseconds_for_each_chunk", "seconds_for_100_MB_to_2_workers"]
    return pd.DataFrame(rows, columns=columns)


def speed(times: str = "3") -> pd.DataFrame:
    """Search with one worker and with two, in turn; the schedules are the same."""
    X, y = make_classification(20_000, 30, n_informative=10, random_state=0)
    forest = RandomForestClassifier(128)
    search = BudgetSearch(forest, random_state=0, stop_early=False, effort=60)
    expected = search.fit(X, y).schedule_
    rows = []
    working = counted_work()
    for backend in BACKENDS:
        seconds: dict[int, list[float]] = {1: [], 2: []}
        busy = []
        for n, _ in zip(cycle(seconds), range(2 * int(times)), strict=False):
            with workers(backend, n):
                BudgetSearch(RandomForestClassifier(5), effort=5).fit(X, y)  # start the processes
                began = time.perf_counter()
                working.clear()
                assert search.fit(X, y).schedule_ == expected
                seconds[n].append(time.perf_counter() - began)
                busy += [sum(working) / seconds[n][-1]] if n == 2 else []
        one, two = min(seconds[1]), min(seconds[2])
        rows.append((backend, len(expected.evaluations), one, two, one / two, max(busy)))
    columns = ["backend", "subsets", "seconds_with_1", "seconds_with_2", "speed_up", "busy_of_2"]
    return pd.DataFrame(rows, columns=columns)


def counted_work() -> list[float]:
    """Return a list that fills with the seconds of all chunks.

    Their sum over the time that has passed is how many workers were busy, whatever else the
    machine has to do.
    """
    seconds: list[float] = []

    def counting(run: Any) -> Any:
        def counted(self: Any, chunks: Any) -> Any:
            for chunk, outcome in run(self, chunks):
                seconds.append(outcome.seconds)
                yield chunk, outcome

        return counted

    for kind in (transports.JoblibTransport, transports.DaskTransport, transports.RayTransport):
        kind.run = counting(kind.run)  # type: ignore[method-assign]
    return seconds


def simulation() -> pd.DataFrame:
    """Simulate larger clusters, with the costs that were measured here."""
    measured = pd.read_csv(RESULTS_FOLDER / "cluster_overhead.csv").set_index("backend").loc["dask"]
    chunk = float(measured["milliseconds_for_each_chunk"]) / 1000
    rows = [
        (n_rows, n_variables, n, *simulated(n_rows, n_variables, n, chunk))
        for n_rows, n_variables in ((10_000, 30), (100_000, 100), (1_000_000, 300))
        for n in (1, 8, 32, 128, 512)
    ]
    columns = ["rows", "variables", "workers", "subsets", "seconds", "efficiency"]
    return pd.DataFrame(rows, columns=columns)


SECONDS_A_ROW = 6e-7  # for each tree, see `scaling.csv`
NETWORK = 1e9 / 8  # bytes a second
TREES, FIRST = 500, 16
SEQUENCES = 10


def simulated(n_rows: int, n_variables: int, workers: int, chunk: float) -> tuple[Any, ...]:
    """Return the subsets, the seconds and the efficiency of a search with ten sequences.

    A sequence proposes as many subsets as there are variables, all at once. A tenth of the subsets
    is grown to all trees, in rounds. The driver spends the measured time on each chunk; bins travel
    to each worker once; where there are few forests, their trees are divided, and votes come back.
    """
    per_tree = SECONDS_A_ROW * n_rows
    travel = n_rows * n_variables / NETWORK * math.log2(workers + 1) if workers > 1 else 0.0
    subsets = SEQUENCES * n_variables
    seconds, work = travel, 0.0
    rounds = [(n_variables, FIRST)] * SEQUENCES
    rounds += [(subsets // 10, t) for t in doubling(FIRST, TREES)]
    for forests, trees in rounds:
        work += forests * trees * per_tree
        parts = math.ceil(workers / forests) if trees >= workers / 4 else 1
        parts = min(parts, trees)
        votes = 8 * n_rows / NETWORK if parts > 1 else 0.0
        seconds += scheduled(forests * parts, trees / parts * per_tree, votes, workers, chunk)
    return subsets, seconds, work / workers / seconds


def doubling(first: int, last: int) -> list[int]:
    """Return the trees that each round adds."""
    added = [first * 2**i for i in range(20) if first * 2 ** (i + 1) <= last]
    return [*added, last - 2 * added[-1]]


def scheduled(jobs: int, each: float, votes: float, workers: int, chunk: float) -> float:
    """Return when the last of some equal jobs is done: the driver hands out chunks one by one."""
    free, driver, end = [0.0] * workers, 0.0, 0.0
    while jobs:
        fair = math.ceil(jobs / (2 * workers))
        size = max(1, min(fair, round(spreading.SECONDS_IN_A_CHUNK / each)))
        size = min(size, jobs)
        jobs -= size
        driver += chunk + (votes * size if workers > 1 else 0.0)
        began = max(driver, heapq.heappop(free)) if workers > 1 else heapq.heappop(free)
        end = max(end, began + size * each)
        heapq.heappush(free, began + size * each)
    return end


PARTS = {"overhead": overhead, "speed": speed, "simulation": simulation}


def main(*given: str) -> None:
    RESULTS_FOLDER.mkdir(exist_ok=True)
    for name in given[:1] or PARTS:
        table = PARTS[name](*given[1:])
        table.to_csv(RESULTS_FOLDER / f"cluster_{name}.csv", index=False, float_format="%.4g")
        print(name, table.to_string(index=False), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
