"""A schedule as one self-contained HTML page, whose prices can be edited."""

from os import PathLike

from pennyworth.files import atomic
from pennyworth.report.card import card
from pennyworth.report.details import RunDetails
from pennyworth.report.notebook import schedule_html
from pennyworth.report.page import render
from pennyworth.report.provenance import facts, predicted, versions
from pennyworth.report.summary import ReportSummary, summarise
from pennyworth.schedule import ModelSchedule

__all__ = [
    "ReportSummary",
    "RunDetails",
    "card",
    "facts",
    "predicted",
    "render",
    "schedule_html",
    "summarise",
    "versions",
    "write_report",
]


def write_report(
    schedule: ModelSchedule, path: str | PathLike[str], details: RunDetails | None = None
) -> None:
    """Write the page of a schedule."""
    atomic.write_text(path, render(summarise(schedule, details or RunDetails())))
