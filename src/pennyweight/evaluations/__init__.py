"""What is known of subsets: evaluations, their front, and what moves their merits."""

from pennyweight.evaluations.evaluation import Evaluation, check_evaluation
from pennyweight.evaluations.joining import joined
from pennyweight.evaluations.process import SubsetProcess, errors_of
from pennyweight.evaluations.records import as_fields, from_fields
from pennyweight.evaluations.table import ScoredSubsets, in_order
from pennyweight.evaluations.visit import Visit

__all__ = [
    "Evaluation",
    "ScoredSubsets",
    "SubsetProcess",
    "Visit",
    "as_fields",
    "check_evaluation",
    "errors_of",
    "from_fields",
    "in_order",
    "joined",
]
