"""`pennyweight reprice`: the schedule of a run under other prices, with no new fit."""

from pathlib import Path
from typing import Annotated

import typer

from pennyweight.cli import options
from pennyweight.cli.messages import errors_in_a_sentence, say
from pennyweight.cli.printing import as_records, print_json, print_schedule
from pennyweight.files import atomic, frame_text
from pennyweight.prices import PriceList
from pennyweight.run import RunFolder, offered


@errors_in_a_sentence
def reprice(
    run: options.RunArgument,
    prices: Annotated[Path, typer.Option(help="The new price list.", metavar="FILE")],
    out: Annotated[
        Path | None, typer.Option(help="Write the new schedule as a CSV file.", metavar="FILE")
    ] = None,
    as_json: options.JsonOption = False,
) -> None:
    """Show the schedule of a run under other prices; nothing is fitted again.

    A list of nothing but prices changes those that it names; any other is a whole new list.
    """
    before = RunFolder(run).schedule
    after = before.reprice(offered(before.prices, PriceList.from_csv(prices)))
    if out is not None:
        atomic.write_text(out, frame_text(after.to_frame()))
        say(f"The schedule is in {out}.")
    if as_json:
        print_json(as_records(after))
    else:
        print_schedule(after)
    if not as_json:
        say("Predict with these models by: pennyweight predict RUN DATA --prices FILE --budget B.")
        if any(model.provisional for model in after):
            say("Note: some forests stopped early at the old prices; fit again with the new ones.")
