"""The commands of pennyweight, put together."""

from typing import Annotated

import typer

from pennyweight.cli.commands.demo import demo
from pennyweight.cli.commands.fit import fit
from pennyweight.cli.commands.predict import predict
from pennyweight.cli.commands.prices import prices
from pennyweight.cli.commands.report import report
from pennyweight.cli.commands.reprice import reprice
from pennyweight.cli.commands.show import show
from pennyweight.report import versions

app = typer.Typer(
    name="pennyweight",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(versions())
        raise typer.Exit


@app.callback()
def pennyweight(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show versions."),
    ] = False,
) -> None:
    """For every budget, the most accurate model whose measurements you can afford.

    Start with `pennyweight demo`. With data of your own: `pennyweight prices DATA --target NAME`
    writes a price list to fill in; `pennyweight fit DATA --target NAME --prices FILE --out RUN`
    searches, and writes a report that you can open in a browser and hand on.
    """


COMMANDS = (demo, prices, fit, show, reprice, report, predict)

for command in COMMANDS:
    app.command()(command)


def main() -> None:
    """Run the command line."""
    app()
