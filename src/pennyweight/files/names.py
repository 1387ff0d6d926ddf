"""Names that files keep: stores and saved models name our code, wherever it has moved since."""

from typing import TypeVar

Named = TypeVar("Named")


def named_in_files(thing: Named) -> Named:
    """Let files name a function or class as a member of the package, not of the module it is in.

    The package (`pennyweight/__init__.py`) then has to know where it is.
    """
    thing.__module__ = __name__.partition(".")[0]
    return thing
