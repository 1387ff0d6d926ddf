"""How a subset gets its scores."""

from pennyworth.evaluators.base import Evaluator
from pennyworth.evaluators.estimator import EstimatorEvaluator

__all__ = ["EstimatorEvaluator", "Evaluator"]
