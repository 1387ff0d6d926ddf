"""How a subset gets its scores."""

from pennyweight.evaluators.base import Evaluate, Rounds, Task, Tried
from pennyweight.evaluators.choosing import (
    BrierScore,
    default_chooser,
    default_scorer,
    default_scoring,
    gives_probabilities,
)
from pennyweight.evaluators.fitting import check_weights, final_step, fit, score
from pennyweight.evaluators.measures import measure_of
from pennyweight.evaluators.out_of_bag import why_not_out_of_bag
from pennyweight.evaluators.several import SeveralEvaluators

__all__ = [
    "BrierScore",
    "Evaluate",
    "Rounds",
    "SeveralEvaluators",
    "Task",
    "Tried",
    "check_weights",
    "default_chooser",
    "default_scorer",
    "default_scoring",
    "final_step",
    "fit",
    "gives_probabilities",
    "measure_of",
    "score",
    "why_not_out_of_bag",
]
