"""`pennyweight report`: the page of a run, written again."""

from pathlib import Path
from typing import Annotated

import typer

from pennyweight.cli import options
from pennyweight.cli.messages import errors_in_a_sentence, say
from pennyweight.report import write_report
from pennyweight.run import RunFolder


@errors_in_a_sentence
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
