"""RunSettings: everything needed to repeat a run, as a TOML file."""

import hashlib
import reprlib
import shlex
import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import tomli_w

from pennyweight.exceptions import RunFolderError
from pennyweight.files import atomic
from pennyweight.report import versions

FORMAT = "pennyweight run"
VERSION = 1
MAY_CHANGE = {"jobs", "effort", "data", "encoding", "budget"}  # where a run is taken up again


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """What a run is made of; None and empty: not given. Every value is one that TOML has.

    Parameters
    ----------
    data, data_sha256, encoding, decimal, sheet : str
        The file, a hash of its content, its encoding, its decimal mark and its sheet.
    target, groups, weights : str
        The columns that are no variables.
    task : str
        What is predicted: "classes" or "number".
    texts : tuple of str
        The columns that were read as text.
    estimator : str
        As in `ready_estimator`.
    budget : float, dict or None
        As in `BudgetSearch`.
    keep, exclude : tuples of str
        As in `BudgetSearch`; columns to exclude that the price list does not name are no variables.
    sequences : tuple of str
        As in `BudgetSearch`.
    scoring, choose_by : str or None
        As in `BudgetSearch`.
    validation : str, int, float or None
        As in `BudgetSearch`: "oob", a number of folds, or a share of the rows.
    effort : int, str or None
        As in `BudgetSearch`: a number of subsets, or a time such as "5min".
    test_size : float
        As in `BudgetSearch`.
    seed, jobs : int
        Its `random_state` and `n_jobs`.
    """

    data: str
    data_sha256: str
    target: str
    task: str
    estimator: str = "forest"
    encoding: str | None = None
    decimal: str | None = None
    sheet: str | None = None
    groups: str | None = None
    weights: str | None = None
    texts: tuple[str, ...] = ()
    budget: float | dict[str, float] | None = None
    keep: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ("auto",)
    scoring: str | None = None
    choose_by: str | None = None
    validation: str | int | float | None = None
    test_size: float = 0.2
    effort: int | str | None = None
    seed: int = 0
    jobs: int = -1

    def write(self, path: Path, command: str) -> None:
        """Write the settings, the versions and the command that makes the run.

        Parameters
        ----------
        path : Path
            The file to write.
        command : str
            The command line that repeats the run.
        """
        given = {name: value for name, value in asdict(self).items() if value is not None}
        document = {
            "format": FORMAT,
            "version": VERSION,
            "command": command,
            "versions": versions(),
            "settings": given,
        }
        atomic.write_text(path, tomli_w.dumps(document))

    @classmethod
    def read(cls, path: Path) -> "RunSettings":
        """Read what `write` wrote.

        Parameters
        ----------
        path : Path
            The file.

        Returns
        -------
        RunSettings
            The settings that it holds.
        """
        return cls(**_settings(_document(path), path))

    def check_same(self, other: "RunSettings", folder: Path) -> None:
        """Refuse to go on with a run that was made of something else.

        Parameters
        ----------
        other : RunSettings
            The settings that a folder holds.
        folder : Path
            The folder, for the error to name.
        """
        for field in fields(self):
            here, there = getattr(self, field.name), getattr(other, field.name)
            if here != there and field.name not in MAY_CHANGE:
                what = field.name.replace("_", " ")
                found = f"its {what} is {there!r}, here {here!r}"
                if what.endswith("sha256"):
                    found = f"its {what.removesuffix(' sha256')} have other content than these"
                raise RunFolderError(
                    f"{folder} holds another run: {found}; choose another --out, or remove the "
                    "folder."
                )


def how_to_go_on(path: Path) -> str:
    """Say how to go on with a run: by its command, so that it can do nothing but what it says."""
    try:
        words = shlex.split(str(_document(path).get("command", "")))
    except ValueError:
        words = []
    if words[:1] != ["pennyweight"]:
        return "go on by running the same fit again"
    return f"go on with: {shlex.join(words)}"


def hash_of(data: bytes) -> str:
    """Return the SHA-256 of some data."""
    return hashlib.sha256(data).hexdigest()


def _document(path: Path) -> dict[str, Any]:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RunFolderError(
            f"{path.parent} is not a run: it has no {path.name}; pennyweight fit makes one."
        ) from error
    except RecursionError as error:
        raise RunFolderError(f"{path} is damaged: it is nested too deeply.") from error
    except ValueError as error:
        raise RunFolderError(f"{path} is damaged: {error}.") from error
    if document.get("format") != FORMAT:
        raise RunFolderError(f"{path} is not the settings of a run.")
    if document.get("version") != VERSION:
        raise RunFolderError(
            f"{path} has version {document.get('version')} and this pennyweight reads version "
            f"{VERSION}; install a newer pennyweight."
        )
    return document


def _settings(document: dict[str, Any], path: Path) -> dict[str, Any]:
    given = document.get("settings")
    if not isinstance(given, dict):
        raise RunFolderError(f"{path} is damaged: it has no settings.")
    kinds = get_type_hints(RunSettings)
    if missing := {"data", "data_sha256", "target", "task"} - set(given):
        raise RunFolderError(f"{path} is damaged: its settings have no {min(missing)!r}.")
    for name, value in given.items():
        if name not in kinds:
            raise RunFolderError(f"{path} is damaged: no run has the setting {name!r}.")
        if not _is(value, kinds[name]):
            raise RunFolderError(f"{path} is damaged: its {name} is {reprlib.repr(value)}.")
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
    }


def _is(value: Any, kind: Any) -> bool:
    """Tell whether a value of a file is one of the kind: a text, a number, or several of them."""
    inside = get_args(kind)
    if isinstance(kind, UnionType):
        return any(_is(value, each) for each in inside)
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(_is(each, inside[0]) for each in value)
    if get_origin(kind) is dict:
        return isinstance(value, dict) and all(_is(each, inside[1]) for each in value.values())
    kinds = (int, float) if kind is float else kind
    return isinstance(value, kinds) and not isinstance(value, bool)
