"""What has to hold of a price list, checked, with the culprit named."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from pennyworth.exceptions import PriceError
from pennyworth.prices.items import Item


def check_items(items: Sequence[Item]) -> None:
    """Refuse names that stand twice, and needs that have no price."""
    names = Counter(item.name for item in items)
    kinds = list(items[0].prices) if items else []
    for item in items:
        if names[item.name] > 1:
            raise PriceError(f"prices names {item.name!r} {names[item.name]} times; name it once.")
        if list(item.prices) != kinds:
            raise PriceError(
                f"{item.name!r} has prices of the kinds {listed(list(item.prices))}, others have "
                f"{listed(kinds)}; every item needs all kinds (0 if it is free)."
            )
        for need in item.needs:
            if need not in names:
                raise PriceError(
                    f"{item.name!r} needs {need!r}, which has no price; "
                    f"give it one (0 if it is free).{hint(need, names)}"
                )


def follow_needs(needs: Mapping[str, tuple[str, ...]]) -> dict[str, set[str]]:
    """For each item, itself and all that it needs, directly or through others."""
    closure: dict[str, set[str]] = {}

    def follow(name: str, path: tuple[str, ...]) -> set[str]:
        if name in path:
            cycle = " -> ".join(map(repr, (*path[path.index(name) :], name)))
            raise PriceError(f"items need each other in a circle: {cycle}; break it.")
        if name not in closure:
            parts = [follow(need, (*path, name)) for need in needs[name]]
            closure[name] = {name}.union(*parts)
        return closure[name]

    for name in needs:
        follow(name, ())
    return closure


def owned_columns(item: Item, known: set[str]) -> tuple[str, ...]:
    """Return the columns of the data that an item owns: none when it is only an item."""
    if item.columns is None:
        return (item.name,) if item.name in known else ()
    for column in item.columns:
        if column not in known:
            raise PriceError(
                f"the variable {item.name!r} owns the column {column!r}, "
                f"which the data do not have.{hint(column, known)}"
            )
    return item.columns


def check_owned_once(owned: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a column that two variables own."""
    owner: dict[str, str] = {}
    for name, columns in owned.items():
        for column in columns:
            if column in owner:
                raise PriceError(
                    f"the column {column!r} is owned twice, by {owner[column]!r} and {name!r}; "
                    "a column belongs to one variable."
                )
            owner[column] = name


def check_used(
    items: Sequence[Item], owned: Mapping[str, tuple[str, ...]], columns: Sequence[str]
) -> None:
    """Refuse items that no variable of the data needs: most are misspelt names."""
    closure = follow_needs({item.name: item.needs for item in items})
    used = {name for item in items if owned[item.name] for name in closure[item.name]}
    for item in items:
        if item.name not in used:
            raise PriceError(
                f"prices names {item.name!r}, which is no column of the data and which no variable "
                f"needs; remove it or correct the name.{hint(item.name, columns)}"
            )


def hint(name: str, known: Iterable[str]) -> str:
    """Return a suggestion when a known name is spelt nearly the same."""
    close = get_close_matches(name, [other for other in known if other != name], n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def listed(names: Sequence[str], most: int = 8) -> str:
    """Return the first few names as text."""
    if not names:
        return "none"
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(repr, names[:most])) + more
