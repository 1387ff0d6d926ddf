"""Where evaluations are kept: a file, or memory."""

from pennyworth.store.evaluation_store import EvaluationStore, StoredProblem
from pennyworth.store.opening import remembered_seed, remembering
from pennyworth.store.remembering import RememberingEvaluator

__all__ = [
    "EvaluationStore",
    "RememberingEvaluator",
    "StoredProblem",
    "remembered_seed",
    "remembering",
]
