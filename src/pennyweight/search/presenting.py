"""ShowsSearch: a fitted search as a report, as model cards, and in a notebook."""

from collections.abc import Callable
from os import PathLike
from typing import Any

from sklearn.utils.validation import check_is_fitted

from pennyweight.prices import Budget
from pennyweight.report import RunDetails, card, facts, predicted, schedule_html, write_report
from pennyweight.schedule import ModelSchedule, ScheduledModel


class ShowsSearch:
    """The ways in which a search shows what it found."""

    schedule_: ModelSchedule
    best_model_: ScheduledModel
    _evaluator: Any
    _at: Callable[[Budget], ScheduledModel]

    def report(
        self,
        path: str | PathLike[str],
        *,
        title: str = "Model schedule",
        notes: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Write one self-contained HTML page, in which the prices can be edited.

        Parameters
        ----------
        path : str or path
            The file to write.
        title : str
            The heading of the page.
        notes : tuple of pairs of str
            What else to say of how it was made: pairs of a label and a text.
        """
        details = self.details(title=title, notes=notes)
        write_report(self.schedule_, path, details)

    def details(
        self, *, title: str = "Model schedule", notes: tuple[tuple[str, str], ...] = ()
    ) -> RunDetails:
        """Return how the schedule was made, as its report tells it; see `report`."""
        check_is_fitted(self)
        importances = tuple(
            float(value) for value in self._evaluator.importances(self._evaluator.problem.full)
        )
        return RunDetails(title=title, facts=(*notes, *facts(self)), importances=importances)

    def card(self, budget: Budget = None) -> str:
        """Return the card of the model for a budget, as Markdown.

        It says what the model needs, what that costs, how well it does and how that was measured.

        Parameters
        ----------
        budget : float, mapping or None
            What its variables may cost. None: the budget of the search.
        """
        check_is_fitted(self)
        return card(self, self.best_model_ if budget is None else self._at(budget))

    def _html_repr(self) -> str:
        diagram: str = super()._html_repr()  # type: ignore[misc]
        if not hasattr(self, "schedule_"):
            return diagram
        return f"<div>{self._told()}</div>{schedule_html(self.schedule_)}{diagram}"

    def __repr__(self, *args: Any) -> str:
        shown = super().__repr__(*args)
        return f"{shown}  # {self._told()}" if hasattr(self, "schedule_") else shown

    def _told(self) -> str:
        return f"predicts {predicted(self._evaluator.problem)}"
