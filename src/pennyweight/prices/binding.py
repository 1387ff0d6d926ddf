"""Match the items of a price list with the columns of the data."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pennyweight.exceptions import PriceError
from pennyweight.prices.checks import check_columns_once, check_used, columns_of_item, hint
from pennyweight.prices.items import Item


def bind(items: Sequence[Item], columns: Sequence[str]) -> list[Item]:
    """Return the items with the columns that each owns, those with columns first, in data order."""
    known = set(columns)
    columns_of = {item.name: columns_of_item(item, known) for item in items}
    check_columns_once(columns_of)
    paid = {column for mine in columns_of.values() for column in mine}
    spare = [name for name, mine in columns_of.items() if not mine]
    for column in columns:
        if column not in paid:
            raise PriceError(
                f"prices has no entry for the variable {column!r}; "
                f"give it a price (0 if it is free).{hint(column, spare)}"
            )
    check_used(items, columns_of, columns)
    place = {column: i for i, column in enumerate(columns)}
    bound = [replace(item, columns=columns_of[item.name]) for item in items]
    return sorted(bound, key=lambda item: _first_place(item, place))


def by_position(items: Sequence[Item], columns: Sequence[str]) -> list[Item]:
    """Give items that have no names of their own those of the columns, one by one."""
    if not items:
        return [Item(name=column, price=1.0) for column in columns]
    if len(items) != len(columns):
        raise PriceError(
            f"prices has {len(items)} entries but the data have {len(columns)} columns; "
            "give one price for each, or name the variables."
        )
    name = {item.name: column for item, column in zip(items, columns, strict=True)}
    return [
        replace(item, name=name[item.name], needs=tuple(name[need] for need in item.needs))
        for item in items
    ]


def _first_place(item: Item, place: Mapping[str, int]) -> int:
    return min((place[column] for column in item.columns or ()), default=len(place))
