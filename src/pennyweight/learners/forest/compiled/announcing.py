"""Log what takes so long when code is compiled, once on a machine that can keep it."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pennyweight.files import cache_folder
from pennyweight.learners.forest.compiled.caching import SOURCES

PATIENCE = 1.5  # seconds; code that was compiled before loads in less
LOG = logging.getLogger(__name__)

_ready: set[str] = set()
_one_at_a_time = threading.RLock()


@contextmanager
def first_use(of: str) -> Iterator[None]:
    """Say so when the first use of something takes long, as it does when it must be compiled."""
    if of in _ready:
        yield
        return
    with _one_at_a_time:
        note = threading.Timer(PATIENCE, _say, [of])
        note.daemon = True
        if of not in _ready:
            note.start()
        try:
            yield
        finally:
            note.cancel()
        _ready.add(of)


def _say(of: str) -> None:
    kept = cache_folder(SOURCES) is not None
    often = "once on this machine" if kept else "no safe folder to keep the result in"
    LOG.warning("compiling the forest for %s; %s, 10 to 20 seconds ...", of, often)
