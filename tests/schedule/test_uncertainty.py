"""What a schedule says of the noise in its scores is true."""

import numpy as np
import pytest
from scipy.special import erfinv

from pennyweight import BudgetSearch, Evaluation, ModelSchedule, PriceList
from pennyweight.datasets import make_gaussian_mixture
from pennyweight.schedule.uncertainty import difference

N_SUBSETS, ROWS = 50, 40


def simulated(rng, n_blocks, spread):
    """Many models that are nearly as good as each other, scored on the same rows."""
    truth = 0.72 + spread * rng.uniform(-1, 1, N_SUBSETS)
    ease = rng.normal(size=(n_blocks, ROWS, 1))
    own = rng.normal(size=(n_blocks, ROWS, N_SUBSETS))
    # Two models agree on half of what makes a row easy, and each is right as often as its truth.
    right = (ease + own) / np.sqrt(2) < np.sqrt(2) * erfinv(2 * truth - 1)
    by_block = right.mean(axis=1).T
    tried = [
        Evaluation(subset=(i,), estimator="it", scores=tuple(scores))
        for i, scores in enumerate(by_block.tolist())
    ]
    prices = PriceList({f"v{i}": 1 for i in range(N_SUBSETS)})
    return ModelSchedule(tried, prices), truth


@pytest.fixture(scope="module", params=[(5, 0.0), (10, 0.0), (10, 0.03)], ids=str)
def simulations(request):
    """Return raw and corrected errors, and how often 95% and 80% intervals cover the truth."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(200):
        schedule, truth = simulated(rng, *request.param)
        (model,) = schedule
        true = truth[model.subset[0]]
        (low,), (high,) = schedule.interval(0.95)
        (inner_low,), (inner_high,) = schedule.interval(0.80)
        found.append(
            [
                model.score - true,
                schedule.corrected()[0] - true,
                low <= true <= high,
                inner_low <= true <= inner_high,
            ]
        )
    return np.array(found).mean(axis=0)


def test_choosing_makes_scores_too_good_and_the_correction_takes_it_back(simulations):
    raw, corrected, *_ = simulations
    assert raw > 0.015
    assert abs(corrected) < raw / 4


def test_intervals_cover_as_often_as_they_say(simulations):
    *_, wide, narrow = simulations
    assert 0.92 <= wide <= 0.99
    assert 0.74 <= narrow <= 0.90


def test_differences_are_paired():
    a = Evaluation(subset=(0,), estimator="it", scores=(0.5, 0.7, 0.9))
    b = Evaluation(subset=(1,), estimator="it", scores=(0.4, 0.6, 0.8))
    schedule = ModelSchedule([a, b], PriceList({"a": 2, "b": 1}))
    gain = schedule.difference(schedule[1], schedule[0])
    assert gain.mean == pytest.approx(0.1)
    assert gain.stderr == pytest.approx(0, abs=1e-12)  # each alone varies by 0.1
    assert difference([0.5], [0.4]).stderr is None


def test_the_frugal_schedule_has_the_cheapest_model_that_is_as_good_as_the_best():
    def tried(variable, *scores):
        return Evaluation(subset=(variable,), estimator="it", scores=scores)

    cheap, dear, dearest = (
        tried(0, 0.60, 0.62, 0.58),
        tried(1, 0.80, 0.84, 0.82),
        tried(2, 0.85, 0.80, 0.84),  # 0.01 better than `dear`, give or take 0.026
    )
    schedule = ModelSchedule([cheap, dear, dearest], PriceList({"a": 1, "b": 2, "c": 9}))
    assert [model.subset for model in schedule] == [(0,), (1,), (2,)]
    frugal = schedule.parsimonious()
    assert [model.subset for model in frugal] == [(0,), (1,)]
    assert frugal.best(budget=100).cost == 2


def test_the_frugal_schedule_keeps_the_best_where_nothing_on_the_front_comes_near():
    steady, wild, best = (
        Evaluation(subset=(0,), estimator="it", scores=(0.80, 0.80, 0.80, 0.80)),
        Evaluation(subset=(1,), estimator="it", scores=(0.60, 0.95, 0.60, 1.00)),
        Evaluation(subset=(2,), estimator="it", scores=(0.84, 0.85, 0.84, 0.85)),
    )
    schedule = ModelSchedule([steady, wild, best], PriceList({"a": 5, "b": 7, "c": 20}))
    assert [model.subset for model in schedule.parsimonious()] == [(0,), (2,)]


def test_the_frugal_schedule_is_corrected_for_the_choice_among_all():
    schedule, _ = simulated(np.random.default_rng(0), 10, 0.03)
    prices = PriceList({f"v{i}": i + 1 for i in range(N_SUBSETS)})
    schedule = ModelSchedule(schedule.evaluations, prices)
    frugal = schedule.parsimonious()
    corrected = {m.cost: c for m, c in zip(schedule, schedule.corrected(), strict=True)}
    assert len(frugal) < len(schedule)
    assert frugal.corrected().tolist() == [corrected[model.cost] for model in frugal]
    assert frugal.to_frame()["corrected"].tolist() == frugal.corrected().tolist()


def test_one_fold_has_no_error_to_speak_of():
    schedule = ModelSchedule(
        [Evaluation(subset=(0,), estimator="it", scores=(0.6,))], PriceList({"a": 1})
    )
    with pytest.raises(ValueError, match="in fewer than five scores"):
        schedule.corrected()
    with pytest.raises(ValueError, match="rest on a single fold"):
        schedule.parsimonious()
    assert schedule.to_frame()[["corrected", "low", "high"]].isna().all(axis=None)


def test_what_chooses_and_what_is_reported_are_told_apart():
    data = make_gaussian_mixture(0.3, n=500, random_state=0)
    search = BudgetSearch(prices=data.prices, sequences="paper", random_state=0)
    by_brier = search.fit(data.X, data.y).schedule_
    assert (by_brier.scoring, by_brier.choose_by) == ("accuracy", "Brier score")
    assert "merit" in by_brier.to_frame()
    merits = [model.merit for model in by_brier]
    assert merits == sorted(merits)
    assert all(merit < 0 < model.score for merit, model in zip(merits, by_brier, strict=True))
    by_accuracy = search.set_params(choose_by="accuracy").fit(data.X, data.y).schedule_
    assert by_accuracy.choose_by == "accuracy"
    assert "merit" not in by_accuracy.to_frame()
    scores = by_accuracy.scores()
    assert scores == sorted(scores)
