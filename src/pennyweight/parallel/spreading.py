"""Spreading: calls of functions on one piece of work, spread over workers."""

import math
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

from joblib.parallel import get_active_backend
from sklearn import get_config

from pennyweight.exceptions import WorkersError
from pennyweight.parallel.packing import pack
from pennyweight.parallel.threads import Result, as_done, n_threads, one_thread_each, shares_memory
from pennyweight.parallel.transports import Transport, transport_for
from pennyweight.parallel.worker import Chunk

SECONDS_IN_A_CHUNK = 0.5  # against milliseconds of overhead
MOST_DEATHS = 4  # of workers, with nothing done in between


class Spreading:
    """Calls functions of some work many times: here, in threads, or where joblib's backend says.

    The work travels once to each worker. Results are the same everywhere.

    Parameters
    ----------
    work : object
        What every call gets first: all that they share. Pickled, it is what a worker needs.
    """

    def __init__(self, work: Any) -> None:
        self._work = work
        self._key = uuid.uuid4().hex
        self._where: object = None
        self._transport: Transport | None = None
        self._seconds = SECONDS_IN_A_CHUNK

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without what leads to workers."""
        return Spreading, (self._work,)

    def width(self, n_jobs: int | None, *, compiled: bool) -> tuple[int, bool]:
        """Return how many calls can run at once, and whether that is here, in threads."""
        transport = self._transport_now(n_jobs, compiled=compiled)
        if transport is None:
            return n_threads(n_jobs), True
        return transport.n_workers, False

    def as_done(
        self,
        function: Callable[..., Result],
        jobs: Sequence[tuple[Any, ...]],
        n_jobs: int | None,
        *,
        compiled: bool,
    ) -> Iterator[tuple[int, Result]]:
        """Yield places and results as they are done.

        Parameters
        ----------
        function : callable
            What to call; workers import it.
        jobs : sequence of tuples
            The arguments of each call, after the work.
        n_jobs : int or None
            How many at once; None: what joblib's context says.
        compiled : bool
            Whether threads serve as well as processes, because the function lets go of the lock.
        """
        transport = self._transport_now(n_jobs, compiled=compiled) if jobs else None
        if transport is None:
            threads = n_threads(n_jobs)
            alone = compiled or threads == 1
            with nullcontext() if alone else one_thread_each():
                yield from as_done(partial(function, self._work), jobs, threads)
            return
        left, deaths = dict(enumerate(jobs)), 0
        while left:
            try:
                for _, outcome in transport.run(self._chunks(function, left, transport)):
                    self._seconds = max(1e-6, outcome.seconds / max(1, len(outcome.results)))
                    for place, result in outcome.results.items():
                        del left[place]
                        deaths = 0
                        yield place, result
                    if outcome.error is not None:
                        raise _Reported(outcome.error)
            except _Reported as reported:
                raise reported.error from None
            except WorkersError:
                raise
            except Exception as error:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise WorkersError(
                        f"workers died {deaths} times in a row, with {len(left)} evaluations to "
                        "go; give them more memory, or fewer to a machine."
                    ) from error
                self._transport = None
                transport = self._transport_now(n_jobs, compiled=compiled) or transport

    def _transport_now(self, n_jobs: int | None, *, compiled: bool) -> Transport | None:
        """Return how to reach the workers of joblib's backend; None: there are only threads."""
        backend, configured = get_active_backend(prefer="threads" if compiled else None)
        asked_for, _ = get_active_backend(prefer="threads")
        everywhere = 1 if shares_memory(asked_for) else -1
        n_jobs = next(n for n in (n_jobs, configured, everywhere) if n is not None)
        if shares_memory(backend) or n_jobs == 1:
            return None
        where, make = transport_for(backend, n_jobs)
        if self._transport is None or where != self._where:
            self._transport = make(self._key, pack(self._work))
            self._where = where
        return self._transport

    def _chunks(
        self,
        function: Callable[..., Any],
        left: dict[int, tuple[Any, ...]],
        transport: Transport,
    ) -> Iterator[Chunk]:
        """Deal the jobs out: large enough to be worth sending, small enough to share evenly."""
        waiting = list(reversed(left.items()))
        while waiting:
            fair = math.ceil(len(waiting) / (2 * max(1, transport.n_workers)))
            size = max(1, min(fair, round(SECONDS_IN_A_CHUNK / self._seconds)))
            jobs = dict(waiting.pop() for _ in range(min(size, len(waiting))))
            yield Chunk(function=function, jobs=jobs, config=get_config())


class _Reported(Exception):  # noqa: N818 - it only carries one
    """An error of the work itself, as against one of the workers."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
