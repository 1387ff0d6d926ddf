"""A schedule as one self-contained HTML page, whose prices can be edited."""

from os import PathLike

from pennyweight.files import atomic
from pennyweight.report.card import card
from pennyweight.report.details import RunDetails, versions
from pennyweight.report.notebook import schedule_html
from pennyweight.report.page import render
from pennyweight.report.summary import ReportSummary, summarise
from pennyweight.schedule import ModelSchedule

__all__ = [
    "ReportSummary",
    "RunDetails",
    "card",
    "render",
    "schedule_html",
    "summarise",
    "versions",
    "write_report",
]


def write_report(
    schedule: ModelSchedule, path: str | PathLike[str], details: RunDetails | None = None
) -> None:
    """Write the page of a schedule.

    Parameters
    ----------
    schedule : ModelSchedule
        What to show.
    path : str or path-like
        The file to write.
    details : RunDetails or None
        What to say of how it was made.
    """
    atomic.write_text(path, render(summarise(schedule, details or RunDetails())))
