"""Files written whole, by one at a time: a crash leaves the old one or the new one, and no lock."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path

PART = re.compile(r"\..+\.\d+\.part")
ONLY_THIS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

if sys.platform == "win32":
    import msvcrt

    BEYOND = 1 << 30  # the byte to lock, so that what the file says can be read

    def _lock(handle: int) -> None:
        os.lseek(handle, BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[Path]:
    """Give the name of a file to write in place of `path`; it takes its place when all went well.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "note.txt") as part:
    ...         _ = part.write_text("done")
    ...     [file.name for file in Path(folder).iterdir()]
    ['note.txt']
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}; make it first.")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with _marked_as_alive(part) as handle:
            yield part
            os.fsync(handle)
            if sys.platform != "win32":
                part.replace(target)
        if sys.platform == "win32":  # where no open file can be moved
            part.replace(target)
    except OSError as error:
        if error.errno and error.filename in (None, str(part)):
            error.filename = str(target)
        raise
    finally:
        part.unlink(missing_ok=True)


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write text in UTF-8, with the line ends that it has."""
    write_bytes(path, text.encode())


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """Write a file."""
    with replacing(path) as part:
        part.write_bytes(data)


def is_part(path: Path) -> bool:
    """Tell whether a file is one that `replacing` has not finished."""
    return PART.fullmatch(path.name) is not None


def remove_leftovers(folder: Path) -> None:
    """Remove what processes that died left half-written; that of living ones stays."""
    for part in filter(is_part, folder.iterdir()):
        remove_if_left(part)


def remove_if_left(path: Path) -> None:
    """Remove a file that its owner would keep locked, if the owner is gone."""
    with suppress(OSError), _opened(path) as handle:
        if taken(handle):
            path.unlink()


@contextmanager
def alone(path: Path, owner: str) -> Iterator[None]:
    """Hold a file that says who holds it; a process that dies lets go of it.

    Raises BlockingIOError, which says who holds it, where that is another.
    """
    with _opened(path) as handle:
        if not _free(handle):
            told = os.read(handle, 200).decode(errors="replace")
            raise BlockingIOError(None, told or "another process", str(path))
        if _is_gone(path, handle):  # its owner has let go of it between the two steps above
            raise BlockingIOError(None, "a process that has just ended", str(path))
        os.ftruncate(handle, 0)
        os.write(handle, owner.encode())
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps what is open; it is locked no more
                path.unlink()


@contextmanager
def _marked_as_alive(part: Path) -> Iterator[int]:
    with _opened(part) as handle:
        with suppress(OSError):  # some network disks know no locks
            taken(handle)
        yield handle


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    handle = os.open(path, ONLY_THIS, 0o666)
    try:
        yield handle
    finally:
        os.close(handle)


def _is_gone(path: Path, handle: int) -> bool:
    try:
        return path.stat().st_ino != os.fstat(handle).st_ino
    except FileNotFoundError:
        return True


def _free(handle: int) -> bool:
    try:
        return taken(handle)
    except OSError:  # some network disks know no locks
        return True


def taken(handle: int) -> bool:
    """Lock an open file until it is closed; return whether no other process has locked it."""
    try:
        _lock(handle)
    except (BlockingIOError, PermissionError):
        return False
    return True
