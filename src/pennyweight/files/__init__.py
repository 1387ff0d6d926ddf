"""Files written whole, folders that others cannot change, tables as text."""

from pennyweight.files import atomic
from pennyweight.files.caches import cache_folder, user_caches
from pennyweight.files.names import named_in_files
from pennyweight.files.text_tables import (
    as_it_was,
    csv_text,
    frame_text,
    most_unpacked,
    read_text,
    text_table,
    too_much_unpacked,
)

__all__ = [
    "as_it_was",
    "atomic",
    "cache_folder",
    "csv_text",
    "frame_text",
    "most_unpacked",
    "named_in_files",
    "read_text",
    "text_table",
    "too_much_unpacked",
    "user_caches",
]
