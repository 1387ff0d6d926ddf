"""For every budget, the most accurate model whose measurements you can afford."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pennyworth.average import AverageSchedule, average_schedule
    from pennyworth.default_estimators import default_forests
    from pennyworth.effort import SearchProgress
    from pennyworth.evaluation import Evaluation
    from pennyworth.prices import Item, PriceList
    from pennyworth.schedule import ModelSchedule
    from pennyworth.scheduled_model import ScheduledModel
    from pennyworth.search import BudgetSearch
    from pennyworth.store import EvaluationStore, StoredProblem
    from pennyworth.visit import Visit

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
    "AverageSchedule": "average",
    "BudgetSearch": "search",
    "Evaluation": "evaluation",
    "EvaluationStore": "store",
    "Item": "prices",
    "ModelSchedule": "schedule",
    "PriceList": "prices",
    "ScheduledModel": "scheduled_model",
    "SearchProgress": "effort",
    "StoredProblem": "store",
    "Visit": "visit",
    "average_schedule": "average",
    "default_forests": "default_estimators",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
