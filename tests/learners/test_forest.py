"""The compiled forest as a whole: what it predicts, and that nothing about the run matters."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from helpers.toys import problem_of
from pennyweight.learners.forest import ForestKernel, Shared, binning, prepared
from pennyweight.learners.forest.compiled import announcing as compiling
from pennyweight.learners.forest.compiled import nearby
from pennyweight.learners.forest.settings import ForestSettings, why_not
from pennyweight.learners.parts import Part
from pennyweight.parallel.packing import pack

FOREST = RandomForestClassifier(30)


def kernel_of(X, y, forest=FOREST, **options):
    classification = isinstance(forest, RandomForestClassifier)
    return ForestKernel(Shared(problem_of(X, y, classification=classification, **options)), forest)


def out_of_bag(kernel):
    problem = kernel.problem
    return Part(train=problem.development, extra=problem.test, left_out=True)


def grown(kernel, columns=None, first=0, last=None):
    columns = range(kernel.table.places.shape[1]) if columns is None else columns
    return kernel.votes(list(columns), out_of_bag(kernel), first, last or kernel.settings.n_trees)


def accuracy(kernel, votes, rows):
    rows = rows[kernel.target.covered(votes[rows])]
    predicted = kernel.target.shares(votes[rows]).argmax(axis=1)
    return float(np.mean(predicted == kernel.target.codes[rows]))


def test_votes_of_ranges_add_up_in_any_division():
    kernel = kernel_of(*load_iris(return_X_y=True))
    whole = grown(kernel)
    np.testing.assert_array_equal(grown(kernel, last=7) + grown(kernel, first=7), whole)


def test_bags_are_common_to_all_subsets_and_seeds_change_them():
    X, y = load_iris(return_X_y=True)
    kernel = kernel_of(X, y)

    def seen(kernel, columns):
        votes = grown(kernel, columns, last=1)[kernel.problem.development]
        return votes.any(axis=1).tolist()

    assert seen(kernel, [0]) == seen(kernel, [1, 2])
    assert seen(kernel, [0]) != seen(kernel_of(X, y, RandomForestClassifier(random_state=1)), [0])


@pytest.mark.parametrize(
    ("load", "forest"), [(load_iris, FOREST), (load_diabetes, RandomForestRegressor(30))]
)
def test_branches_on_tables_of_their_own_grow_the_same(load, forest, monkeypatch):
    kernel = kernel_of(*load(return_X_y=True), forest)
    whole = grown(kernel)
    monkeypatch.setattr(nearby, "MANY_ROWS", 40)
    assert len(kernel.call([0, 1, 2], out_of_bag(kernel)).near.names) > 10
    np.testing.assert_array_equal(grown(kernel), whole)


def test_branches_on_tables_of_their_own_know_the_bins_of_each_binning(monkeypatch):
    def coarse_then_fine(numbers):
        return [np.quantile(numbers, shares) for shares in ([0.5], np.linspace(0.01, 0.99, 99))]

    monkeypatch.setattr(binning, "all_limits", coarse_then_fine)
    kernel = kernel_of(*load_breast_cancer(return_X_y=True))
    whole = grown(kernel)
    monkeypatch.setattr(nearby, "MANY_ROWS", 40)
    np.testing.assert_array_equal(grown(kernel), whole)


def test_scored_rows_do_not_change_the_trees():
    kernel = kernel_of(*load_iris(return_X_y=True))
    all_rows, test = out_of_bag(kernel), kernel.problem.test
    fewer = Part(train=all_rows.train, extra=test[:5])
    np.testing.assert_array_equal(
        kernel.votes([0, 1], fewer, 0, 9)[test[:5]], grown(kernel, [0, 1], last=9)[test[:5]]
    )


@pytest.mark.parametrize(
    ("data", "forest"),
    [
        (load_iris(return_X_y=True), RandomForestClassifier(200)),
        (load_breast_cancer(return_X_y=True), RandomForestClassifier(200, max_depth=4)),
        (load_diabetes(return_X_y=True), RandomForestRegressor(200, min_samples_leaf=3)),
    ],
)
def test_predictions_are_those_of_scikit_learn_up_to_chance(data, forest):
    X, y = data
    kernel = kernel_of(X, y, forest)
    problem, votes = kernel.problem, grown(kernel)
    fitted = forest.fit(X[problem.development], y[problem.development])
    if kernel.target.classes is None:
        ours, theirs = kernel.target.means(votes[problem.test]), fitted.predict(X[problem.test])
        assert np.corrcoef(ours, theirs)[0, 1] > 0.97
        assert abs(ours.mean() - theirs.mean()) < 0.05 * y.std()
    else:
        ours, theirs = (
            kernel.target.shares(votes[problem.test]),
            fitted.predict_proba(X[problem.test]),
        )
        assert np.abs(ours - theirs).max() < 0.3
        assert np.abs(ours - theirs).mean() < 0.03


def test_missing_values_may_go_either_way():
    rng = np.random.default_rng(0)
    x = rng.normal(size=400)
    for known_side in (x < 0, x > 0):
        y = np.where(known_side, 0, 1)
        X = np.where(rng.random(400) < 0.3, np.nan, x)[:, None]
        y[np.isnan(X[:, 0])] = 1
        kernel = kernel_of(X, y)
        assert accuracy(kernel, grown(kernel), kernel.problem.test) > 0.97


@pytest.mark.parametrize("n_classes", [2, 3])
def test_random_categories_do_not_help_out_of_bag(n_classes):
    rng = np.random.default_rng(1)
    X = pd.DataFrame({"category": rng.integers(0, 500, 6000).astype(str)})
    y = rng.integers(0, n_classes, 6000)
    kernel = kernel_of(X, y, RandomForestClassifier(50))
    chance, rows = 1 / n_classes, kernel.problem.development
    allowed = 3 * np.sqrt(chance * (1 - chance) / len(rows))
    assert abs(accuracy(kernel, grown(kernel), rows) - chance) < allowed


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_row_number_as_category_does_not_help_where_rows_are_sorted_by_class(n_classes):
    X = pd.DataFrame({"id": np.random.default_rng(0).permutation(200).astype(str)})
    y = np.sort(np.arange(200) % n_classes)
    kernel = kernel_of(X, y, RandomForestClassifier(50))
    votes = grown(kernel)
    assert accuracy(kernel, votes, kernel.problem.development) < 1 / n_classes + 0.15
    assert accuracy(kernel, votes, kernel.problem.test) < 1 / n_classes + 0.2


@pytest.mark.parametrize("n_classes", [2, 3])
def test_categories_that_matter_are_used(n_classes):
    rng = np.random.default_rng(2)
    of_category = rng.integers(0, n_classes, 300)
    categories = rng.integers(0, 300, 4000)
    y = np.where(rng.random(4000) < 0.9, of_category[categories], rng.integers(0, n_classes, 4000))
    X = pd.DataFrame({"category": pd.Categorical(categories.astype(str))})
    kernel = kernel_of(X, y, RandomForestClassifier(50))
    assert accuracy(kernel, grown(kernel), kernel.problem.test) > 0.8


def test_a_numeric_target_orders_categories_too():
    rng = np.random.default_rng(3)
    height = rng.normal(size=40)
    categories = rng.integers(0, 40, 2000)
    y = height[categories] + rng.normal(0, 0.1, 2000)
    kernel = kernel_of(pd.DataFrame({"c": categories.astype(str)}), y, RandomForestRegressor(50))
    test = kernel.problem.test
    assert np.corrcoef(kernel.target.means(grown(kernel)[test]), y[test])[0, 1] > 0.98


AWKWARD = {
    "constant columns": (np.ones((40, 3)), np.arange(40) % 2),
    "all missing": (np.full((40, 2), np.nan), np.arange(40) % 2),
    "one class": (np.arange(40.0)[:, None], np.zeros(40, int)),
    "four rows": (np.arange(4.0)[:, None], np.array([0, 0, 1, 1])),
    "a thousand columns": (np.random.default_rng(0).normal(size=(60, 1000)), np.arange(60) % 3),
    "twenty classes": (np.arange(100.0)[:, None] // 5, np.arange(100) // 5),
    "identical rows": (np.repeat([[1.0, 2.0]], 40, axis=0), np.arange(40) % 3),
}


@pytest.mark.parametrize("case", AWKWARD)
def test_awkward_data_work(case):
    X, y = AWKWARD[case]
    kernel = kernel_of(X, y, RandomForestClassifier(10))
    votes = grown(kernel)
    shares = kernel.target.shares(votes[kernel.problem.test])
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    drops = kernel.drops(kernel.problem.full, out_of_bag(kernel), 0, 10)
    assert np.isfinite(drops).all()


def test_importance_is_zero_for_noise_and_shared_by_the_columns_of_a_variable():
    rng = np.random.default_rng(4)
    X = pd.DataFrame(rng.normal(size=(600, 3)), columns=["a", "b", "noise"])
    y = (X["a"] + X["b"] > 0).to_numpy().astype(int)
    kernel = kernel_of(X, y)
    importances = kernel.drops((0, 1, 2), out_of_bag(kernel), 0, 30).mean(axis=0)
    assert importances[:2].min() > 0.1
    assert abs(importances[2]) < 0.02


def test_candidate_weights_decide_what_is_looked_at():
    rng = np.random.default_rng(5)
    X = np.repeat(rng.normal(size=(300, 1)), 2, axis=1)
    y = (X[:, 0] > 0).astype(int)
    kernel = kernel_of(X, y, RandomForestClassifier(30, max_features=1))
    drops = kernel.drops(
        kernel.problem.full, out_of_bag(kernel), 0, 30, np.array([1.0, 1e-9])
    ).mean(axis=0)
    assert drops[0] > 0.3
    assert drops[1] == 0


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"criterion": "entropy"}, "criterion='entropy'"),
        ({"bootstrap": False}, "bootstrap=False"),
        ({"max_leaf_nodes": 5}, "max_leaf_nodes=5"),
        ({"ccp_alpha": 0.1}, "ccp_alpha=0.1"),
        ({"monotonic_cst": np.array([1, 0])}, "monotonic_cst="),
        ({"class_weight": "balanced_subsample"}, "balanced_subsample"),
        ({"max_depth": 3, "class_weight": "balanced", "max_samples": 0.5}, None),
    ],
)
def test_settings_that_it_cannot_honour_are_named(settings, reason):
    found = why_not(RandomForestClassifier(**settings), np.array([0, 1]), None)
    assert (found is None) if reason is None else (reason in found)


def test_settings_mean_what_they_mean_in_scikit_learn():
    settings = ForestSettings(
        RandomForestClassifier(max_features=0.5, min_samples_leaf=0.1, max_samples=0.3)
    )
    assert settings.limits(n_columns=7, n_rows=100)._asdict() == {
        "candidates": 3,
        "depth": 2**62,
        "to_split": 20,
        "in_leaf": 10,
    }
    assert settings.draws(100, 100.0) == 30
    assert ForestSettings(RandomForestClassifier()).limits(18, 100).candidates == 4


def test_heavy_rows_are_drawn_more_often():
    X, y = load_iris(return_X_y=True)
    weights = np.where(y == 2, 50.0, 1.0)
    kernel = kernel_of(X, y, RandomForestClassifier(50, max_depth=1), weights=weights)
    part = Part(train=kernel.problem.development, extra=kernel.problem.test)
    shares = kernel.target.shares(kernel.votes([0], part, 0, 50)[kernel.problem.test])
    assert shares[:, 2].mean() > 0.7


def test_thousands_of_trees_do_not_overflow_the_votes():
    X, y = np.arange(12.0)[:, None], np.arange(12) % 2
    kernel = kernel_of(X, y, RandomForestClassifier(5000, max_depth=1))
    votes = grown(kernel, last=5000)[kernel.problem.test]
    assert votes.sum(axis=1) == pytest.approx(5000 * 2**20, rel=1e-3)


def test_a_bag_of_many_times_the_rows_is_refused():
    forest = RandomForestClassifier(max_samples=10_000_000)
    assert "thousands of times" in why_not(forest, np.arange(100) % 2, None)
    weights = np.where(np.arange(100) < 5, 70_000.0, 600.0)
    forest = RandomForestClassifier(max_samples=1.0)
    assert "thousands of times" in why_not(forest, np.arange(100) % 2, weights)


def test_compiling_is_announced_once_and_only_when_it_takes_long(monkeypatch, capsys, caplog):
    import time

    monkeypatch.setattr(compiling, "PATIENCE", 0.01)
    monkeypatch.setattr(compiling, "_ready", set())
    for _ in range(2):
        with compiling.first_use("tests"):
            time.sleep(0.1)
    assert caplog.text.count("compiling the forest for tests") == 1
    assert capsys.readouterr() == ("", "")  # a library prints nothing


def test_forests_of_a_problem_share_table_target_and_bags():
    X, y = load_iris(return_X_y=True)
    forests = {str(n): RandomForestClassifier(20, min_samples_leaf=n) for n in (1, 3, 10)}
    other = {"other": RandomForestClassifier(20, max_samples=0.5)}
    found = prepared(problem_of(X, y), forests | other)
    first, *others = found.values()
    part = out_of_bag(first)
    bags = {name: kernel.call([0, 1], part).sample.bags for name, kernel in found.items()}
    assert all(kernel.table is first.table and kernel.target is first.target for kernel in others)
    assert bags["1"] is bags["3"] is bags["10"] is not bags["other"]
    alone = kernel_of(X, y, forests["10"])
    np.testing.assert_array_equal(grown(found["10"]), grown(alone))
    assert len(pack(found)) < 1.2 * len(pack({"1": first}))
