"""One contract for every question that a schedule can be asked."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass
from inspect import signature
from typing import get_type_hints

import pandas as pd
import pytest

from pennyweight import Evaluation, ModelSchedule, PriceList
from pennyweight.schedule import questions

METHODS = {
    get_type_hints(method).get("return"): name
    for name, method in vars(ModelSchedule).items()
    if callable(method) and not name.startswith("_")
}
RECORDS = [kind for kind in map(vars(questions).get, questions.__all__) if is_dataclass(kind)]


def schedule(price_of_c=4):
    scores = {(0,): 0.6, (1,): 0.62, (0, 1): 0.75, (1, 2): 0.85, (0, 1, 2): 0.95}
    tried = [Evaluation(subset=s, estimator="f", scores=(v, v + 0.02)) for s, v in scores.items()]
    return ModelSchedule(tried, PriceList({"a": 1, "b": 2, "c": price_of_c}))


# What a question is given, by the name of the argument; others have a default.
GIVEN = {
    "budget": 3,
    "variable": "c",
    "prices_low": {"c": 1},
    "prices_high": {"c": 9},
    "other": schedule(price_of_c=1),
    "draws": 20,
}


def ask(asked, kind):
    method = getattr(asked, METHODS[kind])
    return method(**{name: GIVEN[name] for name in signature(method).parameters if name in GIVEN})


def test_a_schedule_has_a_method_for_every_question():
    for name in questions.__all__:
        assert vars(questions)[name] in METHODS, f"no method of ModelSchedule returns {name}"


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
class TestEveryQuestion:
    def test_the_answer_is_a_record_that_nobody_changes(self, kind):
        answer = ask(schedule(), kind)
        assert isinstance(answer, kind)
        assert not hasattr(answer, "__dict__")
        for field in fields(kind):
            assert field.kw_only
            with pytest.raises(FrozenInstanceError):
                setattr(answer, field.name, None)

    def test_the_answer_is_a_table_too(self, kind):
        frame = ask(schedule(), kind).to_frame()
        assert isinstance(frame, pd.DataFrame)
        assert not frame.empty
        assert frame.columns.is_unique
        assert frame.notna().any(axis=None)

    def test_asked_again_it_answers_the_same(self, kind):
        asked = schedule()
        first, again = ask(asked, kind).to_frame(), ask(asked, kind).to_frame()
        pd.testing.assert_frame_equal(first, again)
        pd.testing.assert_frame_equal(first, ask(copy.deepcopy(asked), kind).to_frame())
        assert asked == schedule()

    def test_the_answer_follows_the_prices(self, kind):
        asked = schedule()
        repriced, new = asked.reprice({"c": 2}), schedule(price_of_c=2)
        pd.testing.assert_frame_equal(ask(repriced, kind).to_frame(), ask(new, kind).to_frame())
        assert not ask(new, kind).to_frame().equals(ask(asked, kind).to_frame())

    def test_the_answer_can_be_kept(self, kind):
        answer = ask(schedule(), kind)
        kept = pickle.loads(pickle.dumps(answer))
        pd.testing.assert_frame_equal(kept.to_frame(), answer.to_frame())
