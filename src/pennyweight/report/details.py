"""RunDetails: how a schedule was made, as far as it is known, and with which versions."""

import platform
from dataclasses import dataclass
from importlib.metadata import version

PACKAGES = ("pennyweight", "scikit-learn", "numpy", "scipy", "numba", "pandas", "joblib", "skops")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDetails:
    """What a report tells besides the schedule itself.

    Parameters
    ----------
    title : str
        The heading of the page.
    facts : tuple of pairs of str
        How it was made: pairs of a label and what it says, such as ("rows", "569").
    importances : tuple of float or None
        How much each variable matters to the model of all variables.
    """

    title: str = "Model schedule"
    facts: tuple[tuple[str, str], ...] = ()
    importances: tuple[float, ...] | None = None


def versions() -> str:
    """Return the versions of what the result depends on."""
    parts = [f"{package} {version(package)}" for package in PACKAGES]
    return ", ".join([*parts, f"Python {platform.python_version()}"])
