"""Calls of compiled code, several at once in threads: it lets go of Python's lock."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from queue import SimpleQueue
from typing import Any, TypeVar

from joblib import cpu_count, effective_n_jobs
from joblib.parallel import get_active_backend
from threadpoolctl import ThreadpoolController

Result = TypeVar("Result")
_here = threading.local()
_limiting = threading.Lock()
_limited: list[Any] = []  # the limit of BLAS, once for each that wants it


MOST_THREADS = 256  # more bring nothing, and no machine starts any number


class Unwanted(Exception):  # noqa: N818 - nobody sees it: the caller has gone
    """The caller has stopped waiting for what this thread does."""


def n_threads(n_jobs: int | None) -> int:
    """Return how many threads to use here: as many as asked for, no more than this machine has.

    Inside a worker that is one of many, "all cores" means one.
    """
    backend, _ = get_active_backend(prefer="threads")
    if backend.nesting_level and n_jobs is not None and n_jobs < 0:
        return 1
    asked = min(int(effective_n_jobs(n_jobs)), MOST_THREADS)
    return asked if shares_memory(backend) else min(asked, cpu_count())


def shares_memory(backend: Any) -> bool:
    """Tell whether a backend of joblib works in threads of this process."""
    return bool(getattr(backend, "supports_sharedmem", False))


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Keep BLAS to one thread: on small matrices others only wait.

    The limit is that of the whole process: the first who wants it sets it, the last puts it back.
    """
    with _limiting:
        limit = _limited[-1] if _limited else _loaded_libraries().limit(limits=1, user_api="blas")
        _limited.append(limit)
    try:
        yield
    finally:
        with _limiting:
            _limited.pop()
            if not _limited:
                limit.restore_original_limits()


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Keep BLAS to one thread, and OpenMP, which counts for each thread that calls it."""
    with one_blas_thread(), _loaded_libraries().limit(limits=1, user_api="openmp"):
        yield


@cache
def _loaded_libraries() -> ThreadpoolController:
    return ThreadpoolController()  # looks through all that is loaded, which takes a while


def in_threads(
    function: Callable[..., Result], jobs: Sequence[tuple[Any, ...]], n_jobs: int | None
) -> list[Result]:
    """Call a function with each tuple of arguments; return the results in that order."""
    done = dict(as_done(function, jobs, n_threads(n_jobs)))
    return [done[place] for place in range(len(jobs))]


def as_done(
    function: Callable[..., Result], jobs: Sequence[tuple[Any, ...]], n_threads: int
) -> Iterator[tuple[int, Result]]:
    """Call a function with each tuple of arguments; yield places and results as they are done.

    The caller's thread takes part, and the helpers live on, since a thread that has just started
    may wait milliseconds for a core of its own.
    """
    n_helpers = min(n_threads, len(jobs)) - 1
    if n_helpers < 1:
        yield from ((place, function(*job)) for place, job in enumerate(jobs))
        return
    done: SimpleQueue[tuple[int, Future[Result]]] = SimpleQueue()
    left, unwanted = list(reversed(range(len(jobs)))), threading.Event()

    def do_next() -> bool:
        try:
            place = left.pop()
        except IndexError:
            return False
        outcome: Future[Result] = Future()
        try:
            outcome.set_result(function(*jobs[place]))
        except BaseException as error:
            outcome.set_exception(error)
        done.put((place, outcome))
        return True

    def help_out() -> None:
        _here.unwanted = unwanted
        while do_next():
            pass

    helpers = [_pool(os.getpid(), n_helpers).submit(help_out) for _ in range(n_helpers)]
    try:
        for _ in jobs:
            while done.empty() and do_next():
                pass
            place, outcome = done.get()
            yield place, outcome.result()
    finally:
        left.clear()
        unwanted.set()
        wait([helper for helper in helpers if not helper.cancel()])


def go_on() -> None:
    """End this thread's work if its caller has gone; to be called between long calls."""
    unwanted: threading.Event | None = getattr(_here, "unwanted", None)
    if unwanted is not None and unwanted.is_set():
        raise Unwanted


@cache
def _pool(process: int, size: int) -> ThreadPoolExecutor:
    """Return the threads of a process, which are not there any more in a fork of it."""
    return ThreadPoolExecutor(size, thread_name_prefix=f"pennyweight-{process}")
