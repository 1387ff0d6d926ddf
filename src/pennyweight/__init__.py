"""For every budget, the most accurate model whose measurements you can afford."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pennyweight.effort import SearchProgress
    from pennyweight.evaluations import Evaluation, Visit
    from pennyweight.prices import Item, PriceList
    from pennyweight.schedule import (
        AverageSchedule,
        ModelSchedule,
        ScheduledModel,
        average_schedule,
    )
    from pennyweight.search import BudgetSearch, default_forests
    from pennyweight.store import EvaluationStore, StoredProblem

__version__ = "0.1.0"

__all__ = [
    "AverageSchedule",
    "BudgetSearch",
    "Evaluation",
    "EvaluationStore",
    "Item",
    "ModelSchedule",
    "PriceList",
    "ScheduledModel",
    "SearchProgress",
    "StoredProblem",
    "Visit",
    "average_schedule",
    "default_forests",
]

# What is public is imported when it is asked for: the command can be interrupted from the start.
_PLACES = {
    "AverageSchedule": "schedule",
    "BudgetSearch": "search",
    "Evaluation": "evaluations",
    "EvaluationStore": "store",
    "Item": "prices",
    "ModelSchedule": "schedule",
    "PriceList": "prices",
    "ScheduledModel": "schedule",
    "SearchProgress": "effort",
    "StoredProblem": "store",
    "Visit": "evaluations",
    "average_schedule": "schedule",
    "default_forests": "search",
}
# What stores and saved models name (`named_in_files`): these names stay, wherever the code moves.
_IN_FILES = {
    "BrierScore": "evaluators",
    "as_plain": "problem",
    "categorical_columns": "problem",
}


def __getattr__(name: str) -> Any:
    room = _PLACES.get(name) or _IN_FILES.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(f"{__name__}.{room}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
