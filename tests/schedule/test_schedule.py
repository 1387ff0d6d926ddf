import json
from functools import partial

import numpy as np
import pytest

from pennyweight import Evaluation, ModelSchedule, PriceList, Visit
from pennyweight.exceptions import BudgetError, ScheduleFileError

PRICES = PriceList({"age": 1, "scan": 9, "blood": 5})


def evaluation(subset, score, test_score=None, estimator="forest"):
    scores = (score - 0.1, score + 0.1)
    return Evaluation(subset=subset, estimator=estimator, scores=scores, test_score=test_score)


@pytest.fixture
def schedule():
    tried = [
        evaluation((0, 1, 2), 0.9, 0.85),
        evaluation((0, 1), 0.8, 0.82),
        evaluation((1,), 0.6, 0.6),
        evaluation((0,), 0.6, 0.55),
        evaluation((0, 2), 0.8, 0.7),
    ]
    return ModelSchedule(
        tried,
        PRICES,
        baseline=Evaluation(subset=(), estimator="baseline", scores=(0.5,), test_score=0.5),
        visits=[Visit(sequence="cost", subset=(0, 1, 2)), Visit(sequence="cost", subset=(0, 2))],
    )


def test_it_keeps_what_is_worth_its_cost(schedule):
    assert [model.variables for model in schedule] == [
        ("age",),
        ("age", "blood"),
        ("age", "scan", "blood"),
    ]
    assert [model.cost for model in schedule] == [1, 6, 15]
    assert len(schedule.evaluations) == 5
    assert schedule[1].subset == (0, 2)
    assert schedule[0:2] == (schedule[0], schedule[1])


def test_the_baseline_is_stated_and_is_no_model(schedule):
    assert schedule.baseline.score == 0.5
    assert all(model.subset for model in schedule)


def test_best(schedule):
    assert schedule.best(budget=6).cost == 6
    assert schedule.best(budget=14.99).cost == 6
    assert schedule.best(budget=1e9).cost == 15
    with pytest.raises(BudgetError, match=r"no model costs at most 0.5; the cheapest costs 1"):
        schedule.best(budget=0.5)
    with pytest.raises(TypeError, match="budget is None; give a number"):
        schedule.best(budget=None)


def test_best_forgives_the_last_binary_digit():
    prices = PriceList({"a": 0.1, "b": 0.2})
    schedule = ModelSchedule([evaluation((0, 1), 0.8)], prices)
    assert schedule.best(budget=0.3).variables == ("a", "b")


def test_cheapest(schedule):
    assert schedule.cheapest(score=0.7).cost == 6
    with pytest.raises(BudgetError, match=r"scores 0.95; the highest score is 0.9, for 15"):
        schedule.cheapest(score=0.95)


def test_scores_and_levels_are_numbers(schedule):
    for wrong in ("0.9", None, float("nan"), True):
        with pytest.raises(TypeError, match=f"score is {wrong!r}; give a number"):
            schedule.cheapest(wrong)
    with pytest.raises(BudgetError, match="no model scores inf"):
        schedule.cheapest(10**400)
    with pytest.raises(ValueError, match=r"level is 95; give a share such as 0\.95"):
        schedule.interval(level=95)


def test_an_empty_schedule_answers_clearly():
    empty = ModelSchedule([], PRICES)
    assert len(empty) == 0
    assert empty.aup() == 0
    assert repr(empty) == "<ModelSchedule: 0 models from 0 evaluations>"
    with pytest.raises(BudgetError, match="the schedule is empty"):
        empty.best(budget=5)
    with pytest.raises(BudgetError, match="the schedule is empty"):
        empty.cheapest(score=0.5)


def test_aup_on_validation_and_test(schedule):
    assert schedule.aup() == pytest.approx((0.6 * 5 + 0.8 * 9) / 15)
    assert schedule.aup(on="test") == pytest.approx((0.55 * 5 + 0.7 * 9) / 15)
    with pytest.raises(
        ValueError, match="on must be 'validation', 'corrected' or 'test'; it is 'train'"
    ):
        schedule.aup(on="train")


def test_no_test_rows_no_honest_area():
    with pytest.raises(ValueError, match="no test scores; search with test_size"):
        ModelSchedule([evaluation((0,), 0.6)], PRICES).aup(on="test")


def test_equal_models_keep_the_smaller_set():
    free = PriceList({"a": 1, "b": 0})
    schedule = ModelSchedule([evaluation((0, 1), 0.8), evaluation((0,), 0.8)], free)
    assert [model.subset for model in schedule] == [(0,)]


def test_the_order_of_evaluations_does_not_matter(schedule):
    backwards = ModelSchedule(reversed(schedule.evaluations), PRICES)
    assert list(backwards) == list(schedule)


def test_union(schedule):
    better = ModelSchedule([evaluation((1,), 0.85, estimator="boosting")], PRICES)
    both = schedule | better
    assert len(both.evaluations) == 6
    assert both.best(budget=10).estimator == "boosting"
    assert both.baseline == schedule.baseline
    assert (schedule | schedule) == schedule


def test_union_refuses_another_search(schedule):
    luckier = ModelSchedule([evaluation((1,), 0.85)], PRICES)
    with pytest.raises(ValueError, match="score the same subset differently"):
        schedule | luckier


