"""The search: the front door, and the whole method in one function."""

from pennyweight.search.budget_search import BudgetSearch
from pennyweight.search.checks import check_target
from pennyweight.search.default_estimators import LEAVES, default_forests, doubt, holds_classes
from pennyweight.search.estimators import named_estimators, with_encoding
from pennyweight.search.presets import default_effort, resolve
from pennyweight.search.ready_estimators import ready_estimator

__all__ = [
    "LEAVES",
    "BudgetSearch",
    "check_target",
    "default_effort",
    "default_forests",
    "doubt",
    "holds_classes",
    "named_estimators",
    "ready_estimator",
    "resolve",
    "with_encoding",
]
