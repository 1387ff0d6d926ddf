"""StoreFile: the SQLite file of a store, shared by processes, with errors that people can read."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pennyweight.exceptions import StoreError
from pennyweight.store import schema

HEADER = b"SQLite format 3\0"
PATIENCE = 60.0  # seconds to wait for other processes that write
Result = TypeVar("Result")

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_CAUSES = {
    sqlite3.SQLITE_FULL: "the disk is full; make room",
    sqlite3.SQLITE_READONLY: "it cannot be written to; give a path in a folder that can",
    sqlite3.SQLITE_PERM: "it cannot be written to; give a path in a folder that can",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; give a path in a folder that can be written to",
    sqlite3.SQLITE_NOTADB: "it is not a store of evaluations; give the path of a new file",
    sqlite3.SQLITE_ERROR: "its tables are not those of a store; put it aside and give the path of "
    "a new file",
    sqlite3.SQLITE_CORRUPT: "it is damaged; put it aside and give the path of a new file",
    sqlite3.SQLITE_IOERR: "the disk failed; check it, and that the file is still whole",
    sqlite3.SQLITE_BUSY: f"other processes kept it locked for {PATIENCE:.0f} seconds; look for one "
    "that hangs",
}
_left_by_forks: list[sqlite3.Connection] = []


class StoreFile:
    """A connection that opens when it is needed, waits its turn, and is never used by a fork."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._process = os.getpid()
        self._seen = (0, 0)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for reading."""
        with self._explained("read"):
            yield self._open()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for a transaction: all of it is written, or nothing."""
        with self._explained("write"):
            connection = self._open()
            self._check_in_place()
            _patiently(lambda: connection.execute("BEGIN IMMEDIATE"))
            try:
                yield connection
                _patiently(lambda: connection.execute("COMMIT"))
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            self._seen = self._place_and_size()

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        if self._connection is not None and self._process == os.getpid():
            with self._explained("close"):
                self._connection.close()
        self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._process != os.getpid():
            if self._connection is not None:
                _left_by_forks.append(self._connection)  # closing it here would harm the parent's
            self._connection, self._process = None, os.getpid()
        if self._connection is None:
            self._connection = self._connect()
            self._seen = self._place_and_size()
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        self._check_kind()
        is_new = self._is_new()
        connection = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            ready = _patiently(lambda: schema.check(connection, str(self.path)))
            connection.execute(f"PRAGMA synchronous = {'OFF' if is_new else 'NORMAL'}")
            _patiently(lambda: connection.execute("PRAGMA journal_mode = WAL").fetchall())
            if not ready:
                _patiently(lambda: connection.execute("BEGIN IMMEDIATE"))
                schema.check(connection, str(self.path))
                schema.bring_up_to_date(connection)
                connection.execute("COMMIT")
            # A crash of the process loses nothing, one of the machine the last moments at most.
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_kind(self) -> None:
        """Refuse what can be no file: reading a device or a pipe might never end."""
        if not self.path.parent.is_dir():
            raise StoreError(f"the folder of the store {self.path} does not exist; make it first.")
        if self.path.is_dir():
            raise StoreError(f"the store {self.path} is a folder; give the path of a file in it.")
        if self.path.exists() and not self.path.is_file():
            raise StoreError(
                f"the store {self.path} is a device or a pipe; give the path of a file, or "
                "store=None to keep nothing."
            )

    def _is_new(self) -> bool:
        """Tell whether there is nothing yet; refuse what SQLite would take for nothing."""
        try:
            with self.path.open("rb") as file:
                header = file.read(len(HEADER))
        except FileNotFoundError:
            return True
        if header and header != HEADER:
            raise StoreError(
                f"{self.path} is not a store of evaluations; give the path of a new file."
            )
        return not header

    def _place_and_size(self) -> tuple[int, int]:
        found = self.path.stat()
        return found.st_ino, found.st_size

    def _check_in_place(self) -> None:
        """Refuse to write to a file that is not the one that was opened, or not whole."""
        try:
            place, size = self._place_and_size()
        except FileNotFoundError:
            place, size = -1, 0
        if place != self._seen[0]:
            raise StoreError(
                f"the store {self.path} was deleted or replaced while it was in use, and what it "
                "held is gone from there; search again to make it anew."
            )
        if size < self._seen[1]:
            raise StoreError(
                f"the store {self.path} was cut short while it was in use, so it is damaged; put "
                "it aside, and search again with the path of a new file."
            )

    @contextmanager
    def _explained(self, doing: str) -> Iterator[None]:
        try:
            yield
        except StoreError:
            raise
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise StoreError(
                f"could not {doing} the store {self.path}: {reason}; give the path of a file "
                "that you may read and write."
            ) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            cause = _CAUSES.get(code, f"{error}")
            raise StoreError(
                f"could not {doing} the store {self.path}: {cause}. "
                "What was written to it before is kept where the file is whole."
            ) from error


def _patiently(action: Callable[[], Result]) -> Result:
    """Try again while other processes are in the way, where SQLite itself does not wait."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
