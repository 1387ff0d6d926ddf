"""What the report's page computes again, as Python computes it; the browser runs the same cases."""

import pytest

from helpers.page_cases import ANSWERS, cases, check_same


@pytest.mark.parametrize(("kind", "given", "answer"), cases())
def test_the_librarys_answers_are_those_that_were_kept(kind, given, answer):
    check_same(ANSWERS[kind](given), answer)


def test_there_are_cases_of_every_kind():
    assert {kind for kind, _, _ in cases()} == set(ANSWERS)
    purchases = [each for kind, _, a in cases() if kind == "schedules" for each in a["purchases"]]
    assert any(each is None for each in purchases)
    assert any(each and each["error"] is None for each in purchases)
    assert any(each and each["drop"] for each in purchases)
