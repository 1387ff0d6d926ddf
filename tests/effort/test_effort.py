"""Effort: subsets, time, callbacks; and what Ctrl-C leaves behind."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from itertools import pairwise

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from helpers.toys import FormulaEvaluator, iris_search, runner_of, toy_table
from pennyweight import BudgetSearch, EvaluationStore, PriceList
from pennyweight.effort.effort import Effort, EffortSpent
from pennyweight.evaluators.base import Rounds

PRICES = PriceList([1, 2, 3, 4])


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("90s", 90),
        ("5min", 300),
        ("1.5 h", 5400),
        (" 2 d ", 172_800),
        ("20 sec", 20),
        (timedelta(minutes=2), 120),
        (["5min", "90s", 7], 90),
    ],
)
def test_time_as_people_write_it(given, seconds):
    assert Effort.of(given).seconds == seconds


@pytest.mark.parametrize(
    "given", [0, -1, 1.5, True, "", "5", "5 minutes", "-5min", "0s", timedelta(0), {}, [2, "x"]]
)
def test_nonsense_is_refused(given):
    with pytest.raises(ValueError, match=r"effort is .*give a number of subsets"):
        Effort.of(given)


class Slow(FormulaEvaluator):
    def evaluate(self, name, subset):
        time.sleep(0.05)
        return super().evaluate(name, subset)


def test_time_ends_the_search_in_the_middle_of_a_batch():
    runner = runner_of(Slow([0.5, 0.4, 0.3, 0.2]), PRICES, effort=Effort(seconds=0.12))
    with pytest.raises(EffortSpent):
        runner.evaluate([(0,), (1,), (2,), (3,), (0, 1)], visitor="a")
    assert 1 <= len(runner.evaluations) < 5
    assert [v.subset for v in runner.visits] == [e.subset for e in runner.evaluations]


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still unless it is told to go on."""
    now = [1000.0]
    monkeypatch.setattr("pennyweight.effort.effort.monotonic", lambda: now[0])
    return now


def lasting(clock, seconds=60):
    """A callback by which each evaluation lasts so long."""

    def wait(progress):
        clock[0] += seconds

    return wait


def timed_search(clock, time="1s", **settings):
    """A search on a machine where each evaluation takes a minute."""
    trees = {str(depth): DecisionTreeClassifier(max_depth=depth) for depth in (1, 3)}
    given = {"validation": 3, "random_state": 0, "effort": [time, lasting(clock)]}
    return BudgetSearch(trees, **(given | settings))


def tried(search):
    return {evaluation.subset for evaluation in search.schedule_.evaluations}


def test_what_comes_before_the_first_evaluation_is_not_counted(clock):
    class Compiled(FormulaEvaluator):
        def evaluate_all(self, tasks):
            clock[0] += 0 if self.calls else 3600
            return super().evaluate_all(tasks)

    runner = runner_of(Compiled([0.5, 0.4, 0.3, 0.2]), PRICES, effort=Effort(seconds=8))
    runner.evaluate([(0,), (1,), (2,)], visitor="a")
    clock[0] += 8
    with pytest.raises(EffortSpent):
        runner.evaluate([(3,)], visitor="a")
    assert len(runner.evaluations) == 3


@pytest.mark.parametrize("n_variables", [5, 12])
def test_all_variables_and_the_most_promising_alone_are_tried_however_short_the_time(
    clock, n_variables
):
    search = timed_search(clock).fit(*toy_table(n_variables, n_rows=90))
    found = tried(search)
    assert {(0,), (1,), tuple(range(n_variables))} <= found
    assert len(found) == 6
    assert len(search.schedule_.evaluations) == 12


def test_sequences_that_were_chosen_are_followed_however_short_the_time(clock):
    search = timed_search(clock, sequences="cost").fit(*toy_table(12, n_rows=90))
    assert {len(subset) for subset in tried(search)} == {12, 11, 10, 9, 8, 7}


def test_a_run_that_is_taken_up_again_for_the_same_time_goes_forward(clock, tmp_path):
    data = toy_table(8, n_rows=90)
    again = timed_search(clock, time="500s", store=tmp_path / "run.sqlite")
    numbers = [len(tried(again.fit(*data))) for _ in range(4)]
    assert all(later >= before + 4 for before, later in pairwise(numbers))
    known = tried(again)
    assert known <= tried(again.set_params(effort=["1s", lasting(clock)]).fit(*data))


def test_pilots_are_kept_in_the_store(tmp_path, monkeypatch):
    data, path = toy_table(6, n_rows=120), tmp_path / "run.sqlite"
    forests = {"few": RandomForestClassifier(70), "many": RandomForestClassifier(140)}
    settings = {"random_state": 0, "effort": 4}
    first = BudgetSearch(forests, store=path, **settings).fit(*data).schedule_
    monkeypatch.setattr("pennyweight.evaluators.learner.find_rounds", None)
    assert BudgetSearch(forests, store=path, **settings).fit(*data).schedule_ == first
    alone = BudgetSearch(forests, stop_early=False, **settings).fit(*data).schedule_
    patient = BudgetSearch(forests, stop_early=False, store=path, **settings).fit(*data).schedule_
    assert patient == alone


def test_pilots_that_are_damaged_or_of_another_kind_are_not_taken_from_the_store():
    rounds = Rounds((32, 64, 100), 0.1 + 0.2, 1 / 3, -0.5)
    record = rounds.as_record()
    assert Rounds.from_record(record) == rounds
    for old, new in [('"pilot": 1', '"pilot": 0'), ("32,", "99,"), ("32,", '"x",'), ("}", "")]:
        assert Rounds.from_record(record.replace(old, new)) is None


