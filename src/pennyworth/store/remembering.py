"""RememberingEvaluator: asks the store first, and tells it what had to be evaluated."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pennyworth.arrays import Floats
from pennyworth.evaluation import Evaluation
from pennyworth.evaluators import Evaluator, Rounds, Task
from pennyworth.store.evaluation_store import EvaluationStore
from pennyworth.store.shelf import Place, place_of
from pennyworth.subsets import Subset


class RememberingEvaluator:
    """An evaluator that evaluates nothing twice.

    Parameters
    ----------
    evaluator : Evaluator
        Evaluates what the store does not hold.
    store : EvaluationStore
        Where evaluations are kept.
    fingerprints : mapping of str to str
        What each estimator's evaluations are determined by.
    about : mapping
        What people may want to know of the problem.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        store: EvaluationStore,
        fingerprints: Mapping[str, str],
        about: Mapping[str, Any],
    ) -> None:
        self._evaluator = evaluator
        self._store = store
        self._fingerprints = fingerprints
        self._about = about

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the estimators that each subset is tried with."""
        return self._evaluator.names

    @property
    def finalists(self) -> tuple[str, ...]:
        """The names of the estimators that only the models on the front are tried with."""
        return self._evaluator.finalists

    def rounds(self, name: str) -> Rounds | None:
        """Return the rounds of trees of an estimator; None if there is only one way to fit it."""
        return self._evaluator.rounds(name)

    def baseline(self) -> Evaluation | None:
        """Score the empty model; None where that cannot be."""
        return self._evaluator.baseline()

    def importances(self, subset: Subset) -> Floats:
        """Return how much each variable matters to the model of a subset; 0 for the others."""
        return self._evaluator.importances(subset)

    def evaluate_all(self, tasks: Sequence[Task]) -> Iterator[Evaluation]:
        """Yield what the store holds, then what has to be evaluated, as it is done."""
        shelves = {
            name: self._store.shelf(self._fingerprints[name], {"estimator": name, **self._about})
            for name in {task.name for task in tasks}
        }
        missing = []
        for task in tasks:
            held = shelves[task.name].get(self._place(task), task.name)
            if held is None:
                missing.append(task)
            else:
                yield held
        for evaluation in self._evaluator.evaluate_all(missing):
            place = place_of(evaluation.subset, evaluation.trees)
            self._store.put(self._fingerprints[evaluation.estimator], place, evaluation)
            yield evaluation

    def _place(self, task: Task) -> Place:
        rounds = self._evaluator.rounds(task.name)
        everything = rounds.trees[-1] if rounds else None
        return place_of(task.subset, task.trees or everything)
