"""The file of a schedule: versioned JSON with nothing executable in it."""

import json
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from pennyweight.evaluations import Evaluation, Visit, as_fields, check_evaluation, from_fields
from pennyweight.exceptions import ScheduleFileError
from pennyweight.files import atomic
from pennyweight.prices import Item, PriceList

FORMAT = "pennyweight schedule"
VERSION = 4
READABLE = 1, 2, 3, VERSION


def write(
    path: str | PathLike[str],
    *,
    evaluations: Iterable[Evaluation],
    prices: PriceList,
    baseline: Evaluation | None,
    scoring: str,
    choose_by: str,
    visits: Iterable[Visit],
    explorers: Iterable[str],
) -> None:
    """Write a schedule; a crash leaves the old file or the new one, never half of one."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "scoring": scoring,
        "choose_by": choose_by,
        "prices": [as_fields(item) for item in prices.items],
        "baseline": None if baseline is None else as_fields(baseline),
        "evaluations": [as_fields(evaluation) for evaluation in evaluations],
        "visits": [as_fields(visit) for visit in visits],
        "explorers": list(explorers),
    }
    atomic.write_text(path, json.dumps(document, allow_nan=False))


def read(path: str | PathLike[str]) -> dict[str, Any]:
    """Read what `write` wrote."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except RecursionError:
        raise ScheduleFileError(
            f"{path} is not a schedule: its lists are nested too deep."
        ) from None
    except ValueError as error:  # also of numbers with thousands of digits
        raise ScheduleFileError(f"{path} is not a schedule: it is not JSON ({error}).") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ScheduleFileError(f"{path} is not a schedule; ModelSchedule.save writes one.")
    if document.get("version") not in READABLE:
        raise ScheduleFileError(
            f"{path} has version {document.get('version')} and this pennyweight reads versions "
            f"up to {VERSION}; install a newer pennyweight."
        )
    try:
        return _parse(document)
    except KeyError as error:
        raise ScheduleFileError(f"{path} is damaged: it has no {error}.") from error
    except (TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise ScheduleFileError(f"{path} is damaged: {error}".removesuffix(".") + ".") from error


def _parse(document: Mapping[str, Any]) -> dict[str, Any]:
    baseline = document["baseline"]
    prices = PriceList.from_items(from_fields(Item, fields) for fields in document["prices"])
    evaluations = [_evaluation(fields) for fields in document["evaluations"]]
    moved = [evaluation for evaluation in evaluations if evaluation.shifts]  # told up to version 3
    visits = [from_fields(Visit, fields) for fields in document["visits"]]
    for record in (*evaluations, *visits):
        prices.subset(record.subset)
    return {
        "evaluations": evaluations,
        "prices": prices,
        "baseline": None if baseline is None else _evaluation(baseline),
        "scoring": _text(document["scoring"]),
        "choose_by": _text(document.get("choose_by", document["scoring"])),
        "visits": visits,
        "explorers": [
            _text(name) for name in document.get("explorers", sorted({e.estimator for e in moved}))
        ],
    }


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.80} stands where a name belongs")
    return value


def _evaluation(fields: Mapping[str, Any]) -> Evaluation:
    """Build an evaluation; in version 1 the score of a round was its merit."""
    rounds = [(*each, each[-1]) if len(each) == 2 else each for each in fields.get("rounds", ())]
    evaluation: Evaluation = from_fields(Evaluation, {**fields, "rounds": rounds})
    check_evaluation(evaluation)
    _ = evaluation.score, evaluation.merit, evaluation.stderr  # their sums can be too large
    return evaluation
