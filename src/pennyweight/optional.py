"""Optional packages, imported when they are needed, with a clear message when missing."""

from importlib import import_module
from typing import Any

from pennyweight.exceptions import MissingDependencyError


def require(module: str, *, extra: str) -> Any:
    """Import and return `module`, or say which extra of pennyweight brings it."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingDependencyError(
            f"this needs {package}, which is not installed; "
            f"install it with: pip install 'pennyweight[{extra}]'"
        ) from error
