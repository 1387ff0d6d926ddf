"""`pennyworth prices`: a price list to fill in."""

import csv
import io
from pathlib import Path
from typing import Annotated

import typer

from pennyworth import atomic
from pennyworth.cli import options
from pennyworth.cli.telling import say, tells_errors
from pennyworth.data_files import read_table
from pennyworth.exceptions import DataFileError
from pennyworth.run.loading import take_apart


@tells_errors
def prices(
    data: options.DataArgument,
    target: Annotated[str, typer.Option(help="The column to predict.", metavar="NAME")],
    out: Annotated[Path, typer.Option(help="Where to write the list.", metavar="FILE")] = Path(
        "prices.csv"
    ),
    encoding: options.EncodingOption = None,
) -> None:
    """Write a price list to fill in, with a row for each column of the data.

    Fill in the prices. Add a row for what several tests share, such as a blood draw, and name it
    in their column `needs`.
    """
    if out.exists():
        raise DataFileError(f"{out} is there already; give another --out.")
    loaded = take_apart(read_table(data, encoding=encoding), target=target)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["variable", "price", "needs", "columns"])
    writer.writerows([name, "", "", ""] for name in loaded.X.columns)
    atomic.write_text(out, text.getvalue())
    say(f"{out} has {loaded.X.shape[1]} variables; fill in their prices.")
