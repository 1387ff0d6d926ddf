"""The commands of pennyworth, put together."""

from typing import Annotated

import typer

from pennyworth.cli.commands.demo import demo
from pennyworth.cli.commands.fit import fit
from pennyworth.cli.commands.predict import predict
from pennyworth.cli.commands.prices import prices
from pennyworth.cli.commands.report import report
from pennyworth.cli.commands.reprice import reprice
from pennyworth.cli.commands.show import show
from pennyworth.report import versions

app = typer.Typer(
    name="pennyworth",
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
def pennyworth(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show versions."),
    ] = False,
) -> None:
    """For every budget, the most accurate model whose measurements you can afford.

    Start with `pennyworth demo`. With data of your own: `pennyworth prices DATA --target NAME`
    writes a price list to fill in; `pennyworth fit DATA --target NAME --prices FILE --out RUN`
    searches, and writes a report that you can open in a browser and hand on.
    """


for command in (demo, prices, fit, show, reprice, report, predict):
    app.command()(command)


def main() -> None:
    """Run the command line."""
    app()
