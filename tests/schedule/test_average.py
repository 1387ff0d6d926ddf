import numpy as np
import pytest

from pennyweight import Evaluation, ModelSchedule, PriceList, average_schedule


def run(seed):
    rng = np.random.default_rng(seed)
    prices = PriceList(rng.uniform(1, 100, size=6))
    tried = []
    for size in range(1, 7):
        subset = tuple(range(size))
        score = 0.9 - 0.5 * np.exp(-size) + rng.normal(0, 0.01)
        tried.append(
            Evaluation(subset=subset, estimator="f", scores=(score,), test_score=score - 0.01)
        )
    return ModelSchedule(tried, prices)


def test_the_average_lies_among_the_runs():
    runs = [run(seed) for seed in range(30)]
    average = average_schedule(runs)
    assert (np.diff(average.shares) >= 0).all()
    assert 0.4 < average.scores.min() < average.scores.max() < 0.95
    by_hand = np.trapezoid(average.scores, average.shares)
    assert average.aup() == pytest.approx(by_hand, abs=0.02)


def test_it_averages_what_is_asked_for():
    runs = [run(seed) for seed in range(10)]
    difference = average_schedule(runs, on="validation").scores - average_schedule(runs).scores
    assert difference == pytest.approx(0.01, abs=1e-6)


def test_a_straight_line_has_a_known_area():
    prices = PriceList([1] * 8)
    steps = [
        Evaluation(subset=tuple(range(k)), estimator="f", scores=(k / 8,)) for k in range(2, 7)
    ]
    average = average_schedule([ModelSchedule(steps, prices)], on="validation", frac=1.0)
    assert average.aup() == pytest.approx((0.25 + 0.75) / 2 * 0.5 + 0.25 * 0.75, abs=1e-6)


def test_nothing_to_average():
    with pytest.raises(ValueError, match="no models to average"):
        average_schedule([])
