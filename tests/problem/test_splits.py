from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import GroupKFold, KFold, PredefinedSplit, ShuffleSplit

from pennyweight.problem.rows import Target, deal_blocks, make_folds, put_aside

labels = st.lists(st.integers(0, 3), min_size=4, max_size=60)
shares = st.floats(0.05, 0.5)


def classes(y):
    return Target(y=np.array(y), classification=True)


@given(labels.filter(lambda y: min(map(y.count, set(y))) >= 3), shares, st.integers(0, 99))
def test_putting_aside_balances_classes_and_empties_none(y, share, seed):
    target = classes(y)
    try:
        stays, aside = put_aside(target, share, np.random.default_rng(seed))
    except ValueError:
        assert round(share * len(y)) == 0
        return
    assert sorted([*stays, *aside]) == list(range(len(y)))
    assert set(target.y[stays]) == set(y)
    assert abs(len(aside) - share * len(y)) <= 1
    for label in set(y):
        assert abs((target.y[aside] == label).sum() - share * y.count(label)) <= 1


def test_groups_stay_together():
    groups = np.repeat(np.arange(10), 5)
    target = Target(y=np.arange(50) % 2, classification=True, groups=groups)
    rng = np.random.default_rng(0)
    stays, aside = put_aside(target, 0.2, rng)
    assert not set(groups[stays]) & set(groups[aside])
    assert len(aside) == 10
    for validation in (3, 0.25, None, GroupKFold(3)):
        for fold in make_folds(validation, np.zeros((50, 1)), target, rng):
            assert not set(groups[fold.train]) & set(groups[fold.validate])


@given(st.integers(0, 99))
def test_a_share_of_rows_is_put_aside_even_when_one_group_is_huge(seed):
    groups = np.array([0] * 90 + [1 + i // 3 for i in range(30)])
    target = Target(y=np.arange(120) % 2, classification=True, groups=groups)
    _, aside = put_aside(target, 0.2, np.random.default_rng(seed))
    assert len(aside) == 24


def test_folds_are_as_many_as_the_rarest_class_or_the_groups_allow():
    rng, X = np.random.default_rng(0), np.zeros((30, 1))
    rare = classes([0] * 27 + [1] * 3)
    assert len(make_folds(None, X, rare, rng)) == 3
    few = Target(y=rare.y, classification=False, groups=np.arange(30) % 2)
    assert len(make_folds(None, X, few, rng)) == 2
    assert len(make_folds(None, X, classes([0, 1] * 15), rng)) == 5


def test_a_splitter_without_a_seed_gets_one():
    X, target = np.zeros((20, 1)), classes([0, 1] * 10)
    splitter = ShuffleSplit(2)
    first, again = (
        make_folds(splitter, X, target, np.random.default_rng(5))[0].validate.tolist()
        for _ in range(2)
    )
    assert first == again
    assert splitter.random_state is None


@given(labels, st.integers(0, 99))
def test_blocks_part_the_rows_evenly(y, seed):
    blocks = deal_blocks(classes(y), np.random.default_rng(seed))
    assert sorted(np.concatenate(blocks)) == list(range(len(y)))
    sizes = [len(block) for block in blocks]
    assert max(sizes) - min(sizes) <= 1


def test_folds_by_number_share_and_splitter():
    target, X = classes([0, 1] * 10), np.zeros((20, 1))
    rng = np.random.default_rng(0)
    assert len(make_folds(4, X, target, rng)) == 4
    assert [len(fold.validate) for fold in make_folds(0.25, X, target, rng)] == [5]
    by_splitter = make_folds(KFold(5), X, target, rng)
    assert by_splitter[0].validate.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("validation", "message"),
    [
        (1, "validation=1 makes no folds"),
        (1.5, "must be between 0 and 1"),
        (0.0, "between 0 and 1"),
    ],
)
def test_bad_validation(validation, message):
    with pytest.raises(ValueError, match=message):
        make_folds(validation, np.zeros((4, 1)), classes([0, 1, 0, 1]), np.random.default_rng(0))


ROWS, EVEN, ODD = np.arange(20), np.arange(0, 20, 2), np.arange(1, 20, 2)


@dataclass
class Naming:
    """A splitter that names the rows that it was told."""

    pairs: list

    def split(self, X, y=None, groups=None):
        return iter(self.pairs)

    def get_n_splits(self, X=None, y=None, groups=None):
        return len(self.pairs)


@pytest.mark.parametrize("kind", [list, Naming])
@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([(EVEN, ODD + 10)], "split 0 of validation: the rows to score name row 21, and there"),
        ([(EVEN - 40, ODD)], "split 0 of validation: the rows to train on name row -40"),
        ([(ROWS[:10], ROWS[10:]), (EVEN, [])], "split 1 of validation: the rows to score are none"),
        ([([], ODD)], "split 0 of validation: the rows to train on are none"),
        ([(EVEN * 1.0, ODD * 1.0)], "the rows to train on are no list of row numbers"),
        ([(EVEN, ODD.reshape(-1, 1))], "the rows to score are no list of row numbers"),
        ([(["a"], ODD)], "the rows to train on are no list of row numbers"),
        ([(None, ODD)], "the rows to train on are no list of row numbers"),
        ([(EVEN, ODD)], "split 0 of validation trains on rows of the class 0 alone"),
        ([], "makes no split; give another"),
        ([(EVEN, ODD, ODD)], "cannot split these 20 rows: too many values"),
        ([1, 2], "cannot split these 20 rows: cannot unpack"),
    ],
)
def test_splits_that_cannot_be_used(kind, pairs, message):
    target = classes([0, 1] * 10)
    with pytest.raises(ValueError, match=message) as caught:
        make_folds(kind(pairs), np.zeros((20, 1)), target, np.random.default_rng(0))
    assert len(str(caught.value)) < 250


def test_splits_may_be_masks_or_count_from_the_end():
    target, rng = classes([0, 1] * 10), np.random.default_rng(0)
    (fold,) = make_folds([(ROWS < 15, ROWS >= 15)], np.zeros((20, 1)), target, rng)
    (same,) = make_folds([(ROWS[:15], -ROWS[1:6])], np.zeros((20, 1)), target, rng)
    assert fold.train.tolist() == same.train.tolist() == list(range(15))
    assert sorted(fold.validate) == sorted(same.validate) == list(range(15, 20))


@pytest.mark.parametrize(
    ("validation", "message"),
    [
        (True, "validation=True cannot split these 20 rows"),
        (1000, "validation=1000 cannot split these 20 rows: .*n_splits=1000"),
        (GroupKFold(3), r"validation=GroupKFold\(.* cannot split these 20 rows: .*groups"),
        (KFold, "validation=<class .*KFold'> cannot split these 20 rows"),
        (PredefinedSplit([-1] * 20), "validation=PredefinedSplit.* makes no split"),
    ],
)
def test_what_cannot_split_the_rows_is_named(validation, message):
    with pytest.raises(ValueError, match=message):
        make_folds(validation, np.zeros((20, 1)), classes([0, 1] * 10), np.random.default_rng(0))


def test_too_few_rows_to_put_any_aside():
    with pytest.raises(ValueError, match=r"3 rows are too few to put a share of 0\.1 aside"):
        put_aside(classes([0, 1, 1]), 0.1, np.random.default_rng(0))
