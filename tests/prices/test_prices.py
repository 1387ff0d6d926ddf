from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyweight import PriceList
from pennyweight.exceptions import PriceError
from pennyweight.prices.rounding import rounded, total_prices
from pennyweight.subsets import membership

bound = PriceList.for_columns
COLUMNS = ["age", "TSH", "TT4", "T4U", "FTI"]


@pytest.fixture
def thyroid(thyroid_csv):
    return PriceList.from_csv(thyroid_csv).bind(COLUMNS)


def test_each_item_is_paid_once(thyroid):
    assert thyroid.cost(["TSH"]) == 22.78
    assert thyroid.cost(["TSH", "TT4"]) == 35.19
    assert thyroid.total == 45.5


def test_needs_are_followed_through(thyroid):
    assert thyroid.cost(["FTI"]) == 23.82
    assert thyroid.extra("FTI", given=["TT4", "T4U"]) == 0
    assert thyroid.saving("TT4", within=["TT4", "FTI"]) == 0


def test_names_and_subset_cost_the_same(thyroid):
    assert thyroid.variables == tuple(COLUMNS)
    assert thyroid.subset(["TSH", "age"]) == (0, 1)
    assert thyroid.cost((0, 1)) == thyroid.cost(["age", "TSH"]) == 23.78
    assert thyroid.cost("age") == 1
    assert thyroid.cost([]) == 0


def test_many_costs_at_once(thyroid):
    subsets = [(0,), (1, 2), (4,), (0, 1, 2, 3, 4)]
    many = thyroid.costs(membership(subsets, 5))
    assert many.tolist() == [thyroid.cost(subset) for subset in subsets]


@pytest.mark.parametrize(
    "given",
    [
        {"a": 3, "b": 0},
        pd.Series({"a": 3.0, "b": 0.0}),
        pd.DataFrame({"variable": ["a", "b"], "price": [3, 0]}),
        pd.DataFrame({"price": [3, 0]}, index=["a", "b"]),
        pl.DataFrame({"variable": ["a", "b"], "price": [3, 0]}),
        {"a": Decimal(3), "b": np.float32(0)},
        [3, 0],
        np.array([3.0, 0.0]),
    ],
)
def test_every_shape_of_prices_says_the_same(given):
    prices = bound(given, ["a", "b"])
    assert prices.variables == ("a", "b")
    assert (prices.cost("a"), prices.cost("b"), prices.total) == (3, 0, 3)


def test_no_prices_means_one_each():
    assert bound(None, ["a", "b", "c"]).total == 3
    assert PriceList().bind(["a", "b"]).total == 2
    assert PriceList(names=["a", "b"]).total == 2


def test_a_variable_can_own_several_columns():
    prices = PriceList({"size": 4, "colour": 1}, columns={"size": ["width", "height"]}).bind(
        ["colour", "height", "width"]
    )
    assert prices.variables == ("colour", "size")
    assert prices.columns_of("size") == ("width", "height")
    assert prices.columns_of(0) == ("colour",)


def test_prices_by_position_take_the_names_of_the_data():
    prices = PriceList([1, 2], needs={"x1": ["x0"]}).bind(["a", "b"])
    assert prices.cost("b") == 3


def test_savings_of_a_whole_subset(thyroid):
    for subset in [(0,), (1, 2), (0, 2, 3, 4), (0, 1, 2, 3, 4)]:
        one_by_one = [thyroid.saving(variable, within=subset) for variable in subset]
        assert thyroid.savings(subset).tolist() == one_by_one


def test_an_item_that_is_no_column_is_no_variable(thyroid):
    assert "blood draw" not in thyroid.variables
    assert "blood draw" in [item.name for item in thyroid.items]


def test_table_and_file_round_trip(thyroid, tmp_path):
    assert PriceList(thyroid.to_frame()).bind(COLUMNS) == thyroid
    path = tmp_path / "copy.csv"
    thyroid.to_csv(path)
    assert PriceList.from_csv(path).bind(COLUMNS) == thyroid
    assert hash(PriceList.from_csv(path).bind(COLUMNS)) == hash(thyroid)


def test_needs_may_be_long_chains():
    names = [f"v{i}" for i in range(3000)]
    needs = {name: [after] for name, after in pairwise(names)}
    prices = PriceList(dict.fromkeys(names, 1), needs=needs).bind(names[:10])
    assert prices.total == prices.cost("v0") == 3000
    assert prices.cost("v9") == 2991
    assert prices.dependents(9) == tuple(range(9))
    whole = PriceList(dict.fromkeys(names, 1), needs=needs)
    assert whole.savings((0, 1))[0] == 1
    assert whole.dependents(2999) == tuple(range(2999))


