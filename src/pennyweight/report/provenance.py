"""How a search was made, in words: what a report and a model card say about it."""

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import numpy as np

from pennyweight import words
from pennyweight.prices import Budget, as_amount, as_limits
from pennyweight.problem import Problem

PACKAGES = ("pennyweight", "scikit-learn", "numpy", "scipy", "numba", "pandas", "joblib", "skops")


def facts(search: Any) -> tuple[tuple[str, str], ...]:
    """Return what is worth knowing of a fitted search, as pairs of a label and a text."""
    problem, evaluator = search._evaluator.problem, search._evaluator
    described = [
        ("data", _data(problem)),
        ("predicted", predicted(problem)),
        ("score", search.schedule_.scoring),
        ("chosen by", search.schedule_.choose_by),
        ("measured", protocol(problem)),
        ("test rows", test_rows(problem)),
        ("estimators" if len(evaluator.names) > 1 else "estimator", ", ".join(evaluator.names)),
        ("sequences", _sequences(search.sequences)),
        ("subsets tried", f"{len({e.subset for e in search.schedule_.evaluations}):,}"),
        ("budget", _budget(search.budget)),
        ("effort", "as usual" if search.effort is None else str(search.effort)),
        ("seed", str(problem.seed)),
        ("versions", versions()),
    ]
    return tuple(described)


def predicted(problem: Problem) -> str:
    """Say what is predicted: so many classes, or a number."""
    return f"{len(np.unique(problem.y)):,} classes" if problem.classification else "a number"


def protocol(problem: Problem) -> str:
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


def test_rows(problem: Problem) -> str:
    """Say how many rows chose nothing."""
    if not len(problem.test):
        return "none were put aside, so there is no honest score"
    return f"{len(problem.test):,} rows were put aside first and chose nothing"


def versions() -> str:
    """Return the versions of what the result depends on."""
    parts = [f"{package} {version(package)}" for package in PACKAGES]
    return ", ".join([*parts, f"Python {platform.python_version()}"])


def _data(problem: Problem) -> str:
    rows, columns = problem.X.shape
    return f"{rows:,} rows, {columns:,} columns, {len(problem.variables):,} variables"


def _budget(budget: Budget) -> str:
    if not isinstance(budget, Mapping):
        return "any" if budget is None else words.money(as_amount(budget))
    return ", ".join(f"{kind} {words.money(most)}" for kind, most in as_limits(budget).items())


def _sequences(given: Any) -> str:
    parts = given if isinstance(given, list | tuple) else [given]
    return ", ".join(
        part if isinstance(part, str) else getattr(part, "name", type(part).__name__)
        for part in parts
    )
