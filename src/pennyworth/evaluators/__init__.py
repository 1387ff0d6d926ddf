"""How a subset gets its scores."""

from pennyworth.evaluators.base import Evaluator, Rounds, Task
from pennyworth.evaluators.choosing import (
    BrierScore,
    default_chooser,
    default_scorer,
    default_scoring,
    gives_probabilities,
)
from pennyworth.evaluators.estimator import EstimatorEvaluator
from pennyworth.evaluators.fitting import check_weights, final_step, fit, score
from pennyworth.evaluators.forest import ForestEvaluator, forest_importances
from pennyworth.evaluators.measures import measure_of
from pennyworth.evaluators.out_of_bag import why_not_out_of_bag

__all__ = [
    "BrierScore",
    "EstimatorEvaluator",
    "Evaluator",
    "ForestEvaluator",
    "Rounds",
    "Task",
    "check_weights",
    "default_chooser",
    "default_scorer",
    "default_scoring",
    "final_step",
    "fit",
    "forest_importances",
    "gives_probabilities",
    "measure_of",
    "score",
    "why_not_out_of_bag",
]
