"""The run folder: a search on disk, from its settings to its models."""

from pennyweight.run.folder import Begun, RunFolder
from pennyweight.run.models import load_model, model_name
from pennyweight.run.notes import notes
from pennyweight.run.offers import offered
from pennyweight.run.repeating import search_of
from pennyweight.run.roles import Loaded, take_apart
from pennyweight.run.settings import RunSettings, hash_of
from pennyweight.run.tables import Reading, open_table, read_table

__all__ = [
    "Begun",
    "Loaded",
    "Reading",
    "RunFolder",
    "RunSettings",
    "hash_of",
    "load_model",
    "model_name",
    "notes",
    "offered",
    "open_table",
    "read_table",
    "search_of",
    "take_apart",
]
