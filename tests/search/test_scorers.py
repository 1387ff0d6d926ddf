"""What a scoring may be: its name, what it can score, and what to ask for instead."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics import f1_score, make_scorer
from sklearn.svm import LinearSVC

from helpers.toys import IRIS, SPECIES, TREE, iris_search
from pennyweight.evaluators.choosing import BrierScore
from pennyweight.problem.rows import Target
from pennyweight.search.scorers import check_scorer

THREE = Target(y=SPECIES.to_numpy(), classification=True)
TEXT = Target(y=np.where(SPECIES > 1, "ill", "well"), classification=True)
NUMBERS = Target(y=IRIS["petal width (cm)"].to_numpy(), classification=False)
SEVERAL = Target(y=np.array(["a", "b", "c"] * 5), classification=True)


def refusal(scoring, target, setting="scoring"):
    estimators = {"one": TREE if target.classification else LinearRegression()}
    with pytest.raises(ValueError, match=rf"^{setting}=") as caught:
        check_scorer(scoring, estimators, target, setting)
    return str(caught.value)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("auc", "roc_auc"),
        ("AUC", "roc_auc"),
        ("AUROC", "roc_auc"),
        ("Accuracy", "accuracy"),
        ("balanced_acc", "balanced_accuracy"),
        ("rmse", "neg_root_mean_squared_error"),
        ("mse", "neg_mean_squared_error"),
        ("neg_mse", "neg_mean_squared_error"),
        ("logloss", "neg_log_loss"),
        ("log_loss", "neg_log_loss"),
        ("F1 macro", "f1_macro"),
        ("brier", "neg_brier_score"),
        ("r2_score", "r2"),
        ("max_error", "neg_max_error"),
    ],
)
def test_an_unknown_name_suggests_the_one_that_was_meant(asked, meant):
    assert f"no scorer of scikit-learn. Did you mean {meant!r}?" in refusal(asked, THREE)


def test_a_name_like_no_other_suggests_none():
    assert "Did you mean" not in refusal("speed", THREE)
    assert "get_scorer_names() lists them all" in refusal("speed", THREE)


@pytest.mark.parametrize(
    ("scoring", "target", "advice"),
    [
        ("roc_auc", THREE, "for 3 classes give 'roc_auc_ovr'."),
        ("f1", SEVERAL, "for 3 classes give 'f1_macro'."),
        ("r2", SEVERAL, "for 3 classes give 'accuracy' or 'balanced_accuracy'."),
        ("f1", TEXT, "make_scorer(f1_score, pos_label='well'), or give 'f1_macro'."),
        (
            "average_precision",
            TEXT,
            "make_scorer(average_precision_score, pos_label='well', "
            "response_method=('decision_function', 'predict_proba')).",
        ),
        (make_scorer(f1_score, pos_label="sick"), TEXT, "make_scorer(f1_score, pos_label='well')."),
        ("neg_mean_squared_error", TEXT, "for classes give 'accuracy' or 'balanced_accuracy'."),
        ("f1", NUMBERS, "for numbers give 'r2', 'neg_root_mean_squared_error' or"),
        ("roc_auc", NUMBERS, "needs decision_function or predict_proba, which the estimator 'one'"),
        ("neg_brier_score", NUMBERS, "needs classifiers that predict probabilities"),
    ],
)
def test_a_scorer_that_cannot_work_says_what_to_ask_for(scoring, target, advice):
    assert advice in refusal(scoring, target)
    assert advice in refusal(scoring, target, "choose_by")


def test_what_an_error_advises_works():
    advised = make_scorer(f1_score, pos_label="well")
    for scoring in advised, "f1_macro", "roc_auc":
        assert check_scorer(scoring, {"one": TREE}, TEXT)
    assert check_scorer("roc_auc_ovr", {"one": TREE}, THREE)


def test_probabilities_that_an_estimator_does_not_give_are_missed_at_once():
    with pytest.raises(ValueError, match="needs predict_proba, which the estimator 'svm'"):
        check_scorer("neg_log_loss", {"one": TREE, "svm": LinearSVC()}, THREE)


def test_a_scorer_that_cannot_work_is_refused_before_any_fit():
    class Untouched(type(TREE)):
        def fit(self, X, y, sample_weight=None, check_input=True):
            raise AssertionError("fitted")

    with pytest.raises(ValueError, match="give 'roc_auc_ovr'"):
        iris_search(Untouched(), scoring="roc_auc").fit(IRIS, SPECIES)


def test_the_brier_score_takes_classes_of_text():
    assert check_scorer("neg_brier_score", {"one": TREE}, TEXT) == BrierScore(2)
    found = iris_search(scoring="neg_brier_score").fit(IRIS, TEXT.y)
    assert -0.1 < found.schedule_[-1].score < 0


@pytest.mark.parametrize("returned", [None, "much", 1j])
def test_a_scoring_of_ones_own_returns_a_number(returned):
    with (
        pytest.warns(UserWarning, match="no baseline"),
        pytest.raises(ValueError, match=r"the scoring returned .*; it must return one number"),
    ):
        iris_search(scoring=lambda model, X, y: returned).fit(IRIS, SPECIES)


def test_r2_of_classes_that_are_numbers_is_that_of_the_predicted_classes():
    from sklearn.ensemble import RandomForestClassifier

    found = iris_search(RandomForestClassifier(10), scoring="r2", validation=None)
    assert 0.8 < found.fit(IRIS, SPECIES).schedule_[-1].score < 1
