"""Price lists made from other price lists: what is owned, other amounts, other kinds of price."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pennyweight.exceptions import PriceError
from pennyweight.prices.checks import as_price, as_text_list, hint, listed
from pennyweight.prices.items import MAIN, Item


def detailed(
    items: Sequence[Item],
    *,
    needs: Mapping[str, Iterable[str]],
    columns: Mapping[str, Iterable[str]],
    other: Mapping[str, Mapping[str, Any]],
) -> list[Item]:
    """Add needs, columns and prices of other kinds to items, by name."""
    for kind in other:
        if not kind or kind in {MAIN, *(name for item in items for name, _ in item.other)}:
            raise PriceError(f"other names the kind {kind!r}; give a new name, not {MAIN!r}.")
    needs, columns = _by_text(needs, "needs"), _by_text(columns, "columns")
    other = {kind: _by_text(prices, f"other[{kind!r}]") for kind, prices in other.items()}
    for argument, given in (("needs", needs), ("columns", columns)):
        _check_known(items, given, argument)
    for kind, prices in other.items():
        _check_known(items, prices, f"other[{kind!r}]")
    return [
        replace(
            item,
            needs=as_text_list(needs.get(item.name, item.needs), f"needs[{item.name!r}]"),
            columns=_columns(item, columns),
            other=item.other + tuple(_other_prices(item.name, other)),
        )
        for item in items
    ]


def owned(items: Sequence[Item], names: Iterable[str]) -> list[Item]:
    """Mark items as paid for."""
    paid = set(as_text_list(names, "owned"))
    _check_known(items, paid, "owned")
    return [replace(item, owned=item.owned or item.name in paid) for item in items]


def updated(items: Sequence[Item], prices: Mapping[Any, Any]) -> list[Item]:
    """Change the prices of the items that are named, and leave the others as they are."""
    given = {str(name): as_price(price, str(name)) for name, price in prices.items()}
    _check_known(items, given, "prices")
    for item in items:
        if item.owned and item.name in given:
            raise PriceError(
                f"{item.name!r} is owned already, so a new price changes nothing; leave it out."
            )
    return [replace(item, price=given.get(item.name, item.price)) for item in items]


def extra_item(
    kinds: Sequence[str], name: str, price: Any, needs: Iterable[str], other: Mapping[str, Any]
) -> Item:
    """Make one more item; its prices of further kinds are 0 where they are not given."""
    if not isinstance(name, str) or not name.strip():
        raise PriceError(f"the name of the new item is {name!r}; give it one, as text.")
    return Item(
        name=name,
        price=as_price(price, name),
        needs=as_text_list(needs, "needs"),
        kind=kinds[0],
        other=tuple((kind, as_price(other.get(kind, 0), name, kind)) for kind in kinds[1:]),
    )


def of_kind(items: Sequence[Item], kind: str) -> list[Item]:
    """Let another kind of price be the one that counts."""
    kinds = list(items[0].prices) if items else [MAIN]
    if kind not in kinds:
        raise PriceError(f"there is no price of the kind {kind!r}; there are {listed(kinds)}.")
    return [
        replace(
            item,
            kind=kind,
            price=item.prices[kind],
            other=tuple((name, price) for name, price in item.prices.items() if name != kind),
        )
        for item in items
    ]


def _by_text(given: Any, argument: str) -> dict[str, Any]:
    if not hasattr(given, "items"):
        raise PriceError(f"{argument} is {given!r}; give a dict by name.")
    return {str(name): value for name, value in given.items()}


def _columns(item: Item, columns: Mapping[str, Iterable[str]]) -> tuple[str, ...] | None:
    if item.name not in columns:
        return item.columns
    return as_text_list(columns[item.name], f"columns[{item.name!r}]")


def _other_prices(name: str, other: Mapping[str, Mapping[str, Any]]) -> Iterable[tuple[str, float]]:
    for kind, prices in other.items():
        yield kind, as_price(prices.get(name), name, f"other[{kind!r}]")


def _check_known(items: Sequence[Item], names: Iterable[str], argument: str) -> None:
    known = [item.name for item in items]
    for name in names:
        if name not in known:
            raise PriceError(
                f"{argument} names {name!r}, which is no item of the price list; "
                f"leave it out, or add it there.{hint(name, known)}"
            )
