"""`pennyweight demo`: the whole way, on data that come with scikit-learn."""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pennyweight.cli.messages import errors_in_a_sentence, say
from pennyweight.cli.running import Job, carry_out
from pennyweight.cli.screen import write
from pennyweight.datasets import breast_cancer
from pennyweight.run import Loaded, RunSettings, hash_of


@errors_in_a_sentence
def demo(
    out: Annotated[
        Path, typer.Option(help="The folder to write the run to.", metavar="RUN")
    ] = Path("demo"),
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing but errors.")] = False,
) -> None:
    """Search scikit-learn's breast cancer data, at made-up prices, and write a report."""
    data = breast_cancer()
    if not quiet:
        say(f"{len(data.y)} women, {len(data.prices.variables)} measurements of cells. Prices:", "")
        table = data.prices.to_frame()[["variable", "price", "needs"]]
        write(f"{table.to_string(index=False)}\n")
    job = Job(
        settings=RunSettings(
            data="scikit-learn: breast cancer",
            data_sha256=hash_of(data.X.to_numpy().tobytes()),
            target="diagnosis",
            task="classes",
        ),
        loaded=Loaded(
            X=data.X, y=np.asarray(data.y), groups=None, weights=None, classification=True
        ),
        prices=data.prices,
        out=out,
        title="Breast cancer: what is each measurement worth?",
    )
    carry_out(job, quiet=quiet, as_json=False)
