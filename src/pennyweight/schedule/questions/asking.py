"""BuyersQuestions: one method for each question, for a schedule to inherit."""

import numbers
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pennyweight.evaluations import Evaluation, ScoredSubsets
from pennyweight.exceptions import BudgetError
from pennyweight.prices import PriceList, as_amount, rounded
from pennyweight.schedule.model import ScheduledModel
from pennyweight.schedule.questions.batch import RepricedBatch, item_prices
from pennyweight.schedule.questions.comparison import Comparison, compare
from pennyweight.schedule.questions.purchase import Purchase, step
from pennyweight.schedule.questions.sensitivity import Sensitivity, sensitivity
from pennyweight.schedule.questions.worth import Worth, worth
from pennyweight.schedule.uncertainty import difference
from pennyweight.seeds import seed_of


class BuyersQuestions(Sequence[ScheduledModel]):
    """What a schedule can be asked before money is spent."""

    prices: PriceList
    baseline: Evaluation | None
    _scored: ScoredSubsets

    def next_purchase(self, budget: float) -> Purchase:
        """Return what to buy next from the best model for a budget, and what it brings.

        That is the next model whose score is higher; where something else than the score chooses,
        the very next one may score less.
        """
        most = as_amount(budget)
        place = [model.cost <= most for model in self].count(True)
        now = self[place - 1] if place else None
        better = [model for model in self[place:] if now is None or model.score > now.score]
        if not better:
            raise BudgetError(f"there is nothing better to buy than what {most:g} buys already.")
        then = better[0]
        after = self._blocks(then)
        nothing = self.baseline.scores if self.baseline else (0.0,) * len(after)
        before = self._blocks(now) if now else nothing
        extra = float(rounded(then.cost - (now.cost if now else 0.0)))
        return step(now, then, difference(after, before), extra)

    def worth(self, variable: str, budget: float) -> Worth:
        """Return the highest price at which a variable belongs in the best model for a budget.

        Of an item that variables share, such as a blood draw, it is the highest price at which the
        best model needs it.
        """
        if variable not in (item.name for item in self.prices.items):
            (index,) = self.prices.subset([variable])
            variable = self.prices.variables[index]
        return worth(self._scored, self.prices, variable, as_amount(budget))

    def sensitivity(
        self,
        prices_low: Any,
        prices_high: Any,
        draws: int = 1000,
        *,
        budgets: Iterable[float] | None = None,
        random_state: Any = 0,
    ) -> Sensitivity:
        """Return how schedules vary while each price varies between a lowest and a highest one.

        Parameters
        ----------
        prices_low, prices_high : as in `reprice`
            The ends of the ranges; an item that is not named keeps its price.
        draws : int
            How many price lists to draw, each price uniformly from its range.
        budgets : iterable of float, optional
            The budgets to look at; by default, the costs of the schedule's models.
        random_state : int, RandomState or None
            An int makes the draws repeatable.
        """
        chosen = [model.cost for model in self] if budgets is None else list(budgets)
        if not isinstance(draws, numbers.Integral) or draws < 1 or not chosen:
            raise ValueError(f"draws is {draws!r}; give 1 or more, and at least one budget.")
        return sensitivity(
            self._scored,
            self.prices.revised(prices_low),
            self.prices.revised(prices_high),
            np.array([as_amount(budget) for budget in chosen]),
            draws=draws,
            rng=np.random.default_rng(seed_of(random_state)),
        )

    def reprice_batch(self, draws: Any) -> RepricedBatch:
        """Return what is best under each of many price lists, all at once.

        Parameters
        ----------
        draws : array or DataFrame
            A row for each price list: a column for each variable, in order; or a DataFrame with a
            column for each item that varies.
        """
        return RepricedBatch(self._scored, self.prices, item_prices(self.prices, draws))

    def compare(self, other: Sequence[ScheduledModel]) -> Comparison:
        """Return this schedule and another side by side, budget by budget."""
        return compare(self, other)

    def _blocks(self, model: ScheduledModel) -> tuple[float, ...]:
        """Return the scores of a model by block; those of few trees with what more would bring."""
        wanted = model.subset, model.estimator
        places = enumerate(self._scored.evaluations)
        found = [place for place, e in places if (e.subset, e.estimator) == wanted]
        if not found:
            raise ValueError(
                f"the schedule has no evaluation of {', '.join(model.variables)} by "
                f"{model.estimator!r}; ask about models of the same search."
            )
        return self._scored.blocks_of(max(found, key=lambda place: self._scored.merits[place]))
