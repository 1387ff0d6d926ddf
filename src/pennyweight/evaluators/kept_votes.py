"""KeptVotes: the votes of forests that may go on, so that no tree is grown twice."""

import threading

from pennyweight.arrays import Votes
from pennyweight.evaluators.base import Task

MOST_BYTES = 256 * 2**20


class KeptVotes:
    """Votes by estimator and subset, as long as there is room.

    Votes that are not there are found again by growing all trees; being whole numbers, they come
    out the same.
    """

    def __init__(self) -> None:
        self._votes: dict[tuple[object, ...], tuple[int, list[Votes]]] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def take(self, task: Task, most: int) -> tuple[int, list[Votes]]:
        """Hand over the votes of a task and their number of trees; none if these are too many."""
        with self._lock:
            trees, votes = self._votes.get(_key(task), (0, []))
            if trees > most or not votes:
                return 0, []
            del self._votes[_key(task)]
            self._bytes -= _size(votes)
            return trees, votes

    def keep(self, task: Task, trees: int, votes: list[Votes]) -> None:
        """Keep votes, if there is room, and no more of the same are there."""
        with self._lock:
            known, older = self._votes.get(_key(task), (0, []))
            more = _size(votes) - _size(older)
            if known < trees and self._bytes + more <= MOST_BYTES:
                self._bytes += more
                self._votes[_key(task)] = trees, votes


def added(parts: list[Votes], more: list[Votes]) -> list[Votes]:
    """Return votes added up, part by part."""
    return [a + b for a, b in zip(parts, more, strict=True)] if parts else more


def _key(task: Task) -> tuple[object, ...]:
    return task.name, task.subset


def _size(votes: list[Votes]) -> int:
    return sum(part.nbytes for part in votes)
