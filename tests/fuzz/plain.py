"""What the package computes, again in plain Python: loops, fractions and nothing clever."""

import math
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from pennyweight import Evaluation, ModelSchedule, PriceList

DIGITS = Context(prec=12)


def needed_items(prices: PriceList, variables: Iterable[str]) -> set[str]:
    """Follow needs, one by one."""
    items, needed, waiting = {item.name: item for item in prices.items}, set(), list(variables)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting.extend(items[name].needs)
    return needed


def cost(prices: PriceList, variables: Iterable[str]) -> Fraction:
    """Add up what is needed and not owned, exactly, then round to twelve digits."""
    needed = needed_items(prices, variables)
    paid = [item for item in prices.items if item.name in needed and not item.owned]
    exact = sum((Fraction(repr(float(item.price))) for item in paid), Fraction(0))
    return Fraction(DIGITS.divide(Decimal(exact.numerator), Decimal(exact.denominator)))


def front(costs: Sequence[Any], merits: Sequence[float]) -> list[int]:
    """Keep whom nobody else makes pointless; of equal points, the first."""
    kept: list[int] = []
    for place in sorted(range(len(costs)), key=lambda i: (costs[i], -merits[i], i)):
        if not kept or merits[place] > merits[kept[-1]]:
            kept.append(place)
    return kept


def mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def check_schedule(schedule: ModelSchedule) -> None:
    """Hold a schedule against its evaluations."""
    prices, tried = schedule.prices, schedule.evaluations
    merits = [_merit(schedule, place) for place in range(len(tried))]
    costs = [cost(prices, [prices.variables[i] for i in each.subset]) for each in tried]
    expected = front(costs, merits)
    found = [(model.subset, model.estimator) for model in schedule]
    assert found == [(tried[i].subset, tried[i].estimator) for i in expected], (found, expected)
    for model, place in zip(schedule, expected, strict=True):
        assert close(model.cost, costs[place]), (model, costs[place])
        assert model.variables == tuple(prices.variables[i] for i in model.subset)
        if not tried[place].provisional:
            assert close(model.score, mean(tried[place].scores)), model


def _merit(schedule: ModelSchedule, place: int) -> float:
    evaluation: Evaluation = schedule.evaluations[place]
    merit = float(schedule._scored.merits[place])
    if not evaluation.provisional:  # else what more trees would bring is added
        values = evaluation.merits or evaluation.scores
        shifts = (0.0,) * len(values)
        if schedule._scored.shifts is not None:
            shifts = schedule._scored.shifts[place].tolist()
        moved = [value + shift for value, shift in zip(values, shifts, strict=True)]
        assert close(merit, mean(moved)), (merit, evaluation)
    return merit


def check_answers(schedule: ModelSchedule, budget: float) -> None:
    """Hold the answers for a budget against the models, one by one."""
    most = budget.item() if isinstance(budget, np.generic) else budget
    affordable = [model for model in schedule if model.cost <= most]  # Python compares exactly
    if affordable:
        assert schedule.best(budget) == max(affordable, key=lambda model: model.merit)
    rows = schedule.to_frame()
    assert rows["cost"].tolist() == [model.cost for model in schedule]
    assert rows["score"].tolist() == [model.score for model in schedule]
    for model in schedule:
        first = next(each for each in schedule if each.score >= model.score)
        assert schedule.cheapest(model.score) == first


def close(a: Any, b: Any) -> bool:
    return a == b or math.isclose(float(a), float(b), rel_tol=1e-11, abs_tol=1e-300)
