"""The compiled grower equals its plain-Python twin, node for node and vote for vote."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from helpers.forest_twin import Node, Twin, draw_bag, mixed
from helpers.toys import problem_of
from pennyweight.learners.forest import ForestKernel, Shared
from pennyweight.learners.forest.compiled.leaves import ONE_VOTE
from pennyweight.learners.forest.importance import room_for_tree
from pennyweight.learners.parts import Part


def nested(tree, number=0):
    node = Node(tree.value[number].tolist())
    if tree.column[number] >= 0:
        node.column, node.cut = int(tree.column[number]), int(tree.cut[number])
        node.turn = int(tree.turn[number])
        child = int(tree.left[number])
        node.children = [nested(tree, child), nested(tree, child + 1)]
    return node


def compare(X, y, forest, *, weights=None, candidate_weights=None):
    problem = problem_of(
        X, y, classification=isinstance(forest, RandomForestClassifier), weights=weights
    )
    kernel = ForestKernel(Shared(problem), forest)
    part = Part(train=problem.development, extra=problem.test, left_out=True)
    columns = list(range(X.shape[1]))
    call = kernel.call(columns, part, candidate_weights)
    twins = [
        Twin(
            bins=kernel.table.bins[places].tolist(),
            target=kernel.target.codes.tolist(),
            n_classes=None if kernel.target.classes is None else kernel.target.n_statistics,
            weights=() if candidate_weights is None else tuple(candidate_weights),
            **call.limits._asdict(),
        )
        for places in kernel.table.places
    ]
    expected = kernel.target.no_votes(len(y)).astype(object)
    for number in range(forest.n_estimators):
        twin = twins[number % len(twins)]
        tree = room_for_tree(2 * len(y), kernel.target.n_statistics)
        call.grow(number, number + 1, kernel.target.no_votes(len(y)), tree)
        seed = mixed((int(call.bag_seed) + number) % 2**64)
        times = draw_bag(seed, len(part.train), call.sample.draws, call.sample.shares.tolist())
        rows = [(row, t) for row, t in zip(part.train.tolist(), times, strict=True) if t]
        grown = twin.grow(rows, mixed((int(call.node_seed) + number) % 2**64))
        assert nested(tree) == grown
        left_out = [row for row, t in zip(part.train.tolist(), times, strict=True) if not t]
        for row in [*left_out, *part.extra.tolist()]:
            expected[row] += votes_of(twin.leaf(row, grown).statistics, kernel.target.classes)
    votes = kernel.votes(columns, part, 0, forest.n_estimators, candidate_weights=candidate_weights)
    np.testing.assert_array_equal(votes, expected.astype(votes.dtype))


def votes_of(statistics, classes):
    if classes is None:
        return np.array([round(float(statistics[1]) / statistics[0]), 1], dtype=object)
    total = float(sum(statistics))
    return np.array([round(float(s) / total * ONE_VOTE) for s in statistics], dtype=object)


@st.composite
def tables(draw):
    n, p = draw(st.integers(30, 60)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    levels = draw(st.sampled_from([2, 5, 1000]))
    X = rng.integers(0, levels, (n, p)).astype(float)
    X[rng.random((n, p)) < draw(st.sampled_from([0.0, 0.0, 0.3, 1.0]))] = np.nan
    return X, rng


def test_trees_take_the_two_binnings_of_many_values_in_turn():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 3))
    y = X[:, 0] + X[:, 1] > rng.normal(size=500)
    compare(X, y, RandomForestClassifier(5))
    compare(X, X @ rng.normal(size=3), RandomForestRegressor(2))


LIMITS = st.fixed_dictionaries(
    {
        "max_features": st.sampled_from(["sqrt", None, 1, 0.6]),
        "min_samples_leaf": st.sampled_from([1, 1, 2, 5]),
        "min_samples_split": st.sampled_from([2, 7]),
        "max_depth": st.sampled_from([None, None, 3]),
        "max_samples": st.sampled_from([None, 0.5]),
    }
)


@pytest.mark.parametrize("n_classes", [2, 3, 8, 11])
@settings(max_examples=25, deadline=None)
@given(table=tables(), limits=LIMITS)
def test_classification_equals_the_twin(n_classes, table, limits):
    X, rng = table
    y = np.r_[np.arange(n_classes), np.arange(n_classes), rng.integers(0, n_classes, 60)][: len(X)]
    if len(np.unique(y)) == n_classes:
        compare(X, y, RandomForestClassifier(3, **limits))


@settings(max_examples=40, deadline=None)
@given(table=tables(), limits=LIMITS, levels=st.sampled_from([2, 10, 0]))
def test_regression_equals_the_twin(table, limits, levels):
    X, rng = table
    y = rng.integers(0, levels, len(X)).astype(float) if levels else rng.normal(size=len(X))
    compare(X, y, RandomForestRegressor(3, **limits))


def test_large_nodes_equal_the_twin():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(700, 6))
    X[rng.random(X.shape) < 0.1] = np.nan
    y = rng.integers(0, 8, 700)
    compare(X, y, RandomForestClassifier(1, max_features=6, max_depth=4))
    compare(X, y, RandomForestClassifier(1, max_features=5, max_depth=4, min_samples_leaf=3))
    compare(X, y.astype(float), RandomForestRegressor(1, max_depth=4))


@pytest.mark.parametrize("n_classes", [9, 10])
def test_cuts_of_many_candidates_and_classes_equal_the_twin(n_classes):
    rng = np.random.default_rng(n_classes)
    X = rng.normal(size=(300, 16))
    y = np.r_[np.arange(n_classes), rng.integers(0, n_classes, 300 - n_classes)]
    compare(X, y, RandomForestClassifier(1, max_features=8))


def test_heavy_bags_equal_the_twin():
    rng = np.random.default_rng(2)
    for seed in range(10):
        X = rng.normal(size=(40, 2))
        X[rng.random(X.shape) < 0.2] = np.nan
        compare(X, rng.normal(size=40), RandomForestRegressor(1, max_samples=66_000))
        y = rng.integers(0, 3, 40)
        compare(X, y % 2, RandomForestClassifier(1, max_samples=66_000, random_state=seed))
        compare(X, y, RandomForestClassifier(1, max_samples=66_000, min_samples_leaf=2))


def test_weights_of_rows_and_columns_equal_the_twin():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 4)), rng.integers(0, 2, 60)
    compare(X, y, RandomForestClassifier(3, class_weight="balanced"), weights=rng.random(60) + 0.1)
    compare(X, y, RandomForestClassifier(3), candidate_weights=np.array([1.0, 5.0, 0.1, 2.0]))
