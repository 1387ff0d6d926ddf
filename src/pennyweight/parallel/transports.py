"""How an object reaches the workers of each backend, and chunks of work after it."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from joblib import Parallel, delayed
from joblib.parallel import MultiprocessingBackend

from pennyweight.exceptions import WorkersError
from pennyweight.optional import require
from pennyweight.parallel.packing import PackedFile
from pennyweight.parallel.worker import Chunk, Outcome, work

AHEAD = 2  # chunks for each worker, so that none waits
PATIENCE = 30.0  # seconds in which workers that are all gone may come back
BETWEEN_LOOKS = 2.0  # seconds without a result, after which to see whether there are workers


class Transport(Protocol):
    """Carries one object to workers, and runs chunks of work on it."""

    @property
    def n_workers(self) -> int:
        """How many chunks can run at once."""

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Outcome]]:
        """Run chunks; yield their outcomes as they are done."""


class Lookout:
    """Sees to it that nobody waits for workers that are all gone and do not come back."""

    def __init__(self, cluster: str) -> None:
        self._cluster = cluster
        self._seen = time.monotonic()

    def look(self, n_workers: int) -> None:
        """Take note of how many there are."""
        if n_workers:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen >= PATIENCE:
            raise self.error()

    def error(self) -> WorkersError:
        """Return what to say when there are none."""
        return WorkersError(
            f"{self._cluster} has no workers, or cannot be reached, for {PATIENCE:g} seconds; "
            "start workers and search again. What was done is kept where the search has a store."
        )


class DaskTransport:
    """Scatters the object to all workers of a Dask cluster."""

    def __init__(self, client: Any, key: str, packed: bytes) -> None:
        self._distributed = require("distributed", extra="dask")
        self._client, self._key = client, key
        self._cluster = f"the Dask cluster of {client}"
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            array = np.frombuffer(packed, np.uint8)
            self._packed = client.scatter(array, broadcast=True, hash=False)
        except Exception as error:
            raise Lookout(self._cluster).error() from error

    @property
    def n_workers(self) -> int:
        """All threads of all workers; one, where there are none for the moment."""
        return max(1, self._n_threads())

    def _n_threads(self) -> int:
        try:
            return sum(self._client.ncores().values())
        except Exception:  # whatever the connection has
            return 0

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Outcome]]:
        """Run chunks; Dask runs those of a worker that dies again."""
        running: dict[Any, Chunk] = {}

        def submit(chunk: Chunk) -> None:
            future = self._client.submit(work, self._key, self._packed, chunk, pure=False)
            running[future] = chunk

        try:
            for chunk in islice(chunks, AHEAD * self.n_workers):
                submit(chunk)
            while running:
                for future in self._some_done(list(running)):
                    outcome = future.result()
                    for chunk in islice(chunks, 1):
                        submit(chunk)
                    yield running.pop(future), outcome
        finally:
            with suppress(Exception):  # of a cluster that is gone; there is nothing to cancel
                self._client.cancel(list(running))

    def _some_done(self, futures: list[Any]) -> list[Any]:
        """Wait until one of them is done at least, as long as there are workers."""
        lookout, wait = Lookout(self._cluster), self._distributed.wait
        while True:
            try:
                return list(wait(futures, BETWEEN_LOOKS, return_when="FIRST_COMPLETED").done)
            except TimeoutError:
                lookout.look(self._n_threads())


class RayTransport:
    """Puts the object into the object store of a Ray cluster, where each machine has it once."""

    def __init__(self, n_jobs: int, key: str, packed: bytes) -> None:
        self._ray = require("ray", extra="ray")
        if not self._ray.is_initialized():
            self._ray.init()
        self._n_jobs, self._key = n_jobs, key
        self._packed = self._ray.put(np.frombuffer(packed, np.uint8))
        self._work = self._ray.remote(work)

    @property
    def n_workers(self) -> int:
        """All cores of the cluster; fewer where fewer are asked for."""
        cores = max(1, self._n_cores())
        return cores if self._n_jobs < 0 else min(cores, self._n_jobs)

    def _n_cores(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 0))

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Outcome]]:
        """Run chunks; Ray runs those of a worker that dies again."""
        running: dict[Any, Chunk] = {}

        def submit(chunk: Chunk) -> None:
            running[self._work.remote(self._key, self._packed, chunk)] = chunk

        # Ray runs as many as there are cores; where fewer are asked for, no more than these wait.
        ahead = AHEAD if self._n_jobs < 0 else 1
        try:
            for chunk in islice(chunks, ahead * self.n_workers):
                submit(chunk)
            while running:
                reference = self._one_done(list(running))
                outcome = self._ray.get(reference)
                for chunk in islice(chunks, 1):
                    submit(chunk)
                yield running.pop(reference), outcome
        finally:
            for reference in running:
                self._ray.cancel(reference)

    def _one_done(self, references: list[Any]) -> Any:
        """Wait until one of them is done, as long as there are workers."""
        lookout = Lookout("the Ray cluster")
        while True:
            done, _ = self._ray.wait(references, num_returns=1, timeout=BETWEEN_LOOKS)
            if done:
                return done[0]
            lookout.look(self._n_cores())


class JoblibTransport:
    """Puts the object into a file, for processes on this machine."""

    def __init__(self, backend: Any, n_jobs: int, key: str, packed: bytes) -> None:
        self.n_workers = int(backend.effective_n_jobs(n_jobs))
        # A pool of multiprocessing waits forever for a process that was killed.
        self._backend = "loky" if isinstance(backend, MultiprocessingBackend) else None
        self._key = key
        as_done = getattr(backend, "supports_return_generator", False)
        self._return_as = "generator_unordered" if as_done else "list"
        self._packed = PackedFile(packed)

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Outcome]]:
        """Run chunks in processes."""
        parallel = Parallel(
            backend=self._backend,
            n_jobs=self.n_workers,
            return_as=self._return_as,
            batch_size=1,
            pre_dispatch=AHEAD * self.n_workers,
        )
        unwanted = threading.Event()
        wanted = takewhile(lambda _: not unwanted.is_set(), chunks)
        outcomes = iter(
            parallel(
                delayed(_work_and_tell)(self._key, self._packed.path, chunk) for chunk in wanted
            )
        )
        try:
            for outcome in outcomes:  # noqa: UP028 - `yield from` would close them
                yield outcome
        except GeneratorExit:
            unwanted.set()
            deque(outcomes, maxlen=0)  # processes that are ended take seconds to start again
            raise


def _work_and_tell(key: str, packed: Path, chunk: Chunk) -> tuple[Chunk, Outcome]:
    return chunk, work(key, packed, chunk)


def transport_for(backend: Any, n_jobs: int) -> tuple[object, Callable[..., Transport]]:
    """Return what tells the transport of a backend from others, and how to make it."""
    kind = type(backend).__module__.partition(".")[0]
    if client := getattr(backend, "client", None):
        return ("dask", client.id), lambda *packed: DaskTransport(client, *packed)
    if kind == "ray":
        return ("ray", n_jobs), lambda *packed: RayTransport(n_jobs, *packed)
    where = type(backend).__name__, n_jobs
    return where, lambda *packed: JoblibTransport(backend, n_jobs, *packed)
