"""Run the experiments: all of them, or those that are named.

    python -m experiments                       # everything; hours; stop and go on as you like
    python -m experiments --quick               # the same code in minutes
    python -m experiments exhaustive times      # some of it
    python -m experiments runs --data vehicle concrete --runs 20
    python -m experiments --draw                # figures and the page, from the results at hand

Needs the public data sets: see `pennyworth.datasets.load`.
"""

import argparse
from importlib import import_module

from experiments.settings import Settings
from pennyworth.datasets import names

ALL = (
    *("naval", "mixture", "runs", "schedules", "aup", "times", "rfb"),
    *("exhaustive", "beyond", "medical", "r_stack", "page"),
)


def main(words: list[str] | None = None) -> None:
    """Compute what is missing, then draw."""
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of {', '.join(ALL)}")
    parser.add_argument("--quick", action="store_true", help="few runs, in results/quick")
    parser.add_argument("--runs", type=int, help="at most so many runs of each data set")
    parser.add_argument("--data", nargs="*", choices=names("paper"), help="which data sets")
    parser.add_argument("--draw", action="store_true", help="only draw")
    asked = parser.parse_args(words)
    if unknown := set(asked.names) - set(ALL):
        parser.error(f"there is no experiment {sorted(unknown)}; the names are {', '.join(ALL)}")
    settings = Settings(
        quick=asked.quick, data=tuple(asked.data or names("paper")), most_runs=asked.runs
    )
    modules = [import_module(f"experiments.{name}") for name in asked.names or ALL]
    for module in modules if not asked.draw else ():
        if hasattr(module, "compute"):
            module.compute(settings)
    for module in modules:
        if hasattr(module, "draw"):
            module.draw(settings)


if __name__ == "__main__":
    main()
