"""What passes: a result that plain Python agrees with, or an error that a user can work with."""

import re
import traceback
from pathlib import Path

import pennyweight
from pennyweight.exceptions import OF_AN_ESTIMATOR, PennyweightError

OURS, HERE = str(Path(pennyweight.__file__).parent), str(Path(__file__).parent)
# scikit-learn's checks of X, y and settings, and its routing, which its conventions ask us to call.
NAMES = "validation", "_param_validation", "multiclass", "_metadata_requests"
CHECKS = tuple(f"/sklearn/utils/{name}.py" for name in NAMES)
RAW = re.compile(r"Traceback|\.pyx?\b")


def fault_of(error: BaseException, culprits: set[str]) -> str | None:
    """Return what is wrong with an error; None: it is as errors should be."""
    notes = (note.partition("\n")[0] for note in getattr(error, "__notes__", ()))
    text = "\n".join([str(error), *notes])  # further lines are the trace of a worker
    if not _is_ours(error, text):
        return f"a raw {type(error).__name__}"
    if not text.strip() or RAW.search(text):
        return f"a {type(error).__name__} that is no sentence"
    if culprits and not any(name in text for name in culprits):
        return f"a {type(error).__name__} that does not name the culprit"
    return None


def _is_ours(error: BaseException, text: str) -> bool:
    if isinstance(error, PennyweightError):
        return True
    if isinstance(error, OSError):  # a path that is not there, as any Python program says it
        return error.filename is not None
    if not isinstance(error, ValueError | TypeError):
        return False
    raiser = traceback.extract_tb(error.__traceback__)[-1].filename
    return OF_AN_ESTIMATOR in text or raiser.startswith(OURS) or raiser.endswith(CHECKS)


def place_of(error: BaseException) -> str:
    """Return the last place of the package, or of an attack, that an error went through."""
    frames = traceback.extract_tb(error.__traceback__)
    known = [frame for frame in frames if frame.filename.startswith((OURS, HERE))]
    last = (known or frames)[-1]
    return f"{Path(last.filename).parent.name}/{Path(last.filename).name}, {last.name}"