def test_prices_may_be_exact_numbers():
    prices = PriceList({"a": Fraction(1, 4), "b": Decimal("0.1")})
    assert (prices.cost("a"), prices.cost("b"), prices.total) == (0.25, 0.1, 0.35)


def test_repr_says_what_it_is(thyroid):
    assert repr(thyroid) == "PriceList(5 variables, total 45.5)"
    assert repr(PriceList()) == "PriceList(every variable costs 1)"


BAD = {
    "missing": (
        lambda: bound({"a": 1}, ["a", "TSH"]),
        "no entry for the variable 'TSH'",
    ),
    "misspelt": (
        lambda: bound({"a": 1, "TSHH": 2}, ["a", "TSH"]),
        "Did you mean 'TSHH'",
    ),
    "short for another": (
        lambda: bound({"age": 1, "cholesterol": 2}, ["age", "chol"]),
        "no entry for the variable 'chol'; .*Did you mean 'cholesterol'?",
    ),
    "the initials of another": (
        lambda: bound({"age": 1, "Blood pressure": 2}, ["age", "bp"]),
        "no entry for the variable 'bp'; .*Did you mean 'Blood pressure'?",
    ),
    "another with capitals": (
        lambda: bound({"age": 1, "CHOL": 2}, ["age", "chol"]),
        "no entry for the variable 'chol'; .*Did you mean 'CHOL'?",
    ),
    "an unused item that is short": (
        lambda: bound({"age": 1, "chol": 1, "cholesterol": 2}, ["age", "chol"]),
        "names 'cholesterol', which is no column .*Did you mean 'chol'?",
    ),
    "unused": (
        lambda: bound({"a": 1, "b": 2}, ["a"]),
        "names 'b', which is no column",
    ),
    "negative": (lambda: PriceList({"a": -1}), "the price of 'a' is -1"),
    "nan": (lambda: PriceList({"a": float("nan")}), "'a' has no price"),
    "none": (lambda: PriceList({"a": None}), "'a' has no price"),
    "infinite": (lambda: PriceList({"a": float("inf")}), "the price of 'a' is inf"),
    "too large": (lambda: PriceList({"a": 10**400}), "the price of 'a' is inf or too large"),
    "far too small": (lambda: PriceList([-(10**5000)]), "the price of 'x0' is -inf; it cannot"),
    "a large fraction": (lambda: PriceList({"a": Fraction(10**400)}), "the price of 'a' is inf"),
    "a large decimal": (lambda: PriceList({"a": Decimal("1e400")}), "the price of 'a' is inf"),
    "a signalling decimal": (lambda: PriceList({"a": Decimal("sNaN")}), "'a' has no price"),
    "an infinite sum": (
        lambda: PriceList(dict.fromkeys("abcd", 1e308)),
        r"the prices \(price\) add up to more than 1.8e\+308, the largest number",
    ),
    "an infinite sum of minutes": (
        lambda: PriceList({"a": 1, "b": 1}, other={"minutes": {"a": 1e308, "b": 1e308}}),
        r"the prices \(minutes\) add up to more",
    ),
    "an infinite sum with one more": (
        lambda: PriceList({"a": 1e308}).adding("b", 1e308),
        r"add up to more",
    ),
    "a long circle": (
        lambda: PriceList(
            dict.fromkeys(map(str, range(3000)), 1),
            needs={str(i): [str((i + 1) % 3000)] for i in range(3000)},
        ),
        "circle: '0' -> '1' -> '2' -> '3' -> '4' -> '5' -> ... -> '0'; break it",
    ),
    "text": (lambda: PriceList({"a": "cheap"}), "the price of 'a' is 'cheap'"),
    "number as text": (lambda: PriceList(["3"], names=["a"]), "the price of 'a' is '3'"),
    "truth value": (lambda: PriceList({"a": True}), "the price of 'a' is True"),
    "cycle": (
        lambda: PriceList({"a": 1, "b": 1}, needs={"a": ["b"], "b": ["a"]}),
        "circle: 'a' -> 'b' -> 'a'",
    ),
    "own need": (lambda: PriceList({"a": 1}, needs={"a": ["a"]}), "circle: 'a' -> 'a'"),
    "unknown need": (lambda: PriceList({"a": 1}, needs={"a": ["b"]}), "'a' needs 'b'"),
    "needs of nobody": (lambda: PriceList({"a": 1}, needs={"b": ["a"]}), "needs names 'b'"),
    "needs as text": (lambda: PriceList({"a": 1, "b": 1}, needs={"a": "b"}), "is the text 'b'"),
    "owned twice": (
        lambda: PriceList({"a": 1, "b": 1}, columns={"a": ["x"], "b": ["x"]}),
        "'x' is owned twice, by 'a' and 'b'",
    ),
    "owned twice by name": (
        lambda: PriceList({"a": 1, "b": 1}, columns={"a": ["b"]}).bind(["b"]),
        "'b' is owned twice",
    ),
    "unknown column": (
        lambda: PriceList({"a": 1}, columns={"a": ["x"]}).bind(["y"]),
        "owns the column 'x', which the data do not have",
    ),
    "duplicate names": (
        lambda: PriceList(pd.Series([1, 2], index=["a", "a"])),
        "names 'a' 2 times",
    ),
    "too few": (
        lambda: bound([1, 2], ["a", "b", "c"]),
        "2 entries but the data have 3",
    ),
    "names and prices": (lambda: PriceList([1, 2], names=["a"]), "2 entries for 1 variables"),
    "two-dimensional": (lambda: PriceList([[1, 2]]), r"shape is \(1, 2\)"),
    "path as prices": (lambda: PriceList("prices.csv"), r"use PriceList.from_csv"),
    "unknown variable": (
        lambda: PriceList({"age": 1}).cost(["agee"]),
        "unknown variable 'agee'.*'age'",
    ),
    "unknown index": (lambda: PriceList({"a": 1}).cost([1]), "no variable number 1"),
    "mask": (lambda: PriceList({"a": 1}).cost(np.array([True])), "give names or indices, not a"),
    "path": (lambda: PriceList(Path("p.csv")), r"for a file use PriceList.from_csv"),
    "empty": (lambda: bound([], ["a"]), "prices is empty"),
    "needs as a number": (lambda: PriceList({0: 1, 1: 2}, needs={0: 1}), "is the value 1; give a"),
    "other as a list": (lambda: PriceList({"a": 1}, other={"m": [3]}), "give a dict by name"),
    "names twice": (lambda: PriceList({"a": 1}, names=["b"]), "has names already"),
    "negative index": (lambda: PriceList({"a": 1}).cost([-1]), "no variable number -1"),
}


