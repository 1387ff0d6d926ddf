"""New prices for a run that is there."""

from pennyweight.prices import PriceList


def offered(before: PriceList, listed: PriceList) -> PriceList:
    """Return the prices of a run as a list changes them.

    A list of nothing but prices changes those that it names; any other is a whole new list.

    >>> before = PriceList({"draw": 2, "TSH": 20}, needs={"TSH": ["draw"]}).bind(["TSH"])
    >>> offered(before, PriceList({"TSH": 9})).cost(["TSH"])
    11.0
    """
    details = listed.to_frame()[["needs", "columns", "owned"]]
    if len(listed.kinds) > 1 or (details != "").any(axis=None):
        return before.revised(listed)
    known = {item.name: item.price for item in before.items}
    given = {item.name: item.price for item in listed.items}
    return before.revised({name: p for name, p in given.items() if p != known.get(name)})
