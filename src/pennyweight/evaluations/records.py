"""Records as plain fields, for files, and back."""

import sys
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

Check: TypeAlias = Callable[[Any], bool]


def as_fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record that tell it from others."""
    return {field.name: getattr(record, field.name) for field in fields(record) if field.compare}


def from_fields(kind: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Build a record; JSON's lists become the tuples that records hold.

    Files can be changed by hand: a field of another type, or a number that is not finite, is a
    TypeError that names it.
    """
    values = {name: _as_tuple(value) for name, value in given.items()}
    record = kind(**values)
    checks = _checks(kind)
    for name, value in values.items():
        if not checks[name](value):
            raise TypeError(f"{name} is {value!r:.80}")
    return record


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


@cache
def _checks(kind: Hashable) -> dict[str, Check]:
    return {name: _check(expected) for name, expected in get_type_hints(kind).items()}


def _check(expected: Any) -> Check:
    """Return what tells whether a value is of a type, as written in the fields of a record."""
    parts = get_args(expected)
    if isinstance(expected, UnionType):
        checks = [_check(part) for part in parts]
        return lambda value: any(check(value) for check in checks)
    if get_origin(expected) is not tuple:
        return _is_number if expected is float else lambda value: type(value) is expected
    first, *others = [_check(part) for part in parts if part is not Ellipsis]
    if parts[-1] is Ellipsis:
        return lambda value: type(value) is tuple and all(map(first, value))
    return lambda value: (
        type(value) is tuple
        and len(value) == len(parts)
        and all(check(part) for check, part in zip([first, *others], value, strict=True))
    )


def _is_number(value: Any) -> bool:
    return type(value) in (float, int) and abs(value) <= sys.float_info.max