@pytest.mark.parametrize("case", BAD)
def test_errors_name_the_culprit(case):
    make, message = BAD[case]
    with pytest.raises(PriceError, match=message):
        make()


prices = st.floats(0, 1e6, allow_nan=False).map(lambda x: round(x, 2))


@given(st.lists(prices, min_size=1, max_size=6), st.randoms())
def test_cost_does_not_depend_on_order(values, random):
    names = [f"v{i}" for i in range(len(values))]
    shuffled = random.sample(names, len(names))
    named = dict(zip(names, values, strict=True))
    there, back = PriceList(named), PriceList({name: named[name] for name in shuffled})
    assert there.cost(names) == back.cost(names)


@given(st.lists(prices, min_size=2, max_size=6), st.data())
def test_buying_more_never_costs_less(values, data):
    n = len(values)
    needs = {f"v{i}": [f"v{j}" for j in range(i) if data.draw(st.booleans())] for i in range(n)}
    price_list = PriceList({f"v{i}": value for i, value in enumerate(values)}, needs=needs)
    subset = data.draw(st.sets(st.integers(0, n - 1)))
    for variable in range(n):
        assert price_list.extra(variable, given=subset) >= 0
        assert price_list.saving(variable, within=subset) >= 0
        assert price_list.cost({*subset, variable}) >= price_list.cost(subset)


@given(st.lists(st.floats(-1e300, 1e300), max_size=5))
def test_rounding_changes_nothing_that_matters(values):
    assert np.allclose(rounded(values), values, rtol=1e-11, atol=1e-300)
    assert np.array_equal(rounded(rounded(values)), rounded(values))


def test_many_sets_cost_to_the_last_digit_what_each_costs_alone():
    rng = np.random.default_rng(0)
    prices = PriceList({f"v{i}": float(p) for i, p in enumerate(rng.lognormal(size=60))})
    members = rng.random((5_000, 60)) < 0.3
    together = prices.costs(members)
    alone = [prices.cost(np.flatnonzero(row).tolist()) for row in members[:200]]
    assert together[:200].tolist() == alone


@pytest.mark.parametrize("n_sets", [7, 20_000])
def test_prices_add_up_to_the_same_bits_alone_and_of_many_lists(n_sets):
    rng = np.random.default_rng(0)
    needed = rng.random((n_sets, 9)) < 0.4
    draws = 10 ** rng.uniform(-6, 6, size=(4, 9))
    shuffled = rng.permutation(9)
    wanted = np.array([total_prices(needed, draw) for draw in draws])
    assert np.array_equal(total_prices(needed, draws), wanted)
    assert np.array_equal(total_prices(needed[:, shuffled], draws[:, shuffled]), wanted)
    by_hand = [sum(sorted(draws[0][row].tolist())) for row in needed[:5]]
    assert wanted[0, :5].tolist() == rounded(by_hand).tolist()
