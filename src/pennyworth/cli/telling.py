"""What the command line says: errors in one sentence, notes, and how to go on."""

import functools
import shlex
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from pennyworth.exceptions import PennyworthError

INPUT_ERRORS = PennyworthError, ValueError, TypeError, OSError
INTERRUPTED = 130

Given = ParamSpec("Given")
Result = TypeVar("Result")


def tells_errors(command: Callable[Given, Result]) -> Callable[Given, Result]:
    """Let a command end with one sentence and exit code 1 when the input is wrong."""

    @functools.wraps(command)
    def telling(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        try:
            with notes_from_warnings():
                return command(*args, **kwargs)
        except INPUT_ERRORS as error:
            say(f"Error: {sentence(error)}", style="red")
            raise typer.Exit(1) from error

    return telling


def sentence(error: BaseException) -> str:
    """Return what an error says, on one line, with what was noted; a worker's trace is left out."""
    if isinstance(error, OSError) and error.strerror and not isinstance(error, PennyworthError):
        return f"{error.filename or ''}: {error.strerror}.".removeprefix(": ")
    notes = (note.partition("\n")[0] for note in getattr(error, "__notes__", ()))
    parts = [str(error), *notes]
    return " ".join(" ".join(parts).split()) or type(error).__name__


def say(text: str, style: str = "") -> None:
    """Print a line beside the result, as it is."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(Text(text, style=style))


@contextmanager
def notes_from_warnings() -> Iterator[None]:
    """Print what the library warns of as a note."""

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        say(f"Note: {sentence(message) if isinstance(message, Warning) else message}", "yellow")

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def command_line() -> str:
    """Return the command as it was given."""
    return shlex.join(["pennyworth", *sys.argv[1:]])
