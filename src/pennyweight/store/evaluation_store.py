"""EvaluationStore: evaluations that outlive a search, in one SQLite file; or in memory."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from pennyweight.evaluations import Evaluation
from pennyweight.exceptions import StoreError
from pennyweight.store.file import StoreFile
from pennyweight.store.shelf import Place, Shelf, as_record, damaged

MOST_PENDING = 1000
MOST_SECONDS = 0.2  # between a result and its being written


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredProblem:
    """What a store holds evaluations of: one estimator, on certain data, folds, scoring and seed.

    Parameters
    ----------
    fingerprint : str
        Stands for all that determines the evaluations.
    about : dict
        What else is known: the estimator's name, the variables, the number of rows, the scoring.
    evaluations : int
        How many there are; a forest that grew in rounds has one for each.
    """

    fingerprint: str
    about: dict[str, Any]
    evaluations: int

    @property
    def estimator(self) -> str:
        """What the estimator was called when the first of them was stored."""
        return str(self.about["estimator"])


class EvaluationStore:
    """Evaluations under the fingerprint of all that determines them, and nothing about prices.

    A search with a store finds there what was evaluated before, by itself or by others, and adds
    what it evaluates within a fraction of a second. Searches of other data, with other estimators
    or seeds, can share the file: they are kept apart. Several processes can use it at once.

    Parameters
    ----------
    path : path or None
        The file, made when it is first used. None: memory.
    whole : bool
        All that the store holds of a search's problem belongs in its schedule, as far as `budget`,
        `keep` and `exclude` allow it. False: only what the search itself comes to, so that its
        schedule is the one that it would have found without a store.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from pennyweight import BudgetSearch, EvaluationStore
    >>> from pennyweight.datasets import breast_cancer
    >>> data = breast_cancer()
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.sqlite"
    >>> search = BudgetSearch(prices=data.prices, effort=12, store=path).fit(data.X, data.y)
    >>> with EvaluationStore(path) as store:  # here, or in another process while the search runs
    ...     problems = store.problems()  # one for each estimator
    ...     found = [each for problem in problems for each in store.evaluations(problem)]
    >>> sorted(problem.estimator for problem in problems)
    ['forest', 'forest with leaves of 10', 'forest with leaves of 3']
    >>> len(found)
    36
    """

    def __init__(self, path: str | PathLike[str] | None = None, *, whole: bool = False) -> None:
        self.whole = whole
        self.path = None if path is None else Path(path).absolute()
        self._file = None if self.path is None else StoreFile(self.path)
        self._shelves: dict[str, Shelf] = {}
        self._about: dict[str, dict[str, Any]] = {}
        self._numbers: dict[str, int] = {}
        self._read_up_to: dict[str, int] = {}
        self._seeds: dict[str, int] = {}
        self._pilots: dict[str, str] = {}
        self._pending: list[tuple[int, Place, Evaluation]] = []
        self._written = time.monotonic()
        self._lock = threading.RLock()

    def shelf(self, fingerprint: str, about: Mapping[str, Any]) -> Shelf:
        """Return the evaluations of a problem, with what other processes have added by now.

        Parameters
        ----------
        fingerprint : str
            What stands for the problem and the estimator.
        about : mapping
            What people may read about them.

        Returns
        -------
        Shelf
            What is known, which others that use the store add to.
        """
        with self._lock:
            if fingerprint not in self._shelves:
                self._enter(fingerprint, about)
                self._shelves[fingerprint] = Shelf(self.path)
                self._about[fingerprint] = dict(about)
            self._read(fingerprint)
            return self._shelves[fingerprint]

    def put(self, fingerprint: str, place: Place, evaluation: Evaluation) -> None:
        """Keep an evaluation; it is written with others, soon.

        Parameters
        ----------
        fingerprint : str
            What stands for the problem and the estimator.
        place : (str, int)
            The subset as text, and the number of trees.
        evaluation : Evaluation
            What to keep.
        """
        with self._lock:
            shelf = self._shelves.get(fingerprint)
            if shelf is None:  # somebody has closed the store
                shelf = self.shelf(fingerprint, self._about[fingerprint])
            if place in shelf:
                return
            shelf.put(place, evaluation)
            if self._file is not None:
                self._pending.append((self._numbers[fingerprint], place, evaluation))
                slow = (evaluation.seconds or 0) > MOST_SECONDS
                late = slow or time.monotonic() - self._written > MOST_SECONDS
                if late or len(self._pending) >= MOST_PENDING:
                    self.flush()

    def flush(self) -> None:
        """Write what is not yet written."""
        with self._lock:
            if self._file is not None and self._pending:
                rows = [
                    (number, *place, as_record(evaluation), evaluation.seconds)
                    for number, place, evaluation in self._pending
                ]
                with self._file.writing() as connection:
                    connection.executemany(
                        "INSERT OR IGNORE INTO evaluations "
                        "(problem, subset, trees, record, seconds) VALUES (?, ?, ?, ?, ?)",
                        rows,
                    )
                self._pending.clear()
            self._written = time.monotonic()

    def problems(self) -> list[StoredProblem]:
        """Return what there are evaluations of.

        Returns
        -------
        list of StoredProblem
            What the store has evaluations of, in the order in which they came.
        """
        with self._lock:
            self.flush()
            if self._file is None:
                rows = [(key, self._about[key], len(shelf)) for key, shelf in self._shelves.items()]
            else:
                with self._file.reading() as connection:
                    found = connection.execute(
                        "SELECT fingerprint, about, (SELECT count(*) FROM evaluations "
                        "WHERE problem = problems.id) FROM problems ORDER BY id"
                    ).fetchall()
                rows = [(key, self._about_from(about), n) for key, about, n in found]
        return [
            StoredProblem(fingerprint=key, about=about, evaluations=n) for key, about, n in rows
        ]

    def _about_from(self, text: str) -> dict[str, Any]:
        """Read what a file says about a problem."""
        try:
            about = json.loads(text)
        except (TypeError, ValueError, RecursionError):
            about = None
        if not isinstance(about, dict) or "estimator" not in about:
            raise damaged(self.path, f"what it says about a problem is {text!r}")
        return about

    def evaluations(self, problem: StoredProblem) -> list[Evaluation]:
        """Return the evaluations of a problem so far, each subset's with the most trees.

        Parameters
        ----------
        problem : StoredProblem
            One of `problems()`.

        Returns
        -------
        list of Evaluation
            All that is known of its subsets.
        """
        with self._lock:
            shelf = self.shelf(problem.fingerprint, problem.about)
            return list(shelf.longest(problem.estimator))

    def pilot(self, fingerprint: str) -> str | None:
        """Return what `put_pilot` has kept of a problem that has a shelf here; None if nothing.

        Parameters
        ----------
        fingerprint : str
            What stands for the problem and the estimator.

        Returns
        -------
        str or None
            The record of the pilot, if there is one.
        """
        with self._lock:
            if self._file is None:
                return self._pilots.get(fingerprint)
            with self._file.reading() as connection:
                found = connection.execute(
                    "SELECT record FROM pilots JOIN problems ON problems.id = pilots.problem "
                    "WHERE fingerprint = ?",
                    (fingerprint,),
                ).fetchone()
            return found and str(found[0])

    def put_pilot(self, fingerprint: str, record: str) -> None:
        """Keep what a pilot has measured on a problem that has a shelf here.

        Parameters
        ----------
        fingerprint : str
            What stands for the problem and the estimator.
        record : str
            The record of the pilot.
        """
        with self._lock:
            if self._file is None:
                self._pilots[fingerprint] = record
                return
            with self._file.writing() as connection:
                connection.execute(
                    "INSERT OR REPLACE INTO pilots "
                    "SELECT id, ? FROM problems WHERE fingerprint = ?",
                    (record, fingerprint),
                )

    def seed_for(self, data: str, drawn: int) -> int:
        """Return the seed of searches that gave none: the one drawn when the data were first met.

        Parameters
        ----------
        data : str
            The fingerprint of the data.
        drawn : int
            The seed to take if this is the first time.

        Returns
        -------
        int
            The seed to use.
        """
        if self._file is None:
            return self._seeds.setdefault(data, drawn)
        with self._lock, self._file.writing() as connection:
            connection.execute("INSERT OR IGNORE INTO seeds VALUES (?, ?)", (data, drawn))
            (seed,) = connection.execute(
                "SELECT seed FROM seeds WHERE data = ?", (data,)
            ).fetchone()
        if not isinstance(seed, int):
            raise damaged(self.path, f"the seed of some data is {seed!r}")
        return seed

    def close(self) -> None:
        """Write what is not yet written and let go of the file; it can be used again."""
        with self._lock:
            try:
                self.flush()
            finally:
                if self._file is not None:
                    self._file.close()
                    self._shelves, self._numbers, self._read_up_to = {}, {}, {}

    @contextmanager
    def kept_open(self) -> Iterator["EvaluationStore"]:
        """Give the store to one of several users: at the end all is written, nothing closed.

        Yields
        ------
        EvaluationStore
            The store itself.
        """
        try:
            yield self
        except BaseException as error:
            self._end(self.flush, error)
            raise
        self._end(self.flush, None)

    def __enter__(self) -> "EvaluationStore":
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        self._end(self.close, error)

    @staticmethod
    def _end(last: Callable[[], None], error: BaseException | None) -> None:
        try:
            last()
        except StoreError as failed:
            if error is None:
                raise
            error.add_note(str(failed))

    def __repr__(self) -> str:
        return f"EvaluationStore({'' if self.path is None else repr(str(self.path))})"

    def __getstate__(self) -> dict[str, Any]:
        """Travel as a path; what is in memory comes along only where there is no file."""
        with self._lock:
            self.flush()
            shelves = {key: copy(shelf) for key, shelf in self._shelves.items()}
            held = ({}, {}, {}) if self._file else (shelves, dict(self._about), dict(self._pilots))
        return {"path": self.path, "whole": self.whole, "held": held}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["path"], whole=state["whole"])  # type: ignore[misc]
        self._shelves, self._about, self._pilots = state["held"]

    def _enter(self, fingerprint: str, about: Mapping[str, Any]) -> None:
        """Make sure that the file knows a problem, and learn its number there."""
        if self._file is None:
            return
        key = (fingerprint,)
        with self._file.writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO problems (fingerprint, about) VALUES (?, ?)",
                (fingerprint, json.dumps(dict(about))),
            )
            found = connection.execute("SELECT id FROM problems WHERE fingerprint = ?", key)
            (self._numbers[fingerprint],) = found.fetchone()

    def _read(self, fingerprint: str) -> None:
        """Take in what the file has more than was read before."""
        if self._file is None:
            return
        shelf, last = self._shelves[fingerprint], self._read_up_to.get(fingerprint, 0)
        rows: Iterable[tuple[int, str, int, str]]
        with self._file.reading() as connection:
            rows = connection.execute(
                "SELECT id, subset, trees, record FROM evaluations WHERE problem = ? AND id > ?",
                (self._numbers[fingerprint], last),
            )
            for number, subset, trees, record in rows:
                if not isinstance(trees, int):
                    raise damaged(self.path, f"the trees of {subset!r} are {trees!r}")
                shelf.put((subset, trees), record)
                last = max(last, number)
        self._read_up_to[fingerprint] = last
