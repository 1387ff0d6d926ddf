"""details.json: what the report of a run tells besides its schedule."""

import json
import math
from pathlib import Path
from typing import Any

from pennyweight.exceptions import RunFolderError
from pennyweight.report import RunDetails


def read_details(path: Path, n_variables: int) -> RunDetails:
    """Read the details of a run of so many variables, or say what is wrong with them."""
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        details = RunDetails(
            title=_text(given["title"]),
            facts=tuple((_text(label), _text(text)) for label, text in given["facts"]),
            importances=_importances(given["importances"], n_variables),
        )
    except RecursionError as error:
        raise RunFolderError(f"{path} is damaged: it is nested too deeply.") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunFolderError(
            f"{path} is no sound file of details: {error!r}; run fit again to have it anew."
        ) from error
    return details


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} stands for a text")
    return value


def _importances(given: Any, n_variables: int) -> tuple[float, ...] | None:
    if given is None:
        return None
    importances = tuple(float(value) for value in given)
    if len(importances) != n_variables or not all(map(math.isfinite, importances)):
        raise ValueError(f"the importances are not {n_variables} numbers")
    return importances