def test_union_needs_the_same_prices(schedule):
    other = ModelSchedule([], PriceList({"age": 2, "scan": 9, "blood": 5}))
    with pytest.raises(ValueError, match="only when their prices are equal"):
        schedule | other
    with pytest.raises(ValueError, match="only when their scoring are equal"):
        schedule | ModelSchedule([], PRICES, scoring="r2")
    with pytest.raises(TypeError):
        schedule | 3


def test_frame_and_text(schedule):
    frame = schedule.to_frame()
    assert frame["cost"].tolist() == [1, 6, 15]
    assert frame["variables"].tolist() == ["age", "age, blood", "age, scan, blood"]
    assert frame["stderr"].round(6).tolist() == [0.1, 0.1, 0.1]
    assert "age, scan, blood" in schedule._repr_html_()
    assert repr(schedule) == (
        "<ModelSchedule: 3 models from 5 evaluations, cost 1 to 15, accuracy 0.6 to 0.9>"
    )


def test_names_are_never_markup():
    prices = PriceList({"<script>alert(1)</script>": 1})
    page = ModelSchedule([evaluation((0,), 0.8)], prices)._repr_html_()
    assert "<script>" not in page


def test_no_stderr_and_no_test_score_are_nan_in_the_frame():
    single = Evaluation(subset=(0,), estimator="forest", scores=(0.8,))
    frame = ModelSchedule([single], PRICES).to_frame()
    assert np.isnan(frame[["stderr", "test_score"]].to_numpy(dtype=float)).all()


def test_save_and_load(schedule, tmp_path):
    path = tmp_path / "schedule.json"
    schedule.save(path)
    assert ModelSchedule.load(path) == schedule
    assert list(ModelSchedule.load(path)) == list(schedule)
    assert [entry.name for entry in tmp_path.iterdir()] == ["schedule.json"]


def test_a_failed_save_leaves_the_old_file(schedule, tmp_path):
    path = tmp_path / "schedule.json"
    schedule.save(path)
    unbounded = Evaluation(subset=(0,), estimator="forest", scores=(float("inf"),))
    broken = ModelSchedule([unbounded], PRICES)
    with pytest.raises(ValueError, match="JSON"):
        broken.save(path)
    assert ModelSchedule.load(path) == schedule


def without(document, name):
    return json.dumps({key: value for key, value in document.items() if key != name})


def with_visit(document, **fields):
    return json.dumps(document | {"visits": [document["visits"][0] | fields]})


def with_price(document, **fields):
    first, *others = document["prices"]
    return json.dumps(document | {"prices": [first | fields, *others]})


def with_evaluation(document, **fields):
    first, *others = document["evaluations"]
    return json.dumps(document | {"evaluations": [first | fields, *others]})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda document: "[1, 2", "not JSON"),
        (lambda document: "[1, 2]", "is not a schedule; ModelSchedule.save writes one"),
        (lambda document: json.dumps(document | {"version": 99}), "version 99"),
        (lambda document: json.dumps(document | {"evaluations": [{}]}), "is damaged"),
        (lambda document: json.dumps({**document, "prices": []}), "is damaged"),
        (lambda document: json.dumps({**document, "visits": 3}), "is damaged"),
        (lambda document: json.dumps({**document, "choose_by": 3}), "is damaged"),
        (lambda document: json.dumps({**document, "explorers": [None]}), "is damaged"),
        (lambda document: "[" * 100_000, "is not a schedule: its lists are nested too deep"),
        (lambda document: "1" * 5000, "is not a schedule: it is not JSON"),
        (lambda document: json.dumps(document | {"version": 10**400}), "has version 1000"),
        (lambda document: without(document, "visits"), "is damaged: it has no 'visits'"),
        (partial(with_visit, subset=[9]), "is damaged: there is no variable number 9"),
        (partial(with_visit, subset=["a"]), "is damaged: subset is"),
        (partial(with_price, price=10**400), "is damaged: price is 1000"),
        (partial(with_price, price=-1.0), "is damaged: prices: the price of 'age' is -1.0"),
        (partial(with_price, name=None), "is damaged: name is None"),
        (partial(with_evaluation, scores=[1e308, 1e308]), "is damaged: .*overflow"),
        *(
            (partial(with_evaluation, **fields), f"is damaged.*{name}")
            for name, fields in {
                "estimator": {"estimator": 3},
                "scores": {"scores": []},
                "score": {"scores": "0.5"},
                "merits": {"merits": [0.5] * 9},
                "test_score": {"test_score": "high"},
                "trees": {"trees": 1.5},
                "subset": {"subset": [1, 0]},
                "rounds": {"rounds": [[0, 0.5, "a"]]},
            }.items()
        ),
    ],
)
def test_bad_files_are_named(schedule, tmp_path, change, message):
    path = tmp_path / "schedule.json"
    schedule.save(path)
    path.write_text(change(json.loads(path.read_text())))
    with pytest.raises(ScheduleFileError, match=message) as caught:
        ModelSchedule.load(path)
    assert str(path) in str(caught.value)
    assert len(str(caught.value)) < 1000
