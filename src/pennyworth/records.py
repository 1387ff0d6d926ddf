"""Records as plain fields, for files, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any


def as_fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record that tell it from others."""
    return {field.name: getattr(record, field.name) for field in fields(record) if field.compare}


def from_fields(kind: type[Any], given: Mapping[str, Any]) -> Any:
    """Build a record; JSON's lists become the tuples that records hold."""
    return kind(**{name: _as_tuple(value) for name, value in given.items()})


def _as_tuple(value: Any) -> Any:
    return tuple(_as_tuple(part) for part in value) if isinstance(value, list) else value
