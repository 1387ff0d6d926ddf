"""From a search's `store` setting to tasks that are remembered."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any

from pennyweight.evaluators import SeveralEvaluators
from pennyweight.problem import fingerprint
from pennyweight.seeds import seed_of
from pennyweight.store.evaluation_store import EvaluationStore
from pennyweight.store.remembering import Remembered


@contextmanager
def opened(given: Any) -> Iterator[EvaluationStore]:
    """Give the store of a path, or the store that was given; at the end all is written.

    Only what was opened here is closed: others may be using the store that was given.
    """
    if not isinstance(given, str | PathLike | EvaluationStore):
        raise TypeError(f"store is {given!r}; give a path, an EvaluationStore, or None.")
    with (
        given.kept_open() if isinstance(given, EvaluationStore) else EvaluationStore(given) as store
    ):
        yield store


def remembered_seed(random_state: Any, given: Any, data: Any) -> int:
    """Return the seed; one that was not given is kept in the store, if there is one."""
    drawn = seed_of(random_state)
    if given is None or random_state is not None:
        return drawn
    with opened(given) as store:
        return store.seed_for(fingerprint(*data), drawn)


@contextmanager
def remembering(
    evaluator: SeveralEvaluators, given: Any, *, private: bool, scoring: str
) -> Iterator[Remembered]:
    """Give what does the tasks of an evaluator, but asks the store first.

    A store that is `private` to one evaluator needs no fingerprints to tell problems apart.
    """
    names = tuple(evaluator.estimators)
    fingerprints = dict(zip(names, names, strict=True)) if private else evaluator.fingerprints()
    about = {
        "variables": evaluator.problem.variables,
        "rows": len(evaluator.problem.y),
        "scoring": scoring,
        "seed": evaluator.problem.seed,
    }
    with opened(given) as store:
        yield Remembered(
            evaluator.evaluate_all,
            store,
            fingerprints,
            about,
            rounds=evaluator.rounds,
            piloted=evaluator.piloted,
        )
