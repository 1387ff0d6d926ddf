"""`pennyweight predict`: predictions by the model of a run that a budget buys."""

from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer

from pennyweight import words
from pennyweight.cli import options
from pennyweight.cli.messages import errors_in_a_sentence, point_out, say
from pennyweight.cli.screen import write
from pennyweight.exceptions import DataFileError, RunFolderError
from pennyweight.files import atomic, frame_text
from pennyweight.prices import PriceList, listed
from pennyweight.run import Reading, RunFolder, offered, open_table


@errors_in_a_sentence
def predict(
    run: options.RunArgument,
    data: options.DataArgument,
    budget: Annotated[
        str | None, typer.Option(help="What the model may cost. Default: the best model.")
    ] = None,
    prices: Annotated[
        Path | None,
        typer.Option(help="Other prices, as for reprice. Default: the run's.", metavar="FILE"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to write them. Default: the screen.", metavar="FILE")
    ] = None,
    encoding: options.EncodingOption = None,
    decimal: options.DecimalOption = None,
    sheet: options.SheetOption = None,
    trust: Annotated[
        str | None,
        typer.Option(help="Types in the model's file to trust, if it is not ours.", metavar="A,B"),
    ] = None,
) -> None:
    """Predict with the model that a budget buys; DATA needs only the columns of that model.

    A model that other prices ask for is fitted to the data of the run, and kept there.
    """
    folder = RunFolder(run)
    schedule, settings = folder.schedule, folder.settings
    if prices is not None:
        schedule = schedule.reprice(offered(schedule.prices, PriceList.from_csv(prices)))
    step = options.affordable(schedule, options.budget(budget))
    model = folder.model(step, options.names(trust))
    reading = Reading(
        encoding=encoding,
        decimal=decimal or settings.decimal,
        sheet=sheet,
        as_text=frozenset(settings.texts),
    )
    table = open_table(data, reading, fewest=1)
    point_out(table.notes)
    X = _columns(table.frame, list(model.feature_names_in_), settings.texts)
    text = frame_text(predictions(model, X))
    if out is None:
        write(text)
    else:
        atomic.write_text(out, text)
        say(f"The predictions are in {out}, by the model for {words.money(step.cost)}.")


def predictions(model: Any, X: pd.DataFrame) -> pd.DataFrame:
    """Return what a model predicts, with the probabilities of the classes where it has them."""
    try:
        table = pd.DataFrame({"prediction": model.predict(X)})
        if hasattr(model, "predict_proba"):
            shares = model.predict_proba(X)
            for name, share in zip(model.classes_, shares.T, strict=True):
                table[f"probability of {name}"] = share
    except Exception as error:
        raise RunFolderError(
            f"the model of this run cannot predict these data ({error}); look whether they are "
            "like those of the run, and whether somebody has changed the model's file."
        ) from error
    return table


def _columns(frame: pd.DataFrame, wanted: list[str], texts: tuple[str, ...]) -> pd.DataFrame:
    missing = [name for name in wanted if name not in frame.columns]
    if missing:
        raise DataFileError(
            f"the data lack {len(missing)} of the {len(wanted)} columns that this model needs: "
            f"{listed(missing)}."
        )
    X = frame[wanted]
    for name in wanted:
        if name not in texts and not pd.api.types.is_numeric_dtype(X[name].dtype):
            raise DataFileError(f"the column {name!r} has text in it; the model takes numbers.")
    return X
