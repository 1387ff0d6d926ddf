"""What the sequences of a search visited, as rows of a table, and as a schedule again."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from pennyweight import Evaluation, ModelSchedule, PriceList, Visit


def visited(schedule: ModelSchedule) -> Iterator[dict[str, Any]]:
    """Return a row for each visit, in order."""
    known = {evaluation.subset: evaluation for evaluation in schedule.evaluations}
    for visit in schedule.visits:
        yield {"sequence": visit.sequence, **_about(schedule, known[visit.subset])}


def evaluated(schedule: ModelSchedule, sequence: str) -> Iterator[dict[str, Any]]:
    """Return a row for each evaluation of a schedule that has no visits."""
    for evaluation in schedule.evaluations:
        yield {"sequence": sequence, **_about(schedule, evaluation)}


def _about(schedule: ModelSchedule, evaluation: Evaluation) -> dict[str, Any]:
    return {
        "variables": " ".join(str(variable + 1) for variable in evaluation.subset),
        "cost": schedule.prices.cost(evaluation.subset),
        "score": evaluation.score,
        "test_score": evaluation.test_score,
    }


def rebuilt(rows: pd.DataFrame, prices: PriceList) -> ModelSchedule:
    """Return the schedule of all visits in a table."""
    evaluations, visits = {}, []
    for place, row in enumerate(rows.itertuples(index=False)):
        subset = tuple(int(number) - 1 for number in str(row.variables).split())
        visits.append(Visit(sequence=row.sequence, subset=subset))
        evaluations[subset if row.sequence != "logistic" else place] = Evaluation(
            subset=subset, estimator="model", scores=(row.score,), test_score=row.test_score
        )
    return ModelSchedule(evaluations.values(), prices, visits=visits)
