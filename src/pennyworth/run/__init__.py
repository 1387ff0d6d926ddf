"""The run folder: a search on disk, from its settings to its models."""

from pennyworth.run.folder import RunFolder
from pennyworth.run.settings import RunSettings

__all__ = ["RunFolder", "RunSettings"]
