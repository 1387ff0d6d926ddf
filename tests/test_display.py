import sys

import numpy as np
import pytest

from helpers.random_schedules import random_schedule
from pennyweight import Evaluation, ModelSchedule, PriceList, Visit
from pennyweight.display import plot_schedules, plot_solution_space, staircase, trails
from pennyweight.exceptions import MissingDependencyError


@pytest.fixture
def schedule():
    tried = [
        Evaluation(subset=(0,), estimator="f", scores=(0.6,), test_score=0.5),
        Evaluation(subset=(1,), estimator="f", scores=(0.5,), test_score=0.5),
        Evaluation(subset=(0, 1), estimator="f", scores=(0.8,), test_score=0.9),
    ]
    return ModelSchedule(
        tried,
        PriceList({"a": 2, "b": 3, "c": 5}),
        baseline=Evaluation(subset=(), estimator="baseline", scores=(0.4,), test_score=0.3),
        visits=[
            Visit(sequence="cost", subset=(0, 1)),
            Visit(sequence="cost", subset=(1,)),
            Visit(sequence="singles", subset=(0,)),
        ],
    )


def test_steps_hold_up_to_the_next_model_and_the_last_to_the_full_cost(schedule):
    steps = staircase(schedule)
    assert steps.starts.tolist() == [2, 5]
    assert steps.ends.tolist() == [5, 10]
    assert steps.scores.tolist() == [0.6, 0.8]
    assert staircase(schedule, on="test").scores.tolist() == [0.5, 0.9]


def test_an_empty_schedule_has_no_steps():
    assert len(staircase(ModelSchedule([], PriceList({"a": 1}))).ends) == 0


def test_trails_follow_the_visits(schedule):
    first, second = trails(schedule)
    assert (first.sequence, first.costs.tolist(), first.scores.tolist()) == (
        "cost",
        [5, 3],
        [0.8, 0.5],
    )
    assert (second.sequence, second.costs.tolist()) == ("singles", [2])


def test_pictures_show_the_scores_that_the_schedule_shows():
    schedule = random_schedule(np.random.default_rng(0), 6, 40, digits=3)
    scores = {(each.cost, each.score) for each in schedule}
    assert any(each.provisional for each in schedule)
    shown = {
        point
        for trail in trails(schedule)
        for point in zip(trail.costs.tolist(), trail.scores.tolist(), strict=True)
    }
    assert scores <= shown
    (dots,) = (
        each for each in plot_solution_space(schedule).collections if len(each.get_offsets())
    )
    assert scores <= set(map(tuple, dots.get_offsets().tolist()))


def test_a_part_of_a_schedule_draws_what_it_has(schedule):
    (trail,) = trails(schedule.within(price=3))[1:]
    assert trail.costs.tolist() == [2]


def test_plot_draws_models_full_and_step_ends_open(schedule):
    ax = schedule.plot()
    models, ends, baseline = ax.get_lines()
    assert models.get_xdata().tolist() == [2, 5]
    assert ends.get_xdata().tolist() == [5]
    assert ends.get_fillstyle() == "none"
    assert set(baseline.get_ydata()) == {0.4}
    assert [text.get_text() for text in ax.texts] == ["no measurement at all"]
    assert ax.get_legend() is None
    assert ax.get_ylabel() == "accuracy (validation rows)"


def test_one_schedule_alone_has_the_band_of_its_intervals():
    tried = [
        Evaluation(subset=(0,), estimator="it", scores=(0.6, 0.7, 0.6, 0.7, 0.6)),
        Evaluation(subset=(1,), estimator="it", scores=(0.8, 0.9, 0.8, 0.9, 0.8)),
    ]
    two = ModelSchedule(tried, PriceList({"a": 2, "b": 5}), choose_by="neg_brier_score")
    steps = staircase(two)
    assert (steps.low < steps.scores).all()
    assert (steps.high > steps.scores - 0.1).all()
    ax = plot_schedules(two)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["95% interval"]
    assert ax.get_ylabel() == "accuracy (validation rows; chosen by Brier score)"


def test_several_schedules_share_one_plot(schedule):
    ax = plot_schedules({"now": schedule, "then": schedule}, on="test")
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["now", "then"]
    assert plot_schedules(schedule, ax=ax) is ax


def test_map_of_the_solution_space(schedule):
    ax = plot_solution_space(schedule)
    assert ax.collections[0].get_offsets().shape == (3, 2)
    assert [line.get_label() for line in ax.get_lines()] == ["cost", "singles"]
    assert [text.get_text() for text in ax.texts] == ["1", "2", "a"]


def test_a_missing_matplotlib_says_how_to_get_it(schedule, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'pennyweight\[plot\]'"):
        schedule.plot()
