"""Where evaluations are kept: a file, or memory."""

from pennyweight.store.evaluation_store import EvaluationStore, StoredProblem
from pennyweight.store.opening import remembered_seed, remembering
from pennyweight.store.remembering import Remembered
from pennyweight.store.shelf import place_of

__all__ = [
    "EvaluationStore",
    "Remembered",
    "StoredProblem",
    "place_of",
    "remembered_seed",
    "remembering",
]
