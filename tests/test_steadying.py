"""Steadied merits are nearer to the truth where there is noise, and the same where there is not."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from pennyworth import Evaluation, ModelSchedule, PriceList
from pennyworth.scored import ScoredSubsets
from pennyworth.steadying import FEWEST, MOST, steadied

N_BLOCKS = 6


def everything(n_variables):
    return np.array(list(product([False, True], repeat=n_variables))[1:])


def truths(rng, members):
    """Each variable brings something, the second of a pair less than the first."""
    gains = rng.exponential(size=members.shape[1])
    return -np.exp(-0.3 * members @ gains)


def noisy(rng, truth, sigma):
    """What all subsets of a block share, and what each has of its own."""
    shared = rng.normal(size=N_BLOCKS)
    own = rng.normal(size=(len(truth), N_BLOCKS))
    return truth[:, None] + 0.2 * shared + sigma * own


@pytest.mark.parametrize("n_variables", [7, 10], ids=["in one part", "in several"])
def test_the_best_by_steadied_merit_is_truly_better_than_the_best_by_chance(n_variables):
    members = everything(n_variables)
    assert (len(members) > MOST) == (n_variables == 10)
    gains, errors = [], []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        truth = truths(rng, members)
        raw = noisy(rng, truth, 0.3)
        steady = steadied(members, raw)
        gains.append(truth[steady.mean(axis=1).argmax()] - truth[raw.mean(axis=1).argmax()])
        errors.append([np.std(merits.mean(axis=1) - truth) for merits in (steady, raw)])
    assert np.mean(gains) > 0.02
    of_steady, of_raw = np.mean(errors, axis=0)
    assert of_steady < of_raw / 2


def test_little_noise_changes_little():
    rng, members = np.random.default_rng(0), everything(7)
    truth = truths(rng, members)
    moved = [
        np.abs(steadied(members, raw) - raw).max()
        for raw in (noisy(rng, truth, sigma) for sigma in (0.1, 0.01, 0.001))
    ]
    assert moved[0] > 5 * moved[1] > 25 * moved[2]


def test_without_noise_or_with_few_subsets_nothing_is_moved():
    rng, members = np.random.default_rng(0), everything(7)
    exact = np.repeat(truths(rng, members)[:, None], N_BLOCKS, axis=1)
    np.testing.assert_array_equal(steadied(members, exact), exact)
    few = noisy(rng, exact[: FEWEST - 1, 0], 0.3)
    np.testing.assert_array_equal(steadied(members[: FEWEST - 1], few), few)


def test_the_order_does_not_matter_and_all_estimators_of_a_subset_are_moved_alike():
    rng, members = np.random.default_rng(0), everything(6)
    first = noisy(rng, truths(rng, members), 0.3)
    both, merits = np.concatenate([members, members]), np.concatenate([first, first - 0.05])
    steady = steadied(both, merits)
    moved = steady - merits
    np.testing.assert_allclose(moved[: len(first)], moved[len(first) :])
    turned = rng.permutation(len(both))
    np.testing.assert_allclose(steadied(both[turned], merits[turned]), steady[turned])


def test_an_estimator_that_was_tried_on_a_few_subsets_tells_nothing_about_the_others():
    rng, members = np.random.default_rng(0), everything(6)
    first = noisy(rng, truths(rng, members), 0.3)
    explored = evaluations_of(first, members, "explorer")
    finalists = evaluations_of(first[40:50] + 0.5, members[40:50], "finalist")
    alone = ScoredSubsets.of(explored, 6)
    both = ScoredSubsets.of([*explored, *finalists], 6)
    merits = {
        (e.estimator, e.subset): m for e, m in zip(both.evaluations, both.merits, strict=True)
    }
    for evaluation, merit in zip(alone.evaluations, alone.merits, strict=True):
        assert merits["explorer", evaluation.subset] == merit
        if ("finalist", evaluation.subset) in merits:
            assert merits["finalist", evaluation.subset] == pytest.approx(merit + 0.5)


def evaluations_of(merits, members, estimator="it"):
    return [
        Evaluation(
            subset=tuple(np.flatnonzero(row).tolist()),
            estimator=estimator,
            scores=tuple((1 + values).tolist()),
            merits=tuple(values.tolist()),
        )
        for row, values in zip(members, merits, strict=True)
    ]


def schedule_of(merits, members, choose_by=None):
    tried = evaluations_of(merits, members)
    if choose_by is None:
        tried = [replace(evaluation, merits=()) for evaluation in tried]
    prices = PriceList({f"v{i}": 1 for i in range(members.shape[1])})
    return ModelSchedule(tried, prices, choose_by=choose_by)


def test_a_schedule_rises_in_steadied_merits_and_keeps_what_was_measured():
    rng, members = np.random.default_rng(0), everything(6)
    raw = noisy(rng, truths(rng, members), 0.3)
    schedule = schedule_of(raw, members, choose_by="neg_brier_score")
    merits = [model.merit for model in schedule]
    assert merits == sorted(merits)
    by_subset = {e.subset: e for e in schedule.evaluations}
    assert any(model.merit != pytest.approx(by_subset[model.subset].merit) for model in schedule)
    for model in schedule:
        assert model.score == pytest.approx(by_subset[model.subset].score)


def test_scores_that_choose_themselves_are_not_steadied():
    rng, members = np.random.default_rng(0), everything(6)
    schedule = schedule_of(noisy(rng, truths(rng, members), 0.3), members)
    scores = [model.score for model in schedule]
    assert scores == [model.merit for model in schedule]
    assert scores == sorted(scores)
