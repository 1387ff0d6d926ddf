"""Calls of compiled code, several at once in threads: it lets go of Python's lock."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from typing import Any, TypeVar

from joblib import effective_n_jobs

Result = TypeVar("Result")


def in_threads(
    function: Callable[..., Result], jobs: Sequence[tuple[Any, ...]], n_jobs: int | None
) -> Iterator[Result]:
    """Call a function with each tuple of arguments; the results come in that order.

    The caller's thread takes part, and the helpers live on, since a thread that has just started
    may wait milliseconds for a core of its own.
    """
    n_helpers = min(effective_n_jobs(n_jobs), len(jobs)) - 1
    if n_helpers < 1:
        yield from (function(*job) for job in jobs)
        return
    outcomes: list[Future[Result]] = [Future() for _ in jobs]
    left = list(reversed(range(len(jobs))))

    def do_next() -> bool:
        try:
            place = left.pop()
        except IndexError:
            return False
        try:
            outcomes[place].set_result(function(*jobs[place]))
        except BaseException as error:
            outcomes[place].set_exception(error)
        return True

    def do_all() -> None:
        while do_next():
            pass

    helpers = [_pool(os.getpid(), n_helpers).submit(do_all) for _ in range(n_helpers)]
    try:
        for outcome in outcomes:
            while not outcome.done() and do_next():
                pass
            yield outcome.result()
    finally:
        left.clear()
        wait([helper for helper in helpers if not helper.cancel()])


@cache
def _pool(process: int, size: int) -> ThreadPoolExecutor:
    """Return the threads of a process, which are not there any more in a fork of it."""
    return ThreadPoolExecutor(size, thread_name_prefix=f"pennyworth-{process}")
