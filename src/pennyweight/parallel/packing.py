"""Objects as bytes, their arrays apart, so that a file of them can be mapped and not copied."""

import mmap
import os
import pickle
import tempfile
import weakref
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any

import cloudpickle
import numpy as np

from pennyweight.files import atomic

OURS = "pennyweight-packed-"  # how the names of the files begin
APART = 64  # bytes: where arrays may begin


def pack(thing: Any) -> bytes:
    """Return an object as bytes: the sizes of the parts, the object without arrays, the arrays."""
    buffers: list[pickle.PickleBuffer] = []
    head = cloudpickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
    parts = [memoryview(head), *(buffer.raw() for buffer in buffers)]
    sizes = np.array([len(parts), *(part.nbytes for part in parts)], dtype="<i8").tobytes()
    return b"".join(bytes(part) + bytes(-len(part) % APART) for part in (sizes, *parts))


class PackedFile:
    """What was packed, in a temporary file that is taken away with this object.

    The owner keeps it locked as long as it lives; what killed ones left goes with the next.
    """

    def __init__(self, packed: bytes) -> None:
        folder = Path(tempfile.gettempdir())
        for left in folder.glob(f"{OURS}*"):
            atomic.remove_if_left(left)
        handle, name = tempfile.mkstemp(prefix=OURS, dir=folder)
        self.path = Path(name)
        self._let_go = weakref.finalize(self, _take_away, handle, self.path, os.getpid())
        with suppress(OSError):  # some network disks know no locks
            atomic.taken(handle)
        with self.path.open("wb") as file:
            file.write(packed)


def _take_away(handle: int, path: Path, owner: int) -> None:
    if os.getpid() == owner:  # not a fork of it
        os.close(handle)
        path.unlink(missing_ok=True)


def unpack(packed: Any) -> Any:
    """Return the object that was packed: from a file, or from an array of bytes.

    The arrays of a file stay there, shared by all processes, until they are changed.
    """
    if isinstance(packed, Path):
        with packed.open("rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    else:
        content = memoryview(bytearray(packed))
    (n,) = np.frombuffer(content, "<i8", 1)
    sizes = np.frombuffer(content, "<i8", int(n) + 1).tolist()[1:]
    lengths = [8 * (int(n) + 1), *sizes]
    starts = accumulate(length + -length % APART for length in lengths)
    head, *arrays = (content[a : a + size] for a, size in zip(starts, sizes, strict=False))
    return pickle.loads(head, buffers=arrays)
