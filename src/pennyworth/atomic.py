"""Files written whole: a crash leaves the old one or the new one, never half of one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path


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
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write text in UTF-8, with the line ends that it has."""
    with replacing(path) as part:
        part.write_bytes(text.encode())
