"""The table `variable,cost,group,group_cost`, of tests that share a cost by group."""

from collections.abc import Sequence

from pennyweight.exceptions import PriceError
from pennyweight.prices.checks import as_price, listed
from pennyweight.prices.items import Item
from pennyweight.prices.rounding import rounded
from pennyweight.prices.sources.table import Rows, check_some, parse_number

FIELDS = ("variable", "cost", "group", "group_cost")
EXAMPLE = """\
variable,cost,group,group_cost
age,1,,
chol,7.27,A,2.10
fbs,5.20,A,2.10
"""


class SharedCosts:
    """Collects tests, and the cost that each group of them shares; makes items of both."""

    def __init__(self) -> None:
        self._tests: list[Item] = []
        self._groups: dict[str, float] = {}

    def add(self, name: str, cost: float, group: str | None, shared: float, where: str) -> None:
        """Add a test with its stand-alone cost, which includes what its group shares."""
        if shared > cost:
            raise PriceError(f"{where}: {name!r} costs {cost:g}, less than its group's {shared:g}.")
        if group and self._groups.setdefault(group, shared) != shared:
            raise PriceError(
                f"{where}: {name!r} puts the cost that the group {group!r} shares at {shared:g}, "
                f"another test at {self._groups[group]:g}; a group has one."
            )
        own = float(rounded(cost - shared))
        self._tests.append(Item(name=name, price=own, needs=(f"group {group}",) if group else ()))

    def items(self) -> list[Item]:
        """Return the tests, then an item for each group."""
        shared = [Item(name=f"group {g}", price=p) for g, p in self._groups.items()]
        return [*self._tests, *shared]


def knows(header: Sequence[str]) -> bool:
    """Tell whether a table is of this form."""
    names = {str(name).strip().lower() for name in header}
    return "price" not in names and {"variable", "cost"} <= names


def read_rows(header: Sequence[str], rows: Rows, where: str) -> list[Item]:
    """Read rows of a table `variable,cost,group,group_cost`, each with where it stands."""
    if sorted(header) != sorted(FIELDS):
        raise PriceError(
            f"{where} has the columns {listed(header)}; a table of costs has "
            f"{listed(FIELDS)}, and a table of prices has variable and price."
        )
    costs = SharedCosts()
    for row, place in rows:
        name = str(row["variable"] or "").strip()
        if not name:
            raise PriceError(f"{place}: a row has no variable name; name it or remove the row.")
        group = str(row["group"] or "").strip() or None
        shared = parse_number(row["group_cost"])
        if (group is None) != (shared is None):
            raise PriceError(f"{place}: {name!r} needs both a group and a group_cost, or neither.")
        cost = as_price(parse_number(row["cost"]), name, place)
        shared = 0.0 if shared is None else as_price(shared, f"group {group}", place)
        costs.add(name, cost, group, shared, place)
    return check_some(costs.items(), where)
