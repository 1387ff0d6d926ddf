"""Where evaluations are kept: a file, or memory."""

from pennyweight.store.evaluation_store import EvaluationStore, StoredProblem
from pennyweight.store.opening import remembered_seed, remembering
from pennyweight.store.remembering import RememberingEvaluator

__all__ = [
    "EvaluationStore",
    "RememberingEvaluator",
    "StoredProblem",
    "remembered_seed",
    "remembering",
]
