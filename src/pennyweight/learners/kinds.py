"""All kinds of learners, and which of them stands in for an estimator."""

from collections.abc import Mapping
from typing import Any

from pennyweight.learners import forest
from pennyweight.learners.learner import Kind, Learner
from pennyweight.problem import Problem

LEARNERS: tuple[Kind, ...] = (forest,)


def kind_for(estimator: Any) -> Kind | None:
    """Return the kind of learner that is for such estimators, if there is one."""
    return next((kind for kind in LEARNERS if kind.stands_for(estimator)), None)


def prepared(problem: Problem, estimators: Mapping[str, Any]) -> dict[str, Learner]:
    """Return learners that stand in for estimators by name, each of the kind that is for it."""
    learners: dict[str, Learner] = {}
    for kind in LEARNERS:
        own = {name: each for name, each in estimators.items() if kind_for(each) is kind}
        if own:
            learners |= kind.prepared(problem, own)
    return learners
