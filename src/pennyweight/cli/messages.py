"""What the command line says: errors in one sentence, notes, and how to go on."""

import dis
import functools
import inspect
import logging
import shlex
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from pennyweight.cli.screen import screen, shown
from pennyweight.exceptions import OF_AN_ESTIMATOR, PennyweightError

SPEAK_TO_USERS = {"pennyweight", "sklearn", "joblib", "concurrent"}  # whose errors have sentences
RAISE = dis.opmap["RAISE_VARARGS"]
TracebackOption = Annotated[
    bool, typer.Option("--traceback", help="Show where in the program an error comes from.")
]


def errors_in_a_sentence(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command end with one sentence and exit code 1 where something is wrong."""

    @functools.wraps(command)
    def telling(*args: Any, traceback: bool = False, **kwargs: Any) -> None:
        try:
            with notes_from_warnings(), said_from_the_log():
                command(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            _tell(error, whole=traceback)
            raise typer.Exit(1) from error

    return _with_traceback_option(telling)


def _with_traceback_option(command: Callable[..., None]) -> Callable[..., None]:
    signature = inspect.signature(command)
    option = inspect.Parameter(
        "traceback", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=TracebackOption
    )
    parameters = [*signature.parameters.values(), option]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {**command.__annotations__, "traceback": TracebackOption}
    return command


def _tell(error: Exception, *, whole: bool) -> None:
    if whole:
        say(*"".join(traceback.format_exception(error)).splitlines())
    told = sentence(error)
    if not is_foreseen(error):
        told = (
            f"{type(error).__name__}: {told.removesuffix('.')}. This was not foreseen: where what "
            "you gave is right, it is a bug of pennyweight; please report it, with what the same "
            "command says with --traceback."
        )
    say(f"Error: {told}", style="red")


def is_foreseen(error: BaseException) -> bool:
    """Tell whether an error is a sentence for users, not an accident of a program."""
    if isinstance(error, PennyweightError | OSError | MemoryError):
        return True
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not isinstance(error, ValueError | TypeError):
        return False
    if any(note.startswith(OF_AN_ESTIMATOR) for note in getattr(error, "__notes__", ())):
        return True  # what it makes of the data is for it to say
    raised = trace.tb_frame.f_code.co_code[trace.tb_lasti] == RAISE
    return raised and trace.tb_frame.f_globals["__name__"].partition(".")[0] in SPEAK_TO_USERS


def sentence(error: BaseException) -> str:
    """Return what an error says, on one line, with what was noted; a worker's trace is left out."""
    if isinstance(error, OSError) and error.strerror and not isinstance(error, PennyweightError):
        return f"{error.filename or ''}: {error.strerror}.".removeprefix(": ")
    if isinstance(error, MemoryError):
        return f"there is not enough memory for this. {error}".strip()
    notes = (note.partition("\n")[0] for note in getattr(error, "__notes__", ()))
    parts = [str(error), *notes]
    return " ".join(" ".join(parts).split()) or type(error).__name__


def say(*lines: str, style: str = "") -> None:
    """Print lines beside the result, as they are."""
    for line in lines:
        screen(errors=True).print(shown(line, style=style), soft_wrap=True)


def point_out(notes: Iterable[str]) -> None:
    """Print notes, one on a line."""
    for note in notes:
        say(f"Note: {note}", style="yellow")


@contextmanager
def notes_from_warnings() -> Iterator[None]:
    """Print what the library warns of as a note."""

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        point_out([sentence(message) if isinstance(message, Warning) else message])

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


class _Said(logging.Handler):
    """Prints what is logged."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one message."""
        say(f"pennyweight: {record.getMessage()}")


@contextmanager
def said_from_the_log() -> Iterator[None]:
    """Print what the library logs for people, such as that something takes long."""
    log, said = logging.getLogger("pennyweight"), _Said(logging.WARNING)
    propagates = log.propagate
    log.addHandler(said)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(said)
        log.propagate = propagates


def command_line() -> str:
    """Return the command as it was given."""
    return shlex.join(["pennyweight", *sys.argv[1:]])
