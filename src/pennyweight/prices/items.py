"""Item: a thing with a price."""

from dataclasses import dataclass

MAIN = "price"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A thing with a price.

    Parameters
    ----------
    name : str
        Its name; when it is also the name of a column, the item is a variable that owns the column.
    price : float
        What it costs, once.
    needs : tuple of str
        The items that have to be paid for as well.
    columns : tuple of str or None
        The columns that come with it. None: the column of its name, if the data have one.
    owned : bool
        It is paid for already, and costs nothing more.
    other : tuple of pairs
        Prices of other kinds, such as ("minutes", 15.0).
    kind : str
        The kind of price that `price` is.
    """

    name: str
    price: float
    needs: tuple[str, ...] = ()
    columns: tuple[str, ...] | None = None
    owned: bool = False
    other: tuple[tuple[str, float], ...] = ()
    kind: str = MAIN

    @property
    def prices(self) -> dict[str, float]:
        """Its prices of all kinds, the one that counts first."""
        return {self.kind: self.price, **dict(self.other)}

    @property
    def to_pay(self) -> float:
        """What is still to be paid: nothing when it is owned."""
        return 0.0 if self.owned else self.price
