"""`pennyworth report`: the page of a run, written again."""

from pathlib import Path
from typing import Annotated

import typer

from pennyworth.cli import options
from pennyworth.cli.messages import say, tells_errors
from pennyworth.report import write_report
from pennyworth.run import RunFolder


@tells_errors
def report(
    run: options.RunArgument,
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write. Default: RUN/report.html."),
    ] = None,
) -> None:
    """Write the report of a run: one HTML file that needs no network."""
    folder = RunFolder(run)
    path = out or folder.report_file
    write_report(folder.schedule, path, folder.details)
    say(f"The report is in {path}.")
