"""`pennyweight fit`: from files to a run folder."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from pennyweight.cli import options
from pennyweight.cli.messages import errors_in_a_sentence, point_out
from pennyweight.cli.running import Job, carry_out
from pennyweight.exceptions import PriceError
from pennyweight.prices import PriceList
from pennyweight.run import (
    Loaded,
    Reading,
    RunFolder,
    RunSettings,
    hash_of,
    notes,
    offered,
    open_table,
    take_apart,
)
from pennyweight.search import doubt


@errors_in_a_sentence
def fit(
    data: options.DataArgument,
    target: Annotated[str, typer.Option(help="The column to predict.", metavar="NAME")],
    out: Annotated[Path, typer.Option(help="The folder to write the run to.", metavar="RUN")],
    prices: Annotated[
        Path | None,
        typer.Option(
            help="A price list. Default: that of the run in --out; in a new one, 1 for each.",
            metavar="FILE",
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(help="The most that a model may cost: 50, or price=50,minutes=30."),
    ] = None,
    keep: Annotated[
        str | None, typer.Option(help="Variables that every model has.", metavar="A,B")
    ] = None,
    owned: Annotated[
        str | None, typer.Option(help="Items that are paid for already.", metavar="A,B")
    ] = None,
    exclude: Annotated[
        str | None, typer.Option(help="Columns or variables to leave out.", metavar="A,B")
    ] = None,
    task: Annotated[
        str, typer.Option(help="What the target holds: auto, classes or number.")
    ] = "auto",
    estimator: Annotated[
        str,
        typer.Option(
            help="forest (three of them), boosting, logistic, or module:object.",
            metavar="NAME|MODULE:OBJECT",
        ),
    ] = "forest",
    sequences: Annotated[
        str, typer.Option(help="What to try: auto, paper, or names of sequences.", metavar="A,B")
    ] = "auto",
    scoring: Annotated[
        str | None,
        typer.Option(
            help="A scorer of scikit-learn, which also chooses. Default: accuracy, or r2."
        ),
    ] = None,
    choose_by: Annotated[
        str | None,
        typer.Option(
            help="What chooses, if not --scoring. Without either, the Brier score for classes.",
            metavar="NAME",
        ),
    ] = None,
    validation: Annotated[
        str | None, typer.Option(help="oob, a number of folds, or a share such as 0.25.")
    ] = None,
    test_size: Annotated[
        float, typer.Option(help="The share of rows that no choice looks at.")
    ] = 0.2,
    groups: Annotated[
        str | None,
        typer.Option(help="A column: rows of one group stay together.", metavar="COLUMN"),
    ] = None,
    weights: Annotated[
        str | None, typer.Option(help="A column with the weights of the rows.", metavar="COLUMN")
    ] = None,
    effort: Annotated[
        str | None,
        typer.Option(help="At most so many subsets, or so long: 500, 5min.", metavar="N|TIME"),
    ] = None,
    jobs: Annotated[int, typer.Option(help="Subsets at once; -1: one for each core.")] = -1,
    seed: Annotated[
        int, typer.Option(help="What all randomness follows from.", min=0, max=2**32 - 1)
    ] = 0,
    encoding: options.EncodingOption = None,
    decimal: options.DecimalOption = None,
    sheet: options.SheetOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing but errors.")] = False,
    as_json: options.JsonOption = False,
) -> None:
    """Search for the best model at every budget, and write a run folder with a report.

    Running it again on the same folder goes on where it stopped.
    """
    if jobs == 0:
        raise ValueError("--jobs is 0; give 1 or more, or -1 for one for each core.")
    table = open_table(data, Reading(encoding=encoding, decimal=decimal, sheet=sheet))
    loaded = take_apart(table.frame, target=target, groups=groups, weights=weights, task=task)
    listed = None if prices is None else PriceList.from_csv(prices)
    kept, excluded = options.names(keep), options.names(exclude)
    if both := set(kept) & set(excluded):
        raise ValueError(f"{both.pop()!r} is both in --keep and in --exclude.")
    folder = RunFolder(out)
    loaded = loaded.without(excluded, folder.prices or listed)
    if not quiet:
        point_out(table.notes)
        point_out(_found(loaded, task))
    settings = RunSettings(
        data=str(data),
        data_sha256=hash_of(data.read_bytes()),
        target=target,
        task="classes" if loaded.classification else "number",
        estimator=estimator,
        encoding=encoding,
        decimal=decimal or table.decimal,
        sheet=sheet,
        groups=groups,
        weights=weights,
        texts=loaded.texts,
        budget=options.budget(budget),
        keep=kept,
        exclude=excluded,
        sequences=options.names(sequences),
        scoring=scoring,
        choose_by=choose_by,
        validation=options.validation(validation),
        test_size=test_size,
        effort=options.effort(effort),
        seed=seed,
        jobs=jobs,
    )
    folder.check(settings)
    job = Job(
        settings=settings,
        loaded=loaded,
        prices=_priced(folder, listed, list(loaded.X.columns), options.names(owned)),
        out=out,
        title=f"Predicting {target} from {data.name}",
    )
    carry_out(job, quiet=quiet, as_json=as_json)


def _priced(
    folder: RunFolder, listed: PriceList | None, columns: list[str], owned: tuple[str, ...]
) -> PriceList:
    """Return the prices that were given; in a run that is there they change its prices."""
    before = folder.prices
    if before is None:
        return PriceList.for_columns(listed, columns).own(*owned)
    with suppress(PriceError):  # a list that says only what is new
        whole = PriceList.for_columns(listed, columns).own(*owned)
        if folder.has_prices(whole):
            return whole
    bound = before.bind(columns)
    return (bound if listed is None else offered(bound, listed)).own(*owned)


def _found(loaded: Loaded, task: str) -> list[str]:
    doubtful = doubt(loaded.y) if task == "auto" else None
    found = notes(loaded.X, loaded.y, classification=loaded.classification)
    return [doubtful, *found] if doubtful else found
