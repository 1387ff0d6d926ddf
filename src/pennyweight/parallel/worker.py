"""What runs in a worker: calls of functions on work that has travelled there once."""

import pickle
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from joblib import parallel_config
from sklearn import config_context

from pennyweight.parallel.packing import unpack
from pennyweight.parallel.threads import one_thread_each

MOST_HELD = 2  # objects in a worker, the oldest go first

_held: OrderedDict[str, Any] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Several calls that travel together.

    Parameters
    ----------
    function : callable
        What to call.
    jobs : dict
        The arguments of each call, after the work, by its place.
    config : dict
        scikit-learn's settings.
    """

    function: Callable[..., Any]
    jobs: dict[int, tuple[Any, ...]]
    config: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The results of a chunk by place, how long they took, and the error that ended it, if any."""

    results: dict[int, Any]
    seconds: float
    error: Exception | None = None


def work(key: str, packed: Any, chunk: Chunk) -> Outcome:
    """Do the calls of a chunk, on one core."""
    shared = unpacked(key, packed)
    start, results = time.perf_counter(), {}
    error = None
    with (
        parallel_config(backend="sequential"),
        config_context(**chunk.config),
        one_thread_each(),
    ):
        try:
            for place, job in chunk.jobs.items():
                results[place] = chunk.function(shared, *job)
        except Exception as raised:
            error = _able_to_travel(raised)
    return Outcome(results=results, seconds=time.perf_counter() - start, error=error)


def unpacked(key: str, packed: Any) -> Any:
    """Return the object that was packed; it is unpacked once in each process."""
    with _lock:
        if key not in _held:
            _held[key] = unpack(packed)
            while len(_held) > MOST_HELD:
                _held.popitem(last=False)
        _held.move_to_end(key)
        return _held[key]


def _able_to_travel(error: Exception) -> Exception:
    """Return an error with its trace as a note; what cannot be pickled, as text."""
    trace = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note(f"(in a worker)\n{trace}")
    return error
