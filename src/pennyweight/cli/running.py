"""A search from the command line: it runs, shows itself, and leaves a run folder behind."""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import typer

from pennyweight.cli.interrupting import INTERRUPTED
from pennyweight.cli.live import SearchDisplay
from pennyweight.cli.messages import command_line, say
from pennyweight.cli.printing import as_records, print_json, print_schedule
from pennyweight.prices import PriceList
from pennyweight.run import Begun, Loaded, RunFolder, RunSettings, search_of
from pennyweight.search import BudgetSearch
from pennyweight.store import EvaluationStore


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Job:
    """What to search, and where to write it."""

    settings: RunSettings
    loaded: Loaded
    prices: PriceList
    out: Path
    title: str


def carry_out(job: Job, *, quiet: bool, as_json: bool) -> None:
    """Search, write the run folder and print the schedule."""
    folder = RunFolder(job.out)
    settings = job.settings
    search = search_of(settings, job.prices, trusted=(settings.estimator,))
    with folder.begun(settings, job.prices, command_line()) as begun:
        if begun.resumed and not quiet:
            say(f"Going on with the run in {job.out}.")
        _run(search, job, begun, SearchDisplay(job.prices, quiet=quiet))
    if as_json:
        print_json({"run": str(job.out), **as_records(search.schedule_)})
    elif not quiet:
        print_schedule(search.schedule_)
        _say_what_is_there(folder)


def _run(search: BudgetSearch, job: Job, begun: Begun, display: SearchDisplay) -> None:
    try:
        with display:
            _search(search, job, begun.folder, display)
    except KeyboardInterrupt:
        say("", "Interrupted; what is done is kept. Go on with:", f"  {command_line()}")
        raise typer.Exit(INTERRUPTED) from None
    except Exception:
        if not display.started:
            begun.undo()
        raise


def _search(search: BudgetSearch, job: Job, folder: RunFolder, display: SearchDisplay) -> None:
    loaded = job.loaded
    with EvaluationStore(folder.evaluations_file, whole=True) as store:
        search.set_params(progress=display, store=store)
        search.fit(loaded.X, loaded.y, sample_weight=loaded.weights, groups=loaded.groups)
    made, settings = search.details_, job.settings
    notes = ("file", settings.data), ("target", settings.target), ("command", command_line())
    details = replace(made, title=job.title, facts=(*notes, *made.facts))
    folder.finish(search, details, report=has_report(), say=display.say)


def has_report() -> bool:
    """Tell whether the plotting library of the report is installed."""
    return find_spec("plotly") is not None


def _say_what_is_there(folder: RunFolder) -> None:
    say("", f"The run is in {folder.path}; its models are in {folder.models}.")
    if has_report():
        say(f"Open {folder.report_file} in a browser: prices can be edited there.")
    else:
        say(
            "There is no report: it needs plotly. Install it with pip install "
            f"'pennyweight[report]', then run: pennyweight report {folder.path}"
        )
