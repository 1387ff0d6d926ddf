"""Options of the command line, from text to what the library takes."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from pennyweight.exceptions import BudgetError
from pennyweight.schedule import ModelSchedule, ScheduledModel

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]
DataArgument = Annotated[
    Path, typer.Argument(metavar="DATA", help="CSV (also .gz), Parquet, Feather or Excel.")
]
EncodingOption = Annotated[
    str | None, typer.Option(help="How a CSV file is encoded. Default: UTF-8.", metavar="NAME")
]
DecimalOption = Annotated[
    str | None,
    typer.Option(help="The decimal mark, . or , where 1,234 could be two numbers.", metavar="MARK"),
]
SheetOption = Annotated[
    str | None, typer.Option(help="The sheet of an Excel file with several.", metavar="NAME")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for other programs.")]


def names(text: str | None) -> tuple[str, ...]:
    """Return the names in a list with commas; a comma in a name is written twice.

    >>> names("age, blood test,a,,b")
    ('age', 'blood test', 'a,b')
    """
    if text is None:
        return ()
    parts = re.split(r"(?<!,),(?!,)", text)
    return tuple(part.strip().replace(",,", ",") for part in parts if part.strip())


def number(text: str, option: str) -> float:
    """Return a number, or say which option is none."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{option} is {text!r}; give a number.") from None


def budget(text: str | None) -> Any:
    """Return a budget: a number, or limits such as price=50,minutes=30.

    >>> budget("50"), budget("price=50,minutes=30")
    (50.0, {'price': 50.0, 'minutes': 30.0})
    """
    if text is None:
        return None
    if "=" not in text:
        return number(text, "--budget")
    limits: dict[str, float] = {}
    for part in text.split(","):
        kind, _, most = (each.strip() for each in part.partition("="))
        if kind in limits:
            raise ValueError(f"--budget limits {kind!r} twice; limit it once.")
        limits[kind] = number(most, f"--budget {kind}")
    return limits


def affordable(schedule: ModelSchedule, limits: Any) -> ScheduledModel:
    """Return the best model of a schedule within a budget, as `budget` reads it."""
    if not isinstance(limits, dict):
        return schedule[-1] if limits is None else schedule.best(limits)
    within = schedule.within(**limits)
    if not within:
        told = ",".join(f"{kind}={most:g}" for kind, most in limits.items())
        raise BudgetError(f"no model is within {told}; raise a limit.")
    return within[-1]


def validation(text: str | None) -> Any:
    """Return how to validate: oob, a number of folds, or a share of the rows.

    >>> validation("5"), validation("0.25"), validation("oob")
    (5, 0.25, 'oob')
    """
    if text is None or not re.fullmatch(r"[\d.]+", text):
        return text
    return int(text) if text.isdigit() else number(text, "--validation")


def effort(text: str | None) -> Any:
    """Return an effort: a number of subsets, or a time such as 5min.

    >>> effort("500"), effort("5min")
    (500, '5min')
    """
    return int(text) if text is not None and text.isdigit() else text
