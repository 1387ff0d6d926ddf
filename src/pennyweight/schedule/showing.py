"""ShowsSchedule: a schedule as a picture, as a page, and in a notebook."""

from os import PathLike
from typing import Any


class ShowsSchedule:
    """The ways in which a schedule shows itself."""

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draw the staircase; see `pennyweight.display.plot_schedules`."""
        from pennyweight.display import plot_schedules  # noqa: PLC0415

        return plot_schedules(self, ax=ax, **options)  # type: ignore[arg-type]

    def report(self, path: str | PathLike[str], *, title: str = "Model schedule") -> None:
        """Write one self-contained HTML page, in which the prices can be edited.

        `BudgetSearch.report` writes the same page and also says how the schedule was made.
        """
        from pennyweight.report import RunDetails, write_report  # noqa: PLC0415

        write_report(self, path, RunDetails(title=title))  # type: ignore[arg-type]

    def _repr_html_(self) -> str:
        from pennyweight.report import schedule_html  # noqa: PLC0415

        return schedule_html(self)  # type: ignore[arg-type]
