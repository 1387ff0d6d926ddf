"""The file of a schedule: versioned JSON with nothing executable in it."""

import json
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from pennyweight.arrays import Floats
from pennyweight.evaluations import (
    Evaluation,
    EvaluationTable,
    Visit,
    as_fields,
    check_evaluation,
    from_fields,
)
from pennyweight.exceptions import ScheduleFileError
from pennyweight.files import atomic
from pennyweight.prices import Item, PriceList

FORMAT = "pennyweight schedule"
VERSION = 5


def write(
    path: str | PathLike[str],
    *,
    scored: EvaluationTable,
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
        "evaluations": [as_fields(evaluation) for evaluation in scored.evaluations],
        "shifts": None if scored.shifts is None else scored.shifts.tolist(),
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
    if document.get("version") != VERSION:
        raise ScheduleFileError(
            f"{path} has version {document.get('version')} and this pennyweight reads version "
            f"{VERSION}; install the pennyweight that wrote it."
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
    visits = [from_fields(Visit, fields) for fields in document["visits"]]
    for record in (*evaluations, *visits):
        prices.subset(record.subset)
    return {
        "evaluations": EvaluationTable.of(
            evaluations, len(prices.variables), _shifts(document["shifts"], evaluations)
        ),
        "prices": prices,
        "baseline": None if baseline is None else _evaluation(baseline),
        "scoring": _text(document["scoring"]),
        "choose_by": _text(document["choose_by"]),
        "visits": visits,
        "explorers": [_text(name) for name in document["explorers"]],
    }


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.80} stands where a name belongs")
    return value


def _evaluation(fields: Mapping[str, Any]) -> Evaluation:
    evaluation: Evaluation = from_fields(Evaluation, fields)
    check_evaluation(evaluation)
    _ = evaluation.score, evaluation.merit, evaluation.stderr  # their sums can be too large
    return evaluation


def _shifts(value: Any, evaluations: list[Evaluation]) -> Floats | None:
    if value is None:
        return None
    lengths = [len(evaluation.scores) for evaluation in evaluations]
    if [len(row) for row in value] != lengths or len(set(lengths)) > 1:
        raise ValueError("its shifts are not one for each score")
    shifts: Floats = np.array(value)
    if shifts.dtype.kind not in "if" or not np.isfinite(shifts).all():
        raise TypeError("its shifts are not all finite numbers")
    return shifts
