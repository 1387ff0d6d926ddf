"""Folders for what is kept between runs, and compiled code in those that nobody else can change.

Numba unpickles what it finds in its cache: whoever can write there can run code of theirs here.
"""

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from numba import config, njit

GROUP_OR_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def user_caches() -> Path | None:
    """Return where this platform keeps a user's caches; None: the user has no home."""
    conventions = {"win32": ("LOCALAPPDATA", "AppData/Local"), "darwin": ("", "Library/Caches")}
    variable, under_home = conventions.get(sys.platform, ("XDG_CACHE_HOME", ".cache"))
    chosen = Path(os.environ.get(variable, ""))
    if chosen.is_absolute():
        return chosen
    try:
        return Path.home() / under_home
    except RuntimeError:
        return None


def compiled(function: Callable[..., Any], sources: Iterable[Path], options: dict[str, Any]) -> Any:
    """Compile a function with Numba; keep the result on disk where there is a safe place for it.

    Parameters
    ----------
    function : function
        What Python calls.
    sources : paths
        All files that it is made of: Numba itself looks only at the one of the function, and would
        go on using code that was compiled from older versions of the others.
    options : dict
        Of `numba.njit`.
    """
    folder = cache_folder(tuple(sources))
    if folder is None:
        return njit(**options)(function)
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return njit(**options, cache=True)(function)
    except RuntimeError:  # the folder was there a moment ago
        return njit(**options)(function)
    finally:
        config.CACHE_DIR = before


@cache
def cache_folder(sources: tuple[Path, ...]) -> Path | None:
    """Return where to keep code compiled from these sources; None: no place is safe.

    `NUMBA_CACHE_DIR` comes first, then the folder of the sources, then the user's caches. Whoever
    can change what is above the sources can change these, too.
    """
    text = b"".join(source.read_bytes() for source in sources)
    name = f"compiled-{hashlib.sha256(text).hexdigest()[:16]}"
    beside = sources[0].parent / "__pycache__" / name
    places = [config.CACHE_DIR and Path(config.CACHE_DIR, "pennyweight", name), beside]
    places += [caches / "pennyweight" / name for caches in (user_caches(),) if caches]
    own = (_own(place, guarded=place is not beside) for place in places if place)
    return next((place for place in own if place), None)


def _own(folder: Path, *, guarded: bool) -> Path | None:
    """Make a folder that only this user can write to, or change the way to where it is guarded."""
    try:
        folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
        folder = folder.resolve()
        if not _is_own(folder.stat()) or (guarded and not all(map(_is_guarded, folder.parents))):
            return None
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None
    return folder


def _is_own(found: os.stat_result) -> bool:
    if sys.platform == "win32":
        return True  # there, folders of a user are guarded by lists that modes do not show
    return found.st_uid == os.getuid() and not found.st_mode & GROUP_OR_OTHERS


def _is_guarded(folder: Path) -> bool:
    """Tell whether others can neither replace nor remove what this user has in a folder."""
    if sys.platform == "win32":
        return True
    found, user = folder.stat(), os.getuid()
    alone_in_group = found.st_gid == user  # many systems give every user such a group
    others = stat.S_IWOTH if alone_in_group else GROUP_OR_OTHERS
    is_sticky = bool(found.st_mode & stat.S_ISVTX)
    return found.st_uid in (0, user) and (is_sticky or not found.st_mode & others)
