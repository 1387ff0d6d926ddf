"""Harm done to files: bytes, lines, fields, or the whole file."""

import gzip
from copy import deepcopy
from pathlib import Path
from typing import Any

from fuzz.case import Case

ODD_VALUES = [
    *(None, "", "x", 0, -1, 1.5, 1e308, True, [], {}, [None], "\x1b[31m", 10**30, "x" * 10**5),
    *([1, 2], {"a": 1}, -0.0, "NaN", [[[[]]]], "../..", "=1+1", "\ud800", ["a"]),
]


def harmed(case: Case, path: Path, *, others: list[Path] | None = None) -> None:
    """Do some harm to a file; others are what it may be swapped with."""
    data = path.read_bytes()
    harm = case.rng.choice(HARMS)
    case.tell(harm=f"{harm.__name__} of {path.name}")
    if harm is _swap:
        path.write_bytes(case.rng.choice(others or [path]).read_bytes())
    elif (result := harm(case, data)) is not None:
        path.write_bytes(result)
    else:
        case.rng.choice([_remove, _make_folder, _make_loop, _make_nothing])(path)


def flip(case: Case, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(case.rng.choice([1, 1, 1, 5, 50])):
        if changed:
            changed[case.rng.randrange(len(changed))] = case.rng.randrange(256)
    return bytes(changed)


def cut(case: Case, data: bytes) -> bytes:
    return data[: case.rng.randrange(len(data) + 1)]


def cut_out(case: Case, data: bytes) -> bytes:
    start, end = sorted(case.rng.randrange(len(data) + 1) for _ in range(2))
    return data[:start] + data[end:]


def repeat(case: Case, data: bytes) -> bytes:
    start, end = sorted(case.rng.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[start:]


def put_in(case: Case, data: bytes) -> bytes:
    place = case.rng.randrange(len(data) + 1)
    parts = [b"\0", b"\xff", b"\n", b'"', b",", b"\r", b"\xef\xbb\xbf", b"[" * 5000, b"9" * 5000]
    return data[:place] + case.rng.choice(parts) + data[place:]


def empty(case: Case, data: bytes) -> bytes:
    return b""


def zipped(case: Case, data: bytes) -> bytes:
    return gzip.compress(data)


def other_encoding(case: Case, data: bytes) -> bytes:
    return data.decode("latin-1").encode(case.rng.choice(["utf-16", "utf-8-sig", "utf-32"]))


def _swap(case: Case, data: bytes) -> bytes:
    return data


def other_file(case: Case, data: bytes) -> None:
    return None


HARMS = [
    flip,
    flip,
    flip,
    cut,
    cut_out,
    repeat,
    put_in,
    empty,
    zipped,
    other_encoding,
    _swap,
    other_file,
]


def _remove(path: Path) -> None:
    path.unlink()


def _make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _make_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def _make_nothing(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/null")


def changed_json(case: Case, document: Any) -> Any:
    """Change, remove or add a few fields of nested dicts and lists."""
    for _ in range(case.rng.choice([1, 1, 2, 5])):
        places = [*_places(document)]
        if not places:
            return case.rng.choice(ODD_VALUES)
        where, key = case.rng.choice(places)
        act = case.rng.choice(["put", "put", "remove", "move", "add"])
        if act == "remove":
            del where[key]
        elif act == "move":
            other, name = case.rng.choice(places)
            where[key] = deepcopy(other[name])
        elif act == "add" and isinstance(where, dict):
            where[case.rng.choice(["more", "", "cost"])] = case.rng.choice(ODD_VALUES)
        else:
            where[key] = deepcopy(case.rng.choice(ODD_VALUES))
    return document


def _places(document: Any) -> Any:
    keys = document.keys() if isinstance(document, dict) else range(len(document))
    for key in list(keys):
        yield document, key
        if isinstance(document[key], dict | list):
            yield from _places(document[key])
