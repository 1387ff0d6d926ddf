"""What is known of subsets: evaluations, their front, and what moves their merits."""

from pennyworth.evaluations.evaluation import Evaluation, check_evaluation
from pennyworth.evaluations.joining import as_measured, joined
from pennyworth.evaluations.process import SubsetProcess, errors_of
from pennyworth.evaluations.records import as_fields, from_fields
from pennyworth.evaluations.steadying import shifts_by_likeness
from pennyworth.evaluations.table import ScoredSubsets, in_order
from pennyworth.evaluations.visit import Visit

__all__ = [
    "Evaluation",
    "ScoredSubsets",
    "SubsetProcess",
    "Visit",
    "as_fields",
    "as_measured",
    "check_evaluation",
    "errors_of",
    "from_fields",
    "in_order",
    "joined",
    "shifts_by_likeness",
]
