"""ModelSchedule: for every budget, the best model that it pays for."""

import numbers
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, overload

import pandas as pd

from pennyworth import pareto, schedule_file
from pennyworth.arrays import Flags
from pennyworth.evaluation import Evaluation
from pennyworth.exceptions import BudgetError
from pennyworth.prices import PriceList, rounded
from pennyworth.subsets import Subset, membership
from pennyworth.visit import Visit

Part = Literal["validation", "test"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledModel:
    """One step of a schedule: a set of variables that is worth its cost.

    Parameters
    ----------
    cost : float
        What its variables cost together.
    score : float
        The mean score that it was chosen by; higher is better.
    stderr : float or None
        The standard error of that score; None when it rests on a single hold-out.
    test_score : float or None
        The score on the rows that no choice looked at; None when there are none.
    variables : tuple of str
        The variables to buy.
    estimator : str
        The name of the estimator that did best with them.
    subset : tuple of int
        The variables, as indices in the price list.
    """

    cost: float
    score: float
    stderr: float | None
    test_score: float | None
    variables: tuple[str, ...]
    estimator: str
    subset: Subset


class ModelSchedule(Sequence[ScheduledModel]):
    """The models that are worth their cost: each costs more and scores more than the one before.

    Parameters
    ----------
    evaluations : iterable of Evaluation
        Everything that was tried.
    prices : PriceList
        What the variables cost.
    baseline : Evaluation, optional
        The empty model: the majority class or the mean, which costs nothing. It is there to compare
        with, and is not one of the schedule's models.
    scoring : str
        The name of the score.
    visits : iterable of Visit
        Which sequence proposed which subset, in order.

    Examples
    --------
    >>> from pennyworth import Evaluation, ModelSchedule, PriceList
    >>> tried = [
    ...     Evaluation(subset=(0,), estimator="forest", scores=(0.70,)),
    ...     Evaluation(subset=(1,), estimator="forest", scores=(0.65,)),
    ...     Evaluation(subset=(0, 1), estimator="forest", scores=(0.90,)),
    ... ]
    >>> schedule = ModelSchedule(tried, PriceList({"age": 1, "scan": 9}))
    >>> schedule
    <ModelSchedule: 2 models from 3 evaluations, cost 1 to 10, score 0.7 to 0.9>
    >>> schedule.best(budget=9).variables
    ('age',)
    >>> schedule.cheapest(score=0.8).cost
    10.0
    >>> schedule.aup()
    0.63
    """

    def __init__(
        self,
        evaluations: Iterable[Evaluation],
        prices: PriceList,
        *,
        baseline: Evaluation | None = None,
        scoring: str = "accuracy",
        visits: Iterable[Visit] = (),
    ) -> None:
        self.evaluations = tuple(sorted(evaluations, key=_in_order))
        self.prices = prices
        self.baseline = baseline
        self.scoring = scoring
        self.visits = tuple(visits)
        self.costs = prices.costs(self._membership())
        self.costs.setflags(write=False)
        self._models = self._compress()

    def _membership(self) -> Flags:
        subsets = [evaluation.subset for evaluation in self.evaluations]
        return membership(subsets, len(self.prices.variables))

    def _compress(self) -> tuple[ScheduledModel, ...]:
        scores = [evaluation.score for evaluation in self.evaluations]
        return tuple(
            self._model(self.evaluations[i], float(self.costs[i]))
            for i in pareto.front(self.costs, scores)
        )

    def _model(self, evaluation: Evaluation, cost: float) -> ScheduledModel:
        return ScheduledModel(
            cost=cost,
            score=evaluation.score,
            stderr=evaluation.stderr,
            test_score=evaluation.test_score,
            variables=tuple(self.prices.variables[i] for i in evaluation.subset),
            estimator=evaluation.estimator,
            subset=evaluation.subset,
        )

    def best(self, budget: float) -> ScheduledModel:
        """Return the best model that costs at most `budget`."""
        if not isinstance(budget, numbers.Real):
            raise TypeError(f"budget is {budget!r}; give a number.")
        affordable = [model for model in self if model.cost <= rounded(float(budget))]
        if not affordable:
            raise BudgetError(f"no model costs at most {budget:g}; {self._cheapest()}.")
        return affordable[-1]

    def cheapest(self, score: float) -> ScheduledModel:
        """Return the cheapest model that scores at least `score`."""
        for model in self:
            if model.score >= score:
                return model
        if not self:
            raise BudgetError(f"no model scores {score:g}; the schedule is empty.")
        best = self[-1]
        raise BudgetError(
            f"no model scores {score:g}; the best scores {best.score:g} and costs {best.cost:g}."
        )

    def _cheapest(self) -> str:
        return f"the cheapest costs {self[0].cost:g}" if self else "the schedule is empty"

    def aup(self, on: Part = "validation") -> float:
        """Return the area under the staircase, costs divided by that of all variables.

        Parameters
        ----------
        on : {"validation", "test"}
            Count the scores that chose the models, or the scores of the same models on the test
            rows, which are the honest ones.
        """
        return pareto.area([model.cost for model in self], self.scores(on), self.prices.total)

    def scores(self, on: Part = "validation") -> list[float]:
        """Return the models' scores on the validation or on the test rows."""
        if on == "validation":
            return [model.score for model in self]
        if on != "test":
            raise ValueError(f"on must be 'validation' or 'test'; it is {on!r}.")
        scores = [model.test_score for model in self if model.test_score is not None]
        if len(scores) < len(self):
            raise ValueError(
                "the schedule has no test scores; search with test_size set to get them."
            )
        return scores

    def to_frame(self) -> pd.DataFrame:
        """Return the schedule as a table, one row for each model."""
        columns = ["cost", "score", "stderr", "test_score", "estimator", "variables"]
        rows = [[getattr(model, column) for column in columns] for model in self]
        frame = pd.DataFrame(rows, columns=columns)
        frame["variables"] = [", ".join(model.variables) for model in self]
        return frame.astype({"stderr": float, "test_score": float})

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draw the staircase; see `pennyworth.display.plot_schedules`."""
        from pennyworth.display import plot_schedules  # noqa: PLC0415

        return plot_schedules(self, ax=ax, **options)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the schedule, with everything that it was made from, as JSON."""
        schedule_file.write(
            path,
            evaluations=self.evaluations,
            prices=self.prices,
            baseline=self.baseline,
            scoring=self.scoring,
            visits=self.visits,
        )

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "ModelSchedule":
        """Read a schedule that `save` wrote."""
        return cls(**schedule_file.read(path))

    def __or__(self, other: "ModelSchedule") -> "ModelSchedule":
        if not isinstance(other, ModelSchedule):
            return NotImplemented
        for name in ("prices", "scoring"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                raise ValueError(
                    f"schedules can be joined only when their {name} are equal; "
                    f"here {mine!r} and {theirs!r} differ."
                )
        mine, theirs = _scores_by_model(self), _scores_by_model(other)
        if any(mine[model] != theirs[model] for model in mine.keys() & theirs.keys()):
            raise ValueError(
                "the schedules score the same subset differently, so they come from other rows, "
                "folds or seeds; joining them would keep the luckier score."
            )
        return ModelSchedule(
            dict.fromkeys(self.evaluations + other.evaluations),
            self.prices,
            baseline=self.baseline or other.baseline,
            scoring=self.scoring,
            visits=dict.fromkeys(self.visits + other.visits),
        )

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
        parts = ("evaluations", "prices", "baseline", "scoring", "visits")
        return all(getattr(self, part) == getattr(other, part) for part in parts)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        tried = f"{len(self)} models from {len(self.evaluations)} evaluations"
        if not self:
            return f"<ModelSchedule: {tried}>"
        first, last = self[0], self[-1]
        return (
            f"<ModelSchedule: {tried}, cost {first.cost:g} to {last.cost:g}, "
            f"score {first.score:.4g} to {last.score:.4g}>"
        )

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(float_format="{:.4g}".format, index=False, na_rep=""))


def _scores_by_model(
    schedule: ModelSchedule,
) -> dict[tuple[str, Subset], set[tuple[float, ...]]]:
    scores: dict[tuple[str, Subset], set[tuple[float, ...]]] = {}
    for evaluation in schedule.evaluations:
        model = evaluation.estimator, evaluation.subset
        scores.setdefault(model, set()).add(evaluation.scores)
    return scores


def _in_order(evaluation: Evaluation) -> tuple[int, Subset, str, tuple[float, ...]]:
    """Small subsets first: of equal models, the one with fewer variables stays."""
    return len(evaluation.subset), evaluation.subset, evaluation.estimator, evaluation.scores
