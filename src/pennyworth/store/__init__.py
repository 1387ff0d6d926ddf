"""Where evaluations are kept: a file, or memory."""

from pennyworth.store.evaluation_store import EvaluationStore, StoredProblem
from pennyworth.store.remembering import RememberingEvaluator

__all__ = ["EvaluationStore", "RememberingEvaluator", "StoredProblem"]
