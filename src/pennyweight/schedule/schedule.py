"""ModelSchedule: for every budget, the best model that it pays for."""

import math
import numbers
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from functools import cached_property
from os import PathLike
from typing import Any, Literal, overload

import numpy as np
import pandas as pd

from pennyweight import words
from pennyweight.arrays import Flags, Floats
from pennyweight.evaluations import Evaluation, EvaluationTable, Visit, in_order, joined, pareto
from pennyweight.exceptions import BudgetError
from pennyweight.prices import PriceList, as_amount, as_number, rounded
from pennyweight.schedule import file as schedule_file
from pennyweight.schedule.model import ScheduledModel
from pennyweight.schedule.questions.batch import RepricedBatch, item_prices
from pennyweight.schedule.questions.comparison import Comparison, compare
from pennyweight.schedule.questions.purchase import Purchase, step
from pennyweight.schedule.questions.sensitivity import Sensitivity, sensitivity
from pennyweight.schedule.questions.worth import Worth, worth
from pennyweight.schedule.uncertainty import (
    FEWEST_BLOCKS,
    Difference,
    corrected_scores,
    difference,
    frugal,
    half_width,
)
from pennyweight.seeds import seed_of
from pennyweight.words import in_words

COLUMNS = (
    *("cost", "score", "stderr", "corrected", "low", "high", "test_score"),
    *("estimator", "variables"),
)
FIELDS = [field.name for field in fields(ScheduledModel)]
ScoreKind = Literal["validation", "corrected", "test"]


