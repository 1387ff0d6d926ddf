"""Shelf: the evaluations of one estimator on one problem."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from pennyweight.evaluations import Evaluation, as_fields, check_evaluation, from_fields
from pennyweight.exceptions import StoreError
from pennyweight.subsets import Subset

Place: TypeAlias = tuple[str, int]
ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
IN_COLUMNS = "subset", "estimator", "trees", "rounds"  # what a record need not say again


def place_of(subset: Subset, trees: int | None) -> Place:
    """Return where an evaluation stands: its subset as text, its number of trees."""
    return ",".join(map(str, subset)), trees or 0


def as_record(evaluation: Evaluation) -> str:
    """Return what a file keeps of an evaluation, besides its place."""
    kept = {name: v for name, v in as_fields(evaluation).items() if name not in IN_COLUMNS}
    return ENCODER.encode(kept)


def from_record(place: Place, record: str, estimator: str) -> Evaluation:
    """Return the evaluation that `as_record` made a record of."""
    subset, trees = place
    given = json.loads(record) | {
        "subset": tuple(map(int, subset.split(","))),
        "estimator": estimator,
        "trees": trees or None,
    }
    evaluation: Evaluation = from_fields(Evaluation, given)
    check_evaluation(evaluation)
    return evaluation


def damaged(file: object, how: str) -> StoreError:
    """Return an error that says what is wrong with the content of a store."""
    return StoreError(
        f"the store {file} is damaged: {how:.200}; put it aside and give the path of a new file."
    )


class Shelf:
    """Evaluations by subset and number of trees; those from a file are read when asked for."""

    def __init__(self, file: object = None) -> None:
        self._file = file
        self._held: dict[Place, Evaluation | str] = {}

    def __copy__(self) -> "Shelf":
        again = Shelf(self._file)
        again._held = dict(self._held)
        return again

    def __len__(self) -> int:
        return len(self._held)

    def __contains__(self, place: Place) -> bool:
        return place in self._held

    def put(self, place: Place, evaluation: Evaluation | str) -> None:
        """Keep an evaluation, or the record of one; the first at a place stays."""
        self._held.setdefault(place, evaluation)

    def get(self, place: Place, estimator: str) -> Evaluation | None:
        """Return the evaluation at a place, if there is one, under the estimator's name here."""
        held = self._held.get(place)
        if held is not None and not isinstance(held, Evaluation):
            held = self._held[place] = self._read(place, held, estimator)
        if held is not None and held.estimator != estimator:
            held = replace(held, estimator=estimator)
        return held

    def longest(self, estimator: str) -> Iterator[Evaluation]:
        """Yield the evaluation of each subset with the most trees, and what it had before."""
        rounds: dict[str, list[Place]] = {}
        for place in sorted(self._held, key=lambda place: place[1]):
            rounds.setdefault(place[0], []).append(place)
        for places in rounds.values():
            first, *more = (e for place in places if (e := self.get(place, estimator)) is not None)
            for evaluation in more:
                first = evaluation.after(first)
            yield first

    def _read(self, place: Place, record: str, estimator: str) -> Evaluation:
        try:
            return from_record(place, record, estimator)
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self._file, f"its evaluation of {place} is none ({error})") from error
