"""The whole method in one function: sequences propose, the evaluator scores, the front is kept."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

from pennyworth.evaluators import Evaluator
from pennyworth.exceptions import BudgetError
from pennyworth.prices import PriceList, rounded
from pennyworth.problem import Problem
from pennyworth.runner import EffortSpent, Runner
from pennyworth.schedule import ModelSchedule
from pennyworth.seeds import generator
from pennyworth.sequences import SearchContext, Sequence


def explore(
    problem: Problem,
    prices: PriceList,
    evaluator: Evaluator,
    sequences: Iterable[Sequence],
    *,
    scoring: str,
    budget: float | None = None,
    **limits: Any,
) -> ModelSchedule:
    """Run the sequences and return the schedule of all that they found.

    Parameters
    ----------
    problem, prices, evaluator : Problem, PriceList, Evaluator
        The data, what they cost, and how a subset is scored.
    sequences : iterable of Sequence
        What to try, in this order.
    scoring : str
        The name of the score.
    budget : float or None
        Subsets that cost more are not evaluated.
    **limits
        Further settings of the `Runner`.
    """
    _check_budget(prices, budget)
    runner = Runner(evaluator, prices, budget=budget, **limits)
    importances, baseline = cache(evaluator.importances), evaluator.baseline()
    runs: Counter[str] = Counter()
    try:
        for sequence in sequences:
            name = getattr(sequence, "name", type(sequence).__name__)
            runs[name] += 1
            sequence.run(
                SearchContext(
                    problem=problem,
                    prices=prices,
                    rng=generator(problem.seed, f"{name} {runs[name]}"),
                    evaluate=partial(runner.evaluate, visitor=name),
                    rank=importances,
                )
            )
    except EffortSpent:
        pass
    finally:
        runner.close()
    if not runner.evaluations:
        raise BudgetError(_nothing_found(budget))
    return ModelSchedule(
        runner.evaluations,
        prices,
        baseline=baseline,
        scoring=scoring,
        visits=runner.visits,
    )


def _check_budget(prices: PriceList, budget: float | None) -> None:
    if budget is None:
        return
    cheapest = min(prices.variables, key=prices.cost)
    if not prices.cost(cheapest) <= rounded(budget):
        raise BudgetError(
            f"no model costs at most budget={budget:g}: the cheapest variable, {cheapest!r}, "
            f"costs {prices.cost(cheapest):g}."
        )


def _nothing_found(budget: float | None) -> str:
    if budget is None:
        return "the sequences proposed no subset; use 'auto'."
    return (
        f"none of the subsets that the sequences proposed costs at most budget={budget:g}; "
        "raise the budget, or use sequences='auto', which tries every variable alone."
    )
