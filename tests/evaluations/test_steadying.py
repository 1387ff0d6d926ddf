"""Steadied merits are nearer to the truth where there is noise, and the same where there is not."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from helpers.toys import toy_table
from pennyweight import BudgetSearch, Evaluation, ModelSchedule, PriceList
from pennyweight.evaluations.steadying import FEWEST, MOST, shifts_by_likeness
from pennyweight.evaluations.table import EvaluationTable
from pennyweight.exceptions import ScheduleFileError

N_BLOCKS = 6


def steadied(members, merits):
    return merits + shifts_by_likeness(members, merits)


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
    better = np.where(rng.random(len(first)) < 0.5, 0.05, -0.05)[:, None]  # the second, or not
    both, merits = np.concatenate([members, members]), np.concatenate([first, first + better])
    shifts = shifts_by_likeness(both, merits)
    np.testing.assert_array_equal(shifts[: len(first)], shifts[len(first) :])
    best = np.maximum(first, first + better)
    np.testing.assert_array_equal(shifts[: len(first)], shifts_by_likeness(members, best))
    turned = rng.permutation(len(both))
    np.testing.assert_array_equal(shifts_by_likeness(both[turned], merits[turned]), shifts[turned])


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


@pytest.fixture
def tried():
    rng, members = np.random.default_rng(0), everything(6)
    return evaluations_of(noisy(rng, truths(rng, members), 0.3), members)


def test_evaluations_keep_what_was_measured_and_their_table_knows_what_chooses(tried):
    plain = EvaluationTable.of(tried, 6)
    scored = plain.steadied({"it"})
    assert any(scored.merits != plain.merits)
    assert scored.evaluations == plain.evaluations == tuple(tried)
    measured = np.array([each.merits for each in tried])
    np.testing.assert_array_equal(np.array(scored.chosen_by()), measured + scored.shifts)
    assert scored.merits == pytest.approx(plain.merits + scored.shifts.mean(axis=1))
    np.testing.assert_array_equal(scored.scores, plain.scores)
    assert scored != plain == EvaluationTable.of(tried, 6)


def test_an_estimator_that_was_tried_on_a_few_subsets_tells_nothing_about_the_others(tried):
    finalists = [
        replace(each, estimator="finalist", merits=tuple(0.5 + value for value in each.merits))
        for each in tried[40:50]
    ]
    alone = EvaluationTable.of(tried, 6).steadied({"it"})
    both = EvaluationTable.of([*tried, *finalists], 6).steadied({"it"})
    shifts = dict(zip((each.subset for each in alone.evaluations), alone.shifts, strict=True))
    for each, moved in zip(both.evaluations, both.shifts, strict=True):
        np.testing.assert_array_equal(moved, shifts[each.subset])
    assert len(both.evaluations) == len(tried) + 10


def test_scores_that_choose_themselves_are_not_steadied(tried):
    plain = EvaluationTable.of([replace(each, merits=()) for each in tried], 6)
    assert plain.steadied({"it"}) is plain


@pytest.fixture(scope="module")
def search():
    X, y = toy_table(7, n_rows=120)
    prices = PriceList({name: 1 + i for i, name in enumerate(X.columns)})
    return BudgetSearch(prices=prices, budget=20, random_state=0).fit(X, y)


def test_a_search_steadies_what_it_found(search):
    found = search.schedule_
    assert found._scored.shifts.any(axis=1).all()
    tried = [(each.estimator, each.subset) for each in found.evaluations]
    merits = dict(zip(tried, found._scored.merits, strict=True))
    for model in found:
        assert model.merit == merits[model.estimator, model.subset]


def test_parts_of_a_schedule_keep_its_merits_and_so_do_files(search, tmp_path):
    whole = search.schedule_
    cheap = whole.within(price=12)
    assert list(cheap) == [model for model in whole if model.cost <= 12]
    for part in (whole, cheap, whole.parsimonious()):
        part.save(tmp_path / "part.json")
        loaded = ModelSchedule.load(tmp_path / "part.json")
        assert (loaded, list(loaded)) == (part, list(part))
        assert list(part | part) == list(part)
        assert list(part | whole) == list(whole | part) == list(whole)


def test_another_search_steadies_anew(search, tmp_path):
    again = search.reprice({"v0": 9, "v5": 0.5})
    assert len(again.schedule_.evaluations) > len(search.schedule_.within(price=20).evaluations)
    anew = EvaluationTable.of(again.schedule_.evaluations, 7).steadied(again._evaluator.names)
    assert anew == again.schedule_._scored
    assert not any(model.provisional for model in again.schedule_)
    again.schedule_.save(tmp_path / "again.json")
    assert list(ModelSchedule.load(tmp_path / "again.json")) == list(again.schedule_)


def test_models_of_one_schedule_can_be_asked_about_in_another(search):
    again = search.reprice({"v0": 9, "v5": 0.5}).schedule_
    model = search.schedule_[0]
    assert again.difference(model, model).mean == 0
    stranger = replace(model, estimator="stranger")
    with pytest.raises(ValueError, match=r"no evaluation of v\d.* by 'stranger'; ask about models"):
        again.difference(stranger, model)


def schedule_of(evaluations, explorers):
    prices = PriceList(dict.fromkeys("abcdef", 1))
    return ModelSchedule(evaluations, prices, choose_by="merit", explorers=explorers)


def test_a_union_is_steadied_by_the_estimators_that_explored_both(tried):
    finalists = [
        replace(each, estimator="finalist", merits=tuple(0.5 + value for value in each.merits))
        for each in tried[40:50]
    ]
    parts = [tried[:40], tried[30:] + finalists]
    one, other = (schedule_of(part, ("it",)) for part in parts)
    assert list(one | other) == list(schedule_of([*tried, *finalists], ("it",)))
    assert (one | other) == (other | one) == (one | (one | other))


def test_where_no_estimator_explored_both_nothing_is_steadied(tried):
    strangers = [replace(each, estimator="stranger") for each in tried[40:]]
    both = schedule_of(tried[:40], ("it",)) | schedule_of(strangers, ("stranger",))
    assert both._scored.shifts is None
    assert both.explorers == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda shifts: shifts[1:],
        lambda shifts: [each[1:] for each in shifts],
        lambda shifts: [["a", *shifts[0][1:]], *shifts[1:]],
        lambda shifts: [[1e309, *shifts[0][1:]], *shifts[1:]],
        lambda shifts: [[1e308] * len(each) for each in shifts],
        lambda shifts: 3,
    ],
)
def test_a_file_whose_shifts_are_none_is_damaged(tried, tmp_path, change):
    path = tmp_path / "schedule.json"
    schedule_of(tried, ("it",)).save(path)
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | {"shifts": change(document["shifts"])}))
    with pytest.raises(ScheduleFileError, match="is damaged"):
        ModelSchedule.load(path)
