"""For every budget, the most accurate model whose measurements you can afford."""

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
