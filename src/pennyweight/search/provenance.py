"""How a search was made, in words: what a report and a model card say about it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pennyweight import words
from pennyweight.prices import Limits
from pennyweight.problem import Problem
from pennyweight.report import versions
from pennyweight.schedule import ModelSchedule


def facts(
    problem: Problem,
    schedule: ModelSchedule,
    limits: Limits,
    *,
    estimators: tuple[str, ...],
    sequences: Any,
    effort: Any,
) -> tuple[tuple[str, str], ...]:
    """Return what is worth knowing of a search, as pairs of a label and a text.

    `sequences` and `effort` are as the user gave them.
    """
    return (
        ("data", _data(problem)),
        ("predicted", predicted(problem)),
        ("score", schedule.scoring),
        ("chosen by", schedule.choose_by),
        ("measured", _protocol(problem)),
        ("test rows", _test_rows(problem)),
        ("estimators" if len(estimators) > 1 else "estimator", ", ".join(estimators)),
        ("sequences", _sequences(sequences)),
        ("subsets tried", f"{len({e.subset for e in schedule.evaluations}):,}"),
        ("budget", _budget(limits.budgets, schedule.prices.kinds[0])),
        ("effort", "as usual" if effort is None else str(effort)),
        ("seed", str(problem.seed)),
        ("versions", versions()),
    )


def predicted(problem: Problem) -> str:
    """Say what is predicted: so many classes, or a number."""
    return f"{len(np.unique(problem.y)):,} classes" if problem.classification else "a number"


def _protocol(problem: Problem) -> str:
    """Say which rows the scores come from."""
    if not problem.folds:
        return (
            f"out of bag on {len(problem.development):,} rows, in {len(problem.blocks)} blocks: "
            "each tree is scored on rows that it did not see"
        )
    if len(problem.folds) == 1:
        fold = problem.folds[0]
        return f"on a hold-out of {len(fold.validate):,} rows, trained on {len(fold.train):,}"
    return f"by {len(problem.folds)} folds of {len(problem.development):,} rows"


def _test_rows(problem: Problem) -> str:
    """Say how many rows chose nothing."""
    if not len(problem.test):
        return "none were put aside, so there is no honest score"
    return f"{len(problem.test):,} rows were put aside first and chose nothing"


def _data(problem: Problem) -> str:
    rows, columns = problem.X.shape
    return f"{rows:,} rows, {columns:,} columns, {len(problem.variables):,} variables"


def _budget(budgets: Mapping[str, float], main: str) -> str:
    if not budgets:
        return "any"
    if list(budgets) == [main]:
        return words.money(budgets[main])
    return ", ".join(f"{kind} {words.money(most)}" for kind, most in budgets.items())


def _sequences(given: Any) -> str:
    parts = given if isinstance(given, list | tuple) else [given]
    return ", ".join(
        part if isinstance(part, str) else getattr(part, "name", type(part).__name__)
        for part in parts
    )
