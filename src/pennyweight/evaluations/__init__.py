"""What is known of subsets: evaluations, their front, and what moves their merits."""

from pennyweight.evaluations import pareto
from pennyweight.evaluations.evaluation import (
    Evaluation,
    Visit,
    as_fields,
    check_evaluation,
    from_fields,
)
from pennyweight.evaluations.joining import joined
from pennyweight.evaluations.process import SubsetProcess, errors_of
from pennyweight.evaluations.table import EvaluationTable, in_order
from pennyweight.evaluations.unfinished import share_lacking

__all__ = [
    "Evaluation",
    "EvaluationTable",
    "SubsetProcess",
    "Visit",
    "as_fields",
    "check_evaluation",
    "errors_of",
    "from_fields",
    "in_order",
    "joined",
    "pareto",
    "share_lacking",
]
