"""`pennyweight show`: the schedule of a run, or one of its models."""

from typing import Annotated

import typer

from pennyweight.cli import options
from pennyweight.cli.messages import errors_in_a_sentence
from pennyweight.cli.printing import (
    as_record,
    as_records,
    fewest,
    print_json,
    print_model,
    print_schedule,
)
from pennyweight.exceptions import RunFolderError
from pennyweight.run import RunFolder


@errors_in_a_sentence
def show(
    run: options.RunArgument,
    budget: Annotated[
        str | None, typer.Option(help="Show the best model that this budget buys.")
    ] = None,
    score: Annotated[
        float | None, typer.Option(help="Show the cheapest model that scores as much.")
    ] = None,
    as_json: options.JsonOption = False,
) -> None:
    """Show the schedule of a run, or the model for a budget or a score."""
    if budget is not None and score is not None:
        raise RunFolderError("give --budget or --score, not both.")
    schedule = RunFolder(run).schedule
    if budget is None and score is None:
        print_json(as_records(schedule)) if as_json else print_schedule(schedule)
        return
    model = (
        schedule.cheapest(fewest(schedule, score))
        if score is not None
        else options.affordable(schedule, options.budget(budget))
    )
    print_json(as_record(schedule, model)) if as_json else print_model(schedule, model)
