"""The L1 logistic path: scikit-learn's optimum, whatever the data."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from pennyweight.learners.l1.path import logistic_path

STEPS = np.geomspace(1.0, 1e-2, 8)
TIGHT = 1e-7


def made_data(n_classes, n=120, p=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, 1] += 0.9 * X[:, 0]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    scores = X @ rng.normal(size=(p, n_classes)) + rng.gumbel(size=(n, n_classes))
    # Not above 1: there, scikit-learn's saga takes steps too long and does not settle.
    return X, np.array(list("abcdefg"))[scores.argmax(axis=1)], rng.uniform(0.2, 1.0, size=n)


def path(X, y, weights=None, steps=STEPS, tolerance=TIGHT):
    return list(logistic_path(X, y, weights, steps, tolerance=tolerance))


def objective(model, X, y, weights):
    own = model.predict_proba(X)[np.arange(len(y)), np.searchsorted(model.classes_, y)]
    return -weights @ np.log(own) + np.abs(model.coef_).sum() / model.C


def violation(model, X, y, weights):
    """How far the gradient is from the optimum's, as a share of the penalty."""
    residuals = (model.predict_proba(X) - (y[:, None] == model.classes_)) * weights[:, None]
    residuals = residuals[:, 1:] if len(model.classes_) == 2 else residuals
    gradient, coef, penalty = residuals.T @ X, model.coef_, 1 / model.C
    inside = np.maximum(np.abs(gradient) - penalty, 0)
    off = np.where(coef == 0, inside, np.abs(gradient + penalty * np.sign(coef)))
    return max(off.max(), np.abs(residuals.sum(axis=0)).max()) / penalty


def centred(values):
    # With an even number of classes, a column's coefficients may all shift at no cost.
    return values - np.median(values, axis=0) if len(values) > 1 else values


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3, 4])
def test_the_optimum_is_that_of_scikit_learn(n_classes, weighted):
    X, y, weights = made_data(n_classes)
    weights = weights if weighted else np.ones(len(y))
    for ours in path(X, y, weights if weighted else None)[1::3]:
        theirs = LogisticRegression(
            C=ours.C, l1_ratio=1.0, solver="saga", tol=1e-8, max_iter=20_000, random_state=0
        ).fit(X, y, weights)
        assert centred(ours.coef_) == pytest.approx(centred(theirs.coef_), abs=1e-5)
        assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-5)
        assert ours.coef_.shape == theirs.coef_.shape
        assert ours.predict(X).tolist() == theirs.predict(X).tolist()
        best = objective(theirs, X, y, weights)
        assert objective(ours, X, y, weights) == pytest.approx(best, rel=1e-8)


@pytest.mark.parametrize("tolerance", [1e-3, TIGHT])
@pytest.mark.parametrize("n_classes", [2, 3, 7])
def test_the_gradient_is_within_the_tolerance_all_along_the_path(n_classes, tolerance):
    X, y, weights = made_data(n_classes, n=300, p=12)
    steps = np.geomspace(1.0, 1e-3, 30)
    for model in path(X, y, weights, steps, tolerance):
        assert violation(model, X, y, weights) <= 1.01 * tolerance


def test_the_first_model_has_no_variable_and_the_next_one_has():
    X, y, _ = made_data(3)
    first, second = path(X, y, steps=np.array([1.0, 0.95]))
    assert not first.coef_.any()
    assert np.count_nonzero(second.coef_.any(axis=0)) == 1
    shares = np.array([np.mean(y == label) for label in first.classes_])
    assert first.predict_proba(X[:1])[0] == pytest.approx(shares)


@pytest.mark.parametrize("n_classes", [2, 4])
def test_weights_are_repeated_rows(n_classes):
    X, y, _ = made_data(n_classes)
    times = np.arange(len(y)) % 3
    rows = np.repeat(np.arange(len(y)), times)
    for one, other in zip(path(X, y, times), path(X[rows], y[rows]), strict=True):
        assert pytest.approx(other.C) == one.C
        assert centred(one.coef_) == pytest.approx(centred(other.coef_), abs=1e-5)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_separable_data_end(n_classes):
    X = np.linspace(-1.7, 1.7, 60)[:, None] * [1.0, -1.0, 0.5]
    y = np.arange(60) // (60 // n_classes)
    for model in path(X, y, steps=np.geomspace(1.0, 1e-4, 40), tolerance=1e-4):
        assert violation(model, X, y, np.ones(60)) <= 1.01e-4
    assert model.score(X, y) == 1.0


@pytest.mark.parametrize("n_classes", [2, 5])
def test_more_columns_than_rows_end_and_are_finite(n_classes):
    X = np.random.default_rng(0).normal(size=(20, 200))
    y = np.arange(20) % n_classes
    for model in path(X, y, steps=np.geomspace(1.0, 1e-3, 30), tolerance=1e-4):
        assert np.isfinite(model.coef_).all()
        assert np.isfinite(model.intercept_).all()
        assert violation(model, X, y, np.ones(20)) <= 1.01e-4


@pytest.mark.parametrize("n_classes", [2, 4])
def test_columns_of_zeros_stay_out_and_repeated_ones_do_no_harm(n_classes):
    X, y, _ = made_data(n_classes)
    wide = np.column_stack([X, np.zeros(len(y)), X, -X])
    for plain, model in zip(path(X, y), path(wide, y), strict=True):
        assert not model.coef_[:, X.shape[1]].any()
        assert objective(model, wide, y, np.ones(len(y))) == pytest.approx(
            objective(plain, X, y, np.ones(len(y))), rel=1e-6
        )


def test_classes_of_one_row_and_without_weight():
    X, y, _ = made_data(3)
    y[0], y[1] = "f", "g"
    weights = np.where(y == "g", 0.0, 1.0)
    for model in path(X, y, weights, np.geomspace(1.0, 1e-3, 30), 1e-4):
        assert np.isfinite(model.coef_).all()
        assert model.predict_proba(X)[:, -1].max() < 1e-3


def test_nothing_but_zeros():
    X, y = np.zeros((10, 2)), np.arange(10) % 2
    assert not any(model.coef_.any() for model in path(X, y))


def test_the_same_twice():
    X, y, weights = made_data(4)
    for one, other in zip(path(X, y, weights), path(X, y, weights), strict=True):
        assert np.array_equal(one.coef_, other.coef_)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="two classes or more; all 3 rows are of class"):
        path(np.eye(3), np.zeros(3))
