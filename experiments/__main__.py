"""Run the experiments: all of them, or those that are named.

    python -m experiments                       # everything; hours; stop and go on as you like
    python -m experiments --quick               # the same code in minutes
    python -m experiments exhaustive times      # some of it
    python -m experiments runs --data vehicle concrete --runs 20
    python -m experiments runs --methods msB logitB
    python -m experiments --draw                # figures and the page, from the results at hand

Needs the public data sets: see `pennyweight.datasets.load`.
"""

import argparse
from importlib import import_module
from typing import Any

from experiments.recording import NotRunYet
from experiments.runs import ALL_TREES, METHODS
from experiments.settings import Settings
from pennyweight.datasets import names

# The quick ones first; those after `runs` draw from its table.
ALL = (
    *("naval", "medical", "r_stack", "mixture", "exhaustive", "runs"),
    *("schedules", "aup", "times", "rfb", "beyond", "page"),
)


def main(words: list[str] | None = None) -> None:
    """Compute what is missing, then draw."""
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of {', '.join(ALL)}")
    parser.add_argument("--quick", action="store_true", help="few runs, in results/quick")
    parser.add_argument("--runs", type=int, help="at most so many runs of each data set")
    parser.add_argument("--data", nargs="*", choices=names("paper"), help="which data sets")
    parser.add_argument(
        "--methods", nargs="*", choices=[*METHODS, ALL_TREES], help="which, of `runs`"
    )
    parser.add_argument("--draw", action="store_true", help="only draw")
    asked = parser.parse_args(words)
    if unknown := set(asked.names) - set(ALL):
        parser.error(f"there is no experiment {sorted(unknown)}; the names are {', '.join(ALL)}")
    settings = Settings(
        quick=asked.quick,
        data=tuple(asked.data or names("paper")),
        most_runs=asked.runs,
        methods=tuple(asked.methods or ()),
    )
    modules = [import_module(f"experiments.{name}") for name in asked.names or ALL]
    try:
        carry_out(modules, settings, only_draw=asked.draw)
    except KeyboardInterrupt:
        raise SystemExit("stopped; the same command goes on where it stopped.") from None


def carry_out(modules: list[Any], settings: Settings, *, only_draw: bool) -> None:
    """Make the runs that are missing, then draw what there is."""
    for module in modules:
        if hasattr(module, "compute") and not only_draw:
            module.compute(settings)
    for module in modules:
        try:
            getattr(module, "draw", lambda settings: None)(settings)
        except NotRunYet as missing:
            print(f"{module.__name__} is not drawn: {missing}", flush=True)


if __name__ == "__main__":
    main()
