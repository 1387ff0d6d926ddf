"""How an object reaches the workers of each backend, and chunks of work after it."""

import tempfile
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from joblib import Parallel, delayed

from pennyworth.optional import require
from pennyworth.workers.working import Chunk, Outcome, work

AHEAD = 2  # chunks for each worker, so that none waits


class Transport(Protocol):
    """Carries one object to workers, and runs chunks of work on it."""

    @property
    def n_workers(self) -> int:
        """How many chunks can run at once."""

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Outcome]]:
        """Run chunks; yield their outcomes as they are done."""


class DaskTransport:
    """Scatters the object to all workers of a Dask cluster."""

    def __init__(self, client: Any, key: str, packed: bytes) -> None:
        self._distributed = require("distributed", extra="dask")
        self._client, self._key = client, key
        self._packed = client.scatter(np.frombuffer(packed, np.uint8), broadcast=True, hash=False)

    @property
    def n_workers(self) -> int:
        """All threads of all workers."""
        return sum(self._client.ncores().values())

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Outcome]]:
        """Run chunks; Dask runs those of a worker that dies again."""
        running: dict[Any, Chunk] = {}
        done = self._distributed.as_completed()

        def submit(chunk: Chunk) -> None:
            future = self._client.submit(work, self._key, self._packed, chunk, pure=False)
            running[future] = chunk
            done.add(future)

        try:
            for chunk in islice(chunks, AHEAD * self.n_workers):
                submit(chunk)
            for future in done:
                outcome = future.result()
                for chunk in islice(chunks, 1):
                    submit(chunk)
                yield running.pop(future), outcome
        finally:
            self._client.cancel(list(running))


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
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        return cores if self._n_jobs < 0 else min(cores, self._n_jobs)

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
                (reference, *_), _ = self._ray.wait(list(running), num_returns=1)
                outcome = self._ray.get(reference)
                for chunk in islice(chunks, 1):
                    submit(chunk)
                yield running.pop(reference), outcome
        finally:
            for reference in running:
                self._ray.cancel(reference)


class JoblibTransport:
    """Puts the object into a file, for processes on this machine."""

    def __init__(self, backend: Any, n_jobs: int, key: str, packed: bytes) -> None:
        self.n_workers = int(backend.effective_n_jobs(n_jobs))
        self._key = key
        as_done = getattr(backend, "supports_return_generator", False)
        self._return_as = "generator_unordered" if as_done else "list"
        with tempfile.NamedTemporaryFile(prefix="pennyworth-", delete=False) as file:
            file.write(packed)
        self._packed = Path(file.name)
        weakref.finalize(self, self._packed.unlink, missing_ok=True)

    def run(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Outcome]]:
        """Run chunks in processes."""
        parallel = Parallel(
            n_jobs=self.n_workers,
            return_as=self._return_as,
            batch_size=1,
            pre_dispatch=AHEAD * self.n_workers,
        )
        unwanted = threading.Event()
        wanted = takewhile(lambda _: not unwanted.is_set(), chunks)
        outcomes = iter(
            parallel(delayed(_work_and_tell)(self._key, self._packed, chunk) for chunk in wanted)
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