def test_a_callback_that_says_stop_at_once_gets_a_model():
    trees = {str(depth): DecisionTreeClassifier(max_depth=depth) for depth in (1, 2, 3)}
    found = iris_search(trees, effort=lambda progress: True).fit(*iris()).schedule_
    assert len(found.evaluations) == 3


def test_a_callback_watches_and_stops():
    seen = []

    def watch(progress):
        seen.append(progress)
        return progress.subsets == 3

    runner = runner_of(FormulaEvaluator([0.5, 0.4, 0.3, 0.2]), PRICES, effort=Effort.of(watch))
    with pytest.raises(EffortSpent):
        runner.evaluate([(0,), (1,), (2,), (3,)], visitor="a")
    assert [progress.subsets for progress in seen] == [1, 2, 3]
    assert [progress.latest.subset for progress in seen] == [(0,), (1,), (2,)]
    assert seen[-1].best_score == max(e.score for e in runner.evaluations)
    assert seen[0].seconds <= seen[-1].seconds
    assert not seen[0].finishing


def test_a_callback_that_only_watches_changes_nothing():
    assert iris_search(effort=lambda progress: None).fit(*iris()).schedule_ == (
        iris_search().fit(*iris()).schedule_
    )


def test_progress_is_seen_by_a_function_that_ends_nothing():
    seen = []
    found = iris_search(progress=lambda progress: seen.append(progress) or True).fit(*iris())
    assert found.schedule_ == iris_search().fit(*iris()).schedule_
    assert [each.subsets for each in seen] == list(range(1, 16))


def test_a_callback_sees_the_forests_near_the_front_grow_and_may_end_that():
    seen = []

    def watch(progress):
        seen.append(progress.finishing)
        return progress.finishing and seen.count(True) == 2

    X, y = toy_table(6, n_rows=200)
    found = BudgetSearch(RandomForestClassifier(300), random_state=0, effort=watch).fit(X, y)
    assert seen.count(True) == 2
    assert not seen[0]
    assert any(model.provisional for model in found.schedule_)


def test_time_is_shared_between_trying_and_growing():
    X, y = toy_table(10, n_rows=400)
    forest = RandomForestClassifier(4000)
    start = time.monotonic()
    search = BudgetSearch(forest, sequences="exhaustive", effort="1s", random_state=0)
    schedule = search.fit(X, y).schedule_
    assert time.monotonic() - start < 10
    assert len(schedule.evaluations) < 1023
    assert any(evaluation.rounds for evaluation in schedule.evaluations)


def iris():
    from helpers.toys import IRIS, SPECIES

    return IRIS, SPECIES


def interrupting_after(n):
    """A callback that presses Ctrl-C."""
    seen = []

    def press(progress):
        seen.append(progress)
        if len(seen) == n:
            signal.raise_signal(signal.SIGINT)

    return press


def test_an_interrupt_passes_through_and_the_store_keeps_what_is_done(tmp_path):
    path = tmp_path / "run.sqlite"
    search = iris_search(store=path, effort=interrupting_after(4))
    with pytest.raises(KeyboardInterrupt):
        search.fit(*iris())
    assert not hasattr(search, "schedule_")
    with EvaluationStore(path) as store:
        assert store.problems()[0].evaluations == 4


def test_an_interrupt_may_end_the_search_with_the_schedule_so_far():
    search = iris_search(on_interrupt="keep", effort=interrupting_after(4))
    with pytest.warns(UserWarning, match="interrupted: the schedule holds what was found so far"):
        search.fit(*iris())
    assert len(search.schedule_.evaluations) == 4
    assert search.predict(iris()[0]).shape == (150,)


def test_an_interrupt_while_forests_grow_keeps_them_as_far_as_they_are():
    def press(progress):
        if progress.finishing:
            signal.raise_signal(signal.SIGINT)

    X, y = toy_table(6, n_rows=200)
    forest = RandomForestClassifier(300)
    search = BudgetSearch(forest, random_state=0, effort=press, on_interrupt="keep")
    with pytest.warns(UserWarning, match="interrupted"):
        search.fit(X, y)
    assert sum(bool(e.rounds) for e in search.schedule_.evaluations) == 1


def test_an_interrupt_before_anything_is_done_passes_through():
    class Pressing(FormulaEvaluator):
        def evaluate(self, name, subset):
            raise KeyboardInterrupt

    from helpers.toys import toy_problem
    from pennyweight.search.explore import explore
    from pennyweight.search.presets import resolve

    prices = PriceList(names=[f"v{i}" for i in range(5)])
    pressing = Pressing([0.1] * 5)
    with pytest.raises(KeyboardInterrupt):
        explore(
            toy_problem(prices),
            prices,
            pressing,
            pressing.evaluate_all,
            resolve("singles"),
            scoring="accuracy",
            on_interrupt="keep",
        )


SEARCH = """
import sys, warnings
from sklearn.ensemble import RandomForestClassifier
from sklearn.datasets import make_classification
from pennyweight import BudgetSearch
X, y = make_classification(3000, 30, random_state=0)
BudgetSearch(RandomForestClassifier(8), random_state=0, effort=40).fit(X, y)  # compiles
print("ready", flush=True)
search = BudgetSearch(RandomForestClassifier(20_000), random_state=0, stop_early=False, n_jobs=2)
search.fit(X, y)
"""


def test_ctrl_c_ends_compiled_code_in_threads_within_seconds():
    running = subprocess.Popen(
        [sys.executable, "-c", SEARCH],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert running.stdout.readline() == "ready\n"
    time.sleep(4)
    running.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, errors = running.communicate(timeout=60)
    assert time.monotonic() - start < 10
    assert "KeyboardInterrupt" in errors
