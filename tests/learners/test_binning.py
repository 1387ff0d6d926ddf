import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pennyweight.learners.forest.binning import (
    MISSING_BIN,
    all_limits,
    bin_table,
    category_codes,
    to_bins,
)


@given(arrays(float, st.integers(1, 400), elements=st.floats(-1e300, 1e300) | st.just(np.nan)))
def test_bins_keep_the_order_and_set_missing_values_apart(numbers):
    bins = to_bins(numbers, all_limits(numbers)[0])
    missing = np.isnan(numbers)
    assert (bins[missing] == MISSING_BIN).all()
    known, found = numbers[~missing], bins[~missing].astype(int)
    assert (found < MISSING_BIN).all()
    order = np.argsort(known, kind="stable")
    assert (np.diff(found[order]) >= 0).all()
    if len(np.unique(known)) <= 255:
        assert len(np.unique(found)) == len(np.unique(known))


def test_up_to_255_values_are_exact_and_more_share_bins_evenly():
    assert [len(each) for each in all_limits(np.arange(255.0))] == [254]
    many = np.random.default_rng(0).normal(size=100_000)
    counts = np.bincount(to_bins(many, all_limits(many)[0]))
    assert len(counts) == 254
    assert counts.max() < 1.1 * counts.mean()


def test_the_second_binning_has_its_limits_amid_the_bins_of_the_first():
    many = np.random.default_rng(0).normal(size=100_000)
    first, second = (np.searchsorted(np.sort(many), each) for each in all_limits(many))
    between = np.searchsorted(first, second[1:-1]) - 1
    inside = (second[1:-1] - first[between]) / (first[between + 1] - first[between])
    assert np.abs(inside - 0.5).max() < 0.05
    table = bin_table(np.c_[many, np.round(many)], np.arange(100_000))
    assert table.places.tolist() == [[0, 2], [1, 2]]


def test_a_heavy_value_has_a_bin_of_its_own():
    rng = np.random.default_rng(0)
    wages = np.where(rng.random(20_000) < 0.9, 0.0, rng.lognormal(5, 1, 20_000))
    bins = to_bins(wages, all_limits(wages)[0])
    assert set(wages[bins == bins[wages == 0][0]]) == {0.0}
    assert len(np.unique(bins)) > 200


def test_limits_lie_between_values_even_at_infinity():
    numbers = np.array([-np.inf, 0.0, 1.0, np.inf])
    assert to_bins(numbers, all_limits(numbers)[0]).tolist() == [0, 1, 2, 3]
    assert to_bins(np.array([0.4, 0.6]), all_limits(np.array([0.0, 1.0]))[0]).tolist() == [0, 1]


def test_limits_come_from_the_given_rows_alone():
    X = np.array([[0.0], [1.0], [100.0], [200.0]])
    assert bin_table(X, np.array([0, 1])).bins.tolist() == [[0, 1, 1, 1]]


@pytest.mark.parametrize(
    "values",
    [
        pd.DataFrame({"c": pd.Categorical(["a", None, "b", "a"])}),
        pd.DataFrame({"c": ["a", None, "b", "a"]}),
        pl.DataFrame({"c": pl.Series(["a", None, "b", "a"], dtype=pl.Enum(["b", "a"]))}),
        pl.DataFrame({"c": ["a", None, "b", "a"]}),
    ],
)
def test_categories_get_codes_and_missing_is_one_of_them(values):
    table = bin_table(values, np.arange(4))
    codes = table.codes[0]
    assert codes[0] == codes[3]
    assert len(set(codes.tolist())) == 3


def test_too_many_categories_share_a_code_the_rarest_first():
    values = np.r_[np.zeros(5, int), np.arange(70_000)].astype(str)
    codes = category_codes(values)
    assert codes.max() == 65_535
    assert (codes == codes[0]).sum() == 6
    assert (codes == 65_535).sum() == 70_000 - 65_535


def test_a_column_without_any_value_is_all_missing():
    table = bin_table(np.full((3, 1), np.nan), np.arange(3))
    assert (table.bins == MISSING_BIN).all()


def test_many_heaped_values_still_leave_bins_between():
    counts = np.where(np.arange(300) % 2 == 0, 30, 10)
    heaped = np.repeat(np.arange(300.0), counts)
    assert len(np.unique(to_bins(heaped, all_limits(heaped)[0]))) > 100


def test_infinity_is_refused_by_name():
    with pytest.raises(ValueError, match="the column 'x1' holds an infinite value"):
        bin_table(np.array([[0.0, 1.0], [0.0, np.inf]]), np.arange(2))


def test_codes_do_not_depend_on_the_order_of_rows():
    values = np.array(["b", "a", None, "c"], dtype=object)
    assert category_codes(values).tolist() == category_codes(values[::-1])[::-1].tolist()


def test_a_sample_of_very_many_rows_may_hold_few_of_the_values():
    counts = np.zeros(1_000_000)
    counts[:300] = np.arange(1, 301)
    (limits, *_) = all_limits(counts)
    assert to_bins(np.array([0.0]), limits)[0] < to_bins(np.array([300.0]), limits)[0]
