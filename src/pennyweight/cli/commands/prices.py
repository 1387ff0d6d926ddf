"""`pennyweight prices`: a price list to fill in."""

from pathlib import Path
from typing import Annotated

import typer

from pennyweight.cli import options
from pennyweight.cli.messages import errors_in_a_sentence, point_out, say
from pennyweight.exceptions import DataFileError
from pennyweight.files import atomic, csv_text
from pennyweight.run import Reading, open_table, take_apart


@errors_in_a_sentence
def prices(
    data: options.DataArgument,
    target: Annotated[str, typer.Option(help="The column to predict.", metavar="NAME")],
    out: Annotated[Path, typer.Option(help="Where to write the list.", metavar="FILE")] = Path(
        "prices.csv"
    ),
    encoding: options.EncodingOption = None,
    decimal: options.DecimalOption = None,
    sheet: options.SheetOption = None,
) -> None:
    """Write a price list to fill in, with a row for each column of the data.

    Fill in the prices. Add a row for what several tests share, such as a blood draw, and name it
    in their column `needs`.
    """
    if out.exists():
        raise DataFileError(f"{out} is there already; give another --out.")
    table = open_table(data, Reading(encoding=encoding, decimal=decimal, sheet=sheet))
    point_out(table.notes)
    loaded = take_apart(table.frame, target=target)
    rows = [[name, "", "", ""] for name in loaded.X.columns]
    atomic.write_text(out, csv_text(["variable", "price", "needs", "columns"], rows))
    say(f"{out} has {loaded.X.shape[1]} variables; fill in their prices.")
