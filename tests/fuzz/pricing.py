"""Attacks on price lists: any form of prices, and files of them; costs are added up by hand."""

import csv
import io
from pathlib import Path

from fuzz.case import Case
from fuzz.harm import harmed
from fuzz.plain import close, cost, needed_items
from fuzz.random_prices import random_amount, random_list, random_prices
from fuzz.random_tables import random_names
from pennyweight import PriceList

WORDS = ("price", "kind", "item", "variable", "owned", "needs", "other", "column", "names")


def price_list(case: Case) -> None:
    """Make a price list of anything, and add up by hand what sets cost."""
    names = random_names(case, case.rng.randint(1, 6))
    texts = list(map(str, names))
    prices = random_prices(case, names)
    case.tell(names=names, prices=prices)
    case.blame(*WORDS, *(text for text in texts if text.strip()))
    made = PriceList.for_columns(prices, texts)
    check_costs(case, made)
    path = case.folder / "prices.csv"
    made.to_csv(path)
    again = PriceList.from_csv(path).bind(texts)
    assert again.items == made.items, (again.items, made.items)
    change(case, made)


def change(case: Case, made: PriceList) -> None:
    items = [item.name for item in made.items]
    case.tell(items=items)
    act = case.rng.choice(["own", "adding", "kind", "revised"])
    if act == "own":
        made = made.own(*case.one_of([case.rng.sample(items, 1)], [["nobody"], [None], [0]]))
    elif act == "adding":
        name = case.one_of(["new"], [items[0], "", None, 3])
        made = made.adding(
            name, random_amount(case, 0.2), case.one_of([(), items[:1]], ["new", [1]])
        )
        assert made.items[-1].name == name
    elif act == "kind":
        made = made.kind(case.one_of(list(made.kinds), ["nobody", None]))
    else:
        made = made.revised(random_prices(case, list(made.variables)))
    check_costs(case, made)


def check_costs(case: Case, made: PriceList) -> None:
    for _ in range(4):
        some = case.rng.sample(made.variables, case.rng.randint(0, len(made.variables)))
        assert close(made.cost(some), cost(made, some)), (some, made.cost(some), cost(made, some))
        paid = needed_items(made, some)
        extra = {item.name for item in made.items if item.name in paid}
        assert extra == paid
    everything = made.variables
    assert close(made.total, cost(made, everything))


def price_file(case: Case) -> None:
    """Read a price list from a file, sound or harmed, in one of its forms."""
    path = case.folder / "prices.csv"
    names = [f"v{i}" for i in range(case.rng.randint(1, 5))]
    if case.chance(0.6):
        random_list(case, names, 0).to_csv(path)
    else:
        write_groups(case, path, names)
    case.tell(sound=path.read_text())
    case.blame(path.name, "price", "item", "needs", "column", *names)
    sound = case.chance(0.3)
    if sound:
        _in_another_dialect(case, path)
    elif case.chance(0.5):
        harmed(case, path)
    else:
        _with_other_cells(case, path)
    case.tell(file=path.read_bytes()[:3000] if path.is_file() else None)
    read = PriceList.from_csv(path)
    check_costs(case, read)
    if sound:
        assert set(names) <= {item.name for item in read.items}
    check_costs(case, read.bind(names))


def write_groups(case: Case, path: Path, names: list[str]) -> None:
    shared = {"A": 2.1, "B": 0.5}
    rows = []
    for name in names:
        group = case.rng.choice(["", *shared])
        rows.append([name, 5 + round(case.rng.random(), 2), group, shared.get(group, "")])
    text = io.StringIO()
    csv.writer(text).writerows([["variable", "cost", "group", "group_cost"], *rows])
    path.write_text(text.getvalue())


def _in_another_dialect(case: Case, path: Path) -> None:
    text = path.read_text()
    head = case.rng.choice(["", "\ufeff"])
    ends = case.rng.choice(["\n", "\r\n"])
    path.write_bytes((head + ends.join(text.splitlines()) + ends * case.rng.randint(0, 3)).encode())


def _with_other_cells(case: Case, path: Path) -> None:
    rows = list(csv.reader(io.StringIO(path.read_text())))
    for _ in range(case.rng.choice([1, 1, 3])):
        row = case.rng.choice(rows)
        if row:
            row[case.rng.randrange(len(row))] = case.rng.choice(CELLS)
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    path.write_text(text.getvalue(), errors="replace")


CELLS = [
    *(
        "",
        " ",
        "x",
        "-1",
        "nan",
        "inf",
        "1e999",
        "1,5",
        "0x10",
        "1_000",
        "v0",
        "v1;v2",
        "yes",
        "maybe",
    ),
    *("=1+1", "\x1b[31m", "a" * 140_000, "price:", "price:minutes", "variable", ";", "٣", "1e308"),
    *(str(value) for value in (10**400, True, None)),
]
