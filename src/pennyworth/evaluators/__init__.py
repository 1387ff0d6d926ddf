"""How a subset gets its scores."""

from pennyworth.evaluators.base import Evaluator, Rounds, Task
from pennyworth.evaluators.estimator import EstimatorEvaluator
from pennyworth.evaluators.forest import ForestEvaluator

__all__ = ["EstimatorEvaluator", "Evaluator", "ForestEvaluator", "Rounds", "Task"]
