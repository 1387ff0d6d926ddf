"""KeptVotes: the votes of forests that may go on, so that no tree is grown twice."""

from collections.abc import Iterable

from pennyworth.arrays import Votes
from pennyworth.evaluators.base import Task

MOST_BYTES = 256 * 2**20


class KeptVotes:
    """Votes by estimator and subset, as long as there is room.

    Votes that are not there are found again by growing all trees; being whole numbers, they come
    out the same.
    """

    def __init__(self) -> None:
        self._votes: dict[tuple[object, ...], tuple[int, list[Votes]]] = {}
        self._bytes = 0

    def __reduce__(self) -> tuple[type["KeptVotes"], tuple[()]]:
        """Travel empty: votes are quicker to grow than to send."""
        return KeptVotes, ()

    def trees(self, task: Task) -> int:
        """Return how many trees have voted already."""
        return self._votes.get(task[:2], (0, []))[0]

    def added(self, task: Task, pieces: Iterable[list[Votes]]) -> list[Votes]:
        """Return the votes of more trees, part by part, added to those that are kept."""
        _, total = self._votes.pop(task[:2], (0, []))
        self._bytes -= _size(total)
        for piece in pieces:
            total = [a + b for a, b in zip(total, piece, strict=True)] if total else piece
        return total

    def keep(self, task: Task, trees: int, votes: list[Votes]) -> None:
        """Keep votes, if there is room."""
        if self._bytes + _size(votes) <= MOST_BYTES:
            self._bytes += _size(votes)
            self._votes[task[:2]] = trees, votes


def _size(votes: list[Votes]) -> int:
    return sum(part.nbytes for part in votes)
