"""Remembered: what does tasks, but asks the store first, and tells it what had to be done."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from pennyweight.evaluations import Evaluation
from pennyweight.evaluators import Evaluate, Rounds, Task
from pennyweight.store.evaluation_store import EvaluationStore, StoredProblem
from pennyweight.store.shelf import Place, Shelf, place_of


class Remembered:
    """What a store holds of a search, so that no task is done twice.

    Parameters
    ----------
    evaluate : callable
        Does what the store does not hold.
    store : EvaluationStore
        Where evaluations are kept.
    fingerprints : mapping of str to str
        What each estimator's evaluations are determined by.
    about : mapping
        What people may want to know of the problem.
    rounds : callable
        Returns the rounds of trees of an estimator; None if there is only one way to fit it.
    piloted : names
        The forests whose rounds are found by pilots, which the store remembers as well.
    """

    def __init__(
        self,
        evaluate: Evaluate,
        store: EvaluationStore,
        fingerprints: Mapping[str, str],
        about: Mapping[str, Any],
        *,
        rounds: Callable[[str], Rounds | None] = lambda name: None,
        piloted: Collection[str] = (),
    ) -> None:
        self._evaluate = evaluate
        self._rounds_of = rounds
        self._store = store
        self._fingerprints = fingerprints
        self._about = about
        self._piloted = piloted
        self._rounds: dict[str, Rounds | None] = {}

    def rounds(self, name: str) -> Rounds | None:
        """Return the rounds of trees of an estimator; None if there is only one way to fit it."""
        if name not in self._rounds:
            found = self._remembered_rounds if name in self._piloted else self._rounds_of
            self._rounds[name] = found(name)
        return self._rounds[name]

    def _remembered_rounds(self, name: str) -> Rounds | None:
        self._shelf(name)
        record = self._store.pilot(self._fingerprints[name])
        rounds = Rounds.from_record(record) if record else None
        if rounds is None and (rounds := self._rounds_of(name)):
            self._store.put_pilot(self._fingerprints[name], rounds.as_record())
        return rounds

    def known(self, tasks: Sequence[Task]) -> set[Task]:
        """Return the tasks whose evaluation the store holds."""
        shelves = self._shelves(tasks)
        return {task for task in tasks if self._place(task) in shelves[task.name]}

    def others(self, names: Collection[str]) -> Iterator[Evaluation]:
        """Yield all evaluations that are held, where the store is to be used as a whole."""
        for name in names if self._store.whole else ():
            about = {"estimator": name, **self._about}
            held = StoredProblem(fingerprint=self._fingerprints[name], about=about, evaluations=0)
            yield from self._store.evaluations(held)

    def _shelves(self, tasks: Sequence[Task]) -> dict[str, Shelf]:
        return {name: self._shelf(name) for name in {task.name for task in tasks}}

    def _shelf(self, name: str) -> Shelf:
        about = {"estimator": name, **self._about}
        return self._store.shelf(self._fingerprints[name], about)

    def evaluate(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Yield what the store holds, then what has to be evaluated, as it is done."""
        shelves = self._shelves(tasks)
        missing = []
        for task in tasks:
            held = shelves[task.name].get(self._place(task), task.name)
            if held is None:
                missing.append(task)
            else:
                yield held
        for evaluation in self._evaluate(missing):
            place = place_of(evaluation.subset, evaluation.trees)
            self._store.put(self._fingerprints[evaluation.estimator], place, evaluation)
            yield evaluation

    def _place(self, task: Task) -> Place:
        rounds = None if task.trees else self.rounds(task.name)
        return place_of(task.subset, rounds.trees[-1] if rounds else task.trees)
