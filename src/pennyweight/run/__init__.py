"""The run folder: a search on disk, from its settings to its models."""

from pennyweight.run.folder import Begun, RunFolder
from pennyweight.run.notes import notes
from pennyweight.run.offers import offered
from pennyweight.run.repeating import search_of
from pennyweight.run.roles import Loaded, take_apart
from pennyweight.run.settings import RunSettings, hash_of, hash_of_prices
from pennyweight.run.tables import Reading, open_table

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
    "search_of",
    "take_apart",
]