class ModelSchedule(Sequence[ScheduledModel]):
    """The models that are worth their cost: each costs more and is better than the one before.

    Better is what `choose_by` says. The scores that are reported rise as well, but for chance.

    Parameters
    ----------
    evaluations : iterable of Evaluation
        Everything that was tried, as it was measured.
    prices : PriceList
        What the variables cost.
    baseline : Evaluation, optional
        The empty model: the majority class or the mean, which costs nothing. It is there to compare
        with, and is not one of the schedule's models.
    scoring : str
        The name of the score that is reported.
    choose_by : str, optional
        The name of what chooses between subsets; by default the score.
    visits : iterable of Visit
        Which sequence proposed which subset, in order.
    explorers : iterable of str
        The names of the estimators that were tried on all subsets: merits are steadied by what
        these got. Without any, merits choose as they were measured.

    Examples
    --------
    >>> from pennyweight import Evaluation, ModelSchedule, PriceList
    >>> tried = [
    ...     Evaluation(subset=(0,), estimator="forest", scores=(0.70,)),
    ...     Evaluation(subset=(1,), estimator="forest", scores=(0.65,)),
    ...     Evaluation(subset=(0, 1), estimator="forest", scores=(0.90,)),
    ... ]
    >>> schedule = ModelSchedule(tried, PriceList({"age": 1, "scan": 9}))
    >>> schedule
    <ModelSchedule: 2 models from 3 evaluations, cost 1 to 10, accuracy 0.7 to 0.9>
    >>> schedule.best(budget=9).variables
    ('age',)
    >>> schedule.cheapest(score=0.8).cost
    10.0
    >>> schedule.aup()
    0.63
    """

    def __init__(
        self,
        evaluations: Iterable[Evaluation] | EvaluationTable,
        prices: PriceList,
        *,
        baseline: Evaluation | None = None,
        scoring: str = "accuracy",
        choose_by: str | None = None,
        visits: Iterable[Visit] = (),
        explorers: Iterable[str] = (),
    ) -> None:
        self.explorers = tuple(explorers)
        if not isinstance(evaluations, EvaluationTable):
            ordered, n_variables = in_order(evaluations), len(prices.variables)
            evaluations = EvaluationTable.of(ordered, n_variables).steadied(self.explorers)
        self._scored = evaluations
        self.evaluations = self._scored.evaluations
        self.prices = prices
        self.baseline = baseline
        self.scoring = in_words(scoring)
        self.choose_by = in_words(choose_by or scoring)
        self.visits = tuple(visits)
        self.costs = prices.costs(self._scored.members)
        self.costs.setflags(write=False)
        self._models = tuple(self._model(i) for i in self._scored.front(self.costs))

    def _model(self, place: int) -> ScheduledModel:
        evaluation = self.evaluations[place]
        return ScheduledModel(
            cost=float(self.costs[place]),
            score=float(self._scored.scores[place]),
            merit=float(self._scored.merits[place]),
            stderr=evaluation.stderr,
            test_score=evaluation.test_score,
            variables=tuple(self.prices.variables[i] for i in evaluation.subset),
            estimator=evaluation.estimator,
            subset=evaluation.subset,
            provisional=evaluation.provisional,
        )

    def best(self, budget: float) -> ScheduledModel:
        """Return the best model that costs at most `budget`.

        Parameters
        ----------
        budget : float
            The most that a model may cost.

        Returns
        -------
        ScheduledModel
            The best model within it.
        """
        most = as_amount(budget)
        affordable = [model for model in self if model.cost <= most]
        if not affordable:
            raise BudgetError(f"no model costs at most {most:g}; {self._cheapest()}.")
        return affordable[-1]

    def cheapest(self, score: float) -> ScheduledModel:
        """Return the cheapest model that scores at least `score`.

        Parameters
        ----------
        score : float
            The least that the model has to score.

        Returns
        -------
        ScheduledModel
            The cheapest of those that do.
        """
        least = as_number(score)
        if least is None or math.isnan(least):
            raise TypeError(f"score is {score!r}; give a number.")
        for model in self:
            if model.score >= least:
                return model
        if not self:
            raise BudgetError(f"no model scores {least:g}; the schedule is empty.")
        best = max(self, key=lambda model: model.score)
        raise BudgetError(
            f"no model scores {least:g}; "
            f"the highest score is {best.score:g}, for {words.money(best.cost)}."
        )

    def _cheapest(self) -> str:
        return (
            f"the cheapest costs {words.money(self[0].cost)}" if self else "the schedule is empty"
        )

    def aup(self, on: ScoreKind = "validation") -> float:
        """Return the area under the staircase, costs divided by that of all variables.

        Parameters
        ----------
        on : {"validation", "corrected", "test"}
            Count the scores on the rows that chose the models, which are too good by the luck of
            the choice; those scores without that luck, by an estimate; or the scores on the test
            rows, which no choice has seen.

        Returns
        -------
        float
            The area.
        """
        return pareto.area([model.cost for model in self], self.scores(on), self.prices.total)

    def scores(self, on: ScoreKind = "validation") -> list[float]:
        """Return the models' scores: on the validation rows, corrected, or on the test rows.

        Parameters
        ----------
        on : {"validation", "corrected", "test"}
            Which scores; as in `aup`.

        Returns
        -------
        list of float
            A score for each model.
        """
        if on == "validation":
            return [model.score for model in self]
        if on == "corrected":
            return [float(score) for score in self.corrected()]
        if on != "test":
            raise ValueError(f"on must be 'validation', 'corrected' or 'test'; it is {on!r}.")
        scores = [model.test_score for model in self if model.test_score is not None]
        if len(scores) < len(self):
            raise ValueError(
                "the schedule has no test scores; search with test_size set to get them."
            )
        return scores

    def corrected(self) -> Floats:
        """Return the scores of the models without the optimism of having chosen them.

        They are estimated by choosing again on some blocks (or folds) and scoring on the others.

        Returns
        -------
        array of floats
            A score for each model.
        """
        if self._corrected is None:
            raise ValueError(
                "the luck of the choice cannot be seen in fewer than five scores of a subset; "
                "search with validation='oob' or five folds."
            )
        return self._corrected

    @cached_property
    def _corrected(self) -> Floats | None:
        costs = np.array([model.cost for model in self])
        return corrected_scores(self._scored, self.costs, costs) if len(self) else costs

    def interval(self, level: float = 0.95) -> tuple[Floats, Floats]:
        """Return the ends of the confidence intervals of the models' scores on new rows.

        Parameters
        ----------
        level : float
            How often the interval is to hold the score.

        Returns
        -------
        two arrays of floats
            The lower and the upper end for each model.
        """
        if not 0 < level < 1:
            raise ValueError(f"level is {level!r}; give a share such as 0.95.")
        stderr = np.array([model.stderr for model in self], dtype=float)
        corrected = self.corrected()
        n_blocks = len(self.evaluations[0].scores) if self.evaluations else FEWEST_BLOCKS
        width = half_width(stderr, n_blocks, level)
        return corrected - width, corrected + width

    def difference(self, model: ScheduledModel, other: ScheduledModel) -> Difference:
        """Return how much better a model scores than another, and its paired standard error.

        Parameters
        ----------
        model, other : ScheduledModel
            Two models of this schedule, or of the same search.

        Returns
        -------
        Difference
            The difference in score, with its standard error.
        """
        return difference(self._blocks(model), self._blocks(other))

    def parsimonious(self) -> "ModelSchedule":
        """Return the frugal schedule, by the rule of one standard error.

        At each budget it has the cheapest model of this schedule that is not distinguishable from
        the best one: its merit is behind by at most one standard error of the difference, paired
        over the blocks.

        Returns
        -------
        ModelSchedule
            A schedule with some of the models of this one.
        """
        by_block = self._scored.by_block()
        if by_block is None:
            raise ValueError("the scores rest on a single fold; they have no standard error.")
        kept = np.zeros(len(self.evaluations), dtype=bool)
        kept[frugal(self._scored.front(self.costs), by_block[1])] = True
        found = self._among(kept)
        if self._corrected is not None:  # its models were chosen from all, not from the few left
            by_cost = {model.cost: each for model, each in zip(self, self._corrected, strict=True)}
            found._corrected = np.array([by_cost[model.cost] for model in found])
        return found

    def to_frame(self) -> pd.DataFrame:
        """Return the schedule as a table, one row for each model.

        `score` is that of the rows that chose, `corrected` is without the luck of the choice, `low`
        and `high` are the ends of its 95% interval, and `test_score` is that of rows that no choice
        has seen. `merit` is there where something else than the score has chosen, and `provisional`
        where some forests have stopped early.

        Returns
        -------
        DataFrame
            A row for each model.
        """
        frame = pd.DataFrame([asdict(model) for model in self], columns=FIELDS)
        frame["variables"] = [", ".join(model.variables) for model in self]
        frame = frame.assign(**self._corrected_columns())
        columns = [*COLUMNS]
        if self.choose_by != self.scoring:
            columns.insert(1, "merit")
        if frame["provisional"].any():
            columns.append("provisional")
        return frame[columns].astype({"stderr": float, "test_score": float})

    def _corrected_columns(self) -> dict[str, Floats]:
        """Return the corrected scores and the ends of their intervals; NaN where unknown."""
        if self._corrected is None:
            return dict.fromkeys(("corrected", "low", "high"), np.full(len(self), np.nan))
        low, high = self.interval()
        return {"corrected": self._corrected, "low": low, "high": high}

    def reprice(self, prices: Any) -> "ModelSchedule":
        """Return the schedule under other prices, from the evaluations at hand, with no new fit.

        Models whose forests stopped early, because they were not near the front under the old
        prices, are marked provisional; `BudgetSearch.reprice` grows them in full.

        Parameters
        ----------
        prices : mapping, Series, array, DataFrame or PriceList
            New prices of some items by name, the others staying as they are; one price for each
            variable in order; or a whole new price list of the same variables.

        Returns
        -------
        ModelSchedule
            A schedule of its own; this one stays as it is.
        """
        return self._like(self._scored, self.prices.revised(prices))

    def within(self, **limits: float) -> "ModelSchedule":
        """Return the schedule of the subsets within limits on other kinds of price.

        ``schedule.within(minutes=30)`` has only models that take at most 30 minutes.

        Parameters
        ----------
        **limits : float
            The most of each kind of price, by its name.

        Returns
        -------
        ModelSchedule
            The schedule of the subsets that keep to them all.
        """
        kept = np.ones(len(self.evaluations), dtype=bool)
        for kind, most in limits.items():
            kept &= self.prices.kind(kind).costs(self._scored.members) <= as_amount(most)
        return self._among(kept)

    def front_over(self, kind: str) -> pd.DataFrame:
        """Return the models that nothing beats in price, in another kind of price, and in score.

        Parameters
        ----------
        kind : str
            The other kind of price.

        Returns
        -------
        DataFrame
            A row for each model: its cost, its cost of the other kind, its score, its
            variables.
        """
        other = self.prices.kind(kind).costs(self._scored.members)
        kept = pareto.front_of_two_costs(self.costs, other, self._scored.merits)
        models = [self._model(place) for place in kept]
        return pd.DataFrame(
            {
                "cost": [model.cost for model in models],
                kind: other[kept],
                "score": [model.score for model in models],
                "variables": [", ".join(model.variables) for model in models],
            }
        )

    def next_purchase(self, budget: float) -> Purchase:
        """Return what to buy next from the best model for a budget, and what it brings.

        That is the next model whose score is higher; where something else than the score chooses,
        the very next one may score less.

        Parameters
        ----------
        budget : float
            The most that a model may cost.

        Returns
        -------
        Purchase
            What to buy, for how much, and what it brings.
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

        Parameters
        ----------
        variable : str
            The name of a variable, or of an item that variables share.
        budget : float
            The most that a model may cost.

        Returns
        -------
        Worth
            The highest price, and the best scores with and without it.
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

        Returns
        -------
        Sensitivity
            At each budget, how scores vary and how often each variable is in the best model.
        """
        chosen = [model.cost for model in self] if budgets is None else list(budgets)
        whole = isinstance(draws, numbers.Integral) and not isinstance(draws, bool)
        if not whole or draws < 1 or not chosen:
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

        Returns
        -------
        RepricedBatch
            The best models under all the price lists.
        """
        return RepricedBatch(self._scored, self.prices, item_prices(self.prices, draws))

    def compare(self, other: Sequence[ScheduledModel]) -> Comparison:
        """Return this schedule and another side by side, budget by budget.

        Parameters
        ----------
        other : ModelSchedule
            What to compare with.

        Returns
        -------
        Comparison
            What both offer for each budget.
        """
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

    def _among(self, kept: Flags) -> "ModelSchedule":
        return self._like(self._scored.among(kept), self.prices)

    def _like(self, scored: EvaluationTable, prices: PriceList) -> "ModelSchedule":
        return ModelSchedule(
            scored,
            prices,
            baseline=self.baseline,
            scoring=self.scoring,
            choose_by=self.choose_by,
            visits=self.visits,
            explorers=self.explorers,
        )

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draw the staircase; see `pennyweight.display.plot_schedules`.

        Parameters
        ----------
        ax : Axes or None
            Where to draw; None: on a new figure.
        **options
            Further settings of `plot_schedules`.

        Returns
        -------
        Axes
            Where it was drawn.
        """
        from pennyweight.display import plot_schedules  # noqa: PLC0415

        return plot_schedules(self, ax=ax, **options)

    def report(self, path: str | PathLike[str], *, title: str = "Model schedule") -> None:
        """Write one self-contained HTML page, in which the prices can be edited.

        `BudgetSearch.report` writes the same page and also says how the schedule was made.

        Parameters
        ----------
        path : str or path-like
            The file to write.
        title : str
            The heading of the page.
        """
        from pennyweight.report import RunDetails, write_report  # noqa: PLC0415

        write_report(self, path, RunDetails(title=title))

    def _repr_html_(self) -> str:
        from pennyweight.report import schedule_html  # noqa: PLC0415

        return schedule_html(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the schedule, with everything that it was made from, as JSON.

        Parameters
        ----------
        path : str or path-like
            The file to write.
        """
        schedule_file.write(
            path,
            scored=self._scored,
            prices=self.prices,
            baseline=self.baseline,
            scoring=self.scoring,
            choose_by=self.choose_by,
            visits=self.visits,
            explorers=self.explorers,
        )

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "ModelSchedule":
        """Read a schedule that `save` wrote.

        Parameters
        ----------
        path : str or path-like
            A file that `save` wrote.

        Returns
        -------
        ModelSchedule
            A schedule equal to the one that was saved.
        """
        return cls(**schedule_file.read(path))

    def __or__(self, other: "ModelSchedule") -> "ModelSchedule":
        if not isinstance(other, ModelSchedule):
            return NotImplemented
        for name in ("prices", "scoring", "choose_by"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                raise ValueError(
                    f"schedules can be joined only when their {name} are equal; "
                    f"here {mine!r} and {theirs!r} differ."
                )
        evaluations, explorers = self._evaluations_with(other)
        return ModelSchedule(
            evaluations,
            self.prices,
            baseline=self.baseline or other.baseline,
            scoring=self.scoring,
            choose_by=self.choose_by,
            visits=dict.fromkeys(self.visits + other.visits),
            explorers=explorers,
        )

    def _evaluations_with(
        self, other: "ModelSchedule"
    ) -> tuple[list[Evaluation] | EvaluationTable, tuple[str, ...]]:
        """Return all that either tried, and who explored it; what is new to both moves merits."""
        together = joined(self.evaluations, other.evaluations)
        for each in (self, other):
            if set(together) == set(each.evaluations):
                return each._scored, each.explorers
        return together, tuple(name for name in self.explorers if name in other.explorers)

    @overload
    def __getitem__(self, index: int) -> ScheduledModel: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ScheduledModel, ...]: ...
    def __getitem__(self, index: int | slice) -> ScheduledModel | tuple[ScheduledModel, ...]:
        return self._models[index]

    def __len__(self) -> int:
        return len(self._models)

    def __iter__(self) -> Iterator[ScheduledModel]:
        return iter(self._models)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ModelSchedule):
            return NotImplemented
        parts = "_scored", "prices", "baseline", "scoring", "choose_by", "visits", "explorers"
        return all(getattr(self, part) == getattr(other, part) for part in parts)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        tried = f"{len(self)} models from {len(self.evaluations)} evaluations"
        if not self:
            return f"<ModelSchedule: {tried}>"
        costs = " to ".join(words.money(model.cost) for model in (self[0], self[-1]))
        scores = " to ".join(f"{float(words.score(m.score)):g}" for m in (self[0], self[-1]))
        return f"<ModelSchedule: {tried}, cost {costs}, {self.scoring} {scores}>"
