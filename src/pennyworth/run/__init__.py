"""The run folder: a search on disk, from its settings to its models."""

from pennyworth.run.folder import Begun, RunFolder
from pennyworth.run.notes import notes
from pennyworth.run.offers import offered
from pennyworth.run.roles import Loaded, take_apart
from pennyworth.run.settings import RunSettings, hash_of, hash_of_prices
from pennyworth.run.tables import Reading, open_table

__all__ = [
    "Begun",
    "Loaded",
    "Reading",
    "RunFolder",
    "RunSettings",
    "hash_of",
    "hash_of_prices",
    "notes",
    "offered",
    "open_table",
    "take_apart",
]
