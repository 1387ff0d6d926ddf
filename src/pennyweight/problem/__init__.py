"""The data of a search: variables, rows, and what stands for all that."""

from pennyweight.problem.columns import (
    DATES,
    as_plain,
    as_table,
    categorical_columns,
    check_cells,
    check_dates,
    column_names,
    is_frame,
    is_numeric,
    is_plain,
    named,
    numbers_of,
    permuted,
    take,
    values_of,
    with_numbers,
)
from pennyweight.problem.encoding import Encoded, encode
from pennyweight.problem.fingerprint import fingerprint
from pennyweight.problem.problem import OUT_OF_BAG, Problem, make_problem
from pennyweight.problem.routing import (
    WEIGHT,
    asking_for_weights,
    check_routes,
    gets,
    is_routed,
    requests_of,
    router_of,
)
from pennyweight.problem.rows import Fold, Target, deal_blocks

__all__ = [
    "DATES",
    "OUT_OF_BAG",
    "WEIGHT",
    "Encoded",
    "Fold",
    "Problem",
    "Target",
    "as_plain",
    "as_table",
    "asking_for_weights",
    "categorical_columns",
    "check_cells",
    "check_dates",
    "check_routes",
    "column_names",
    "deal_blocks",
    "encode",
    "fingerprint",
    "gets",
    "is_frame",
    "is_numeric",
    "is_plain",
    "is_routed",
    "make_problem",
    "named",
    "numbers_of",
    "permuted",
    "requests_of",
    "router_of",
    "take",
    "values_of",
    "with_numbers",
]
