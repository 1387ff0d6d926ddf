"""Records as plain fields, for files, and back."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any


def as_fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record that tell it from others."""
    return {name: getattr(record, name) for name in _telling_fields(type(record))}


@cache
def _telling_fields(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.compare)


def from_fields(kind: type[Any], given: Mapping[str, Any]) -> Any:
    """Build a record; JSON's lists become the tuples that records hold."""
    return kind(**{name: _as_tuple(value) for name, value in given.items()})


def _as_tuple(value: Any) -> Any:
    return tuple(_as_tuple(part) for part in value) if isinstance(value, list) else value
