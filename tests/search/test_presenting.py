"""What a search and a schedule look like in a notebook, and on a model's card."""

import json
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from helpers.random_schedules import random_schedule
from helpers.toys import IRIS, PRICES, SPECIES, TREE, iris_search, toy_table
from pennyweight import BudgetSearch, Evaluation, ModelSchedule, PriceList
from pennyweight.cli.printing import as_records, print_schedule
from pennyweight.report.card import plain

HOSTILE = '<img src=x onerror="alert(1)"> | *star* `tick`\n# heading'


@pytest.fixture(scope="module")
def search():
    return iris_search().fit(IRIS, SPECIES)


def test_a_schedule_shows_a_staircase_and_a_table():
    schedule = random_schedule(np.random.default_rng(0), 6, 30)
    html = schedule._repr_html_()
    assert html.count("<circle") == len(schedule)
    assert html.count("<tr>") == len(schedule) + 1
    assert "<script" not in html


def test_an_empty_schedule_and_one_of_equal_scores_show_themselves():
    prices = PriceList({"a": 0.0})
    assert "0 models" in ModelSchedule([], prices)._repr_html_()
    one = ModelSchedule([Evaluation(subset=(0,), estimator="e", scores=(0.5,))], prices)
    assert "<svg" in one._repr_html_()
    assert "nan" not in one._repr_html_()


def test_a_staircase_that_falls_stays_in_the_picture():
    tried = [
        Evaluation(subset=(i,), estimator="e", scores=(score,), merits=(merit,))
        for i, (score, merit) in enumerate([(0.6, -0.3), (0.9, -0.2), (0.5, -0.15), (0.8, -0.1)])
    ]
    prices = PriceList({"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0})
    schedule = ModelSchedule(tried, prices, choose_by="neg_brier_score")
    heights = [float(y) for y in re.findall(r'cy="([-.0-9]+)"', schedule._repr_html_())]
    assert len(heights) == 4
    assert min(heights) >= 0
    assert max(heights) <= 140


def test_names_are_shown_as_they_are():
    prices = PriceList({HOSTILE: 1.0})
    schedule = ModelSchedule([Evaluation(subset=(0,), estimator="e", scores=(0.5,))], prices)
    assert "<img" not in schedule._repr_html_()
    assert "&lt;img" in schedule._repr_html_()


def test_a_search_shows_its_schedule_when_it_is_fitted(search):
    assert "<svg" in search._repr_mimebundle_()["text/html"]
    assert 'aria-label="staircase' not in iris_search()._repr_mimebundle_()["text/html"]
    assert "<svg" in search._repr_html_()


def test_a_card_says_what_it_needs_costs_and_how_it_was_measured(search):
    budget = search.schedule_[0].cost
    model, card = search.schedule_[0], search.card(budget)
    assert card.startswith(f"# The model for {model.cost:g}\n")
    assert all(plain(name) in card for name in model.variables)
    assert f"**{model.cost:g}**" in card
    assert f"on the test rows: {model.test_score:.4f}" in card
    assert "by 3 folds of 120 rows" in card
    assert "95 % interval" not in card  # three folds are too few for one
    assert search.card() == search.card(search.best_model_.cost)


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (None, "any"),
        (Decimal("6.50"), "6.5"),
        (10**5000, "Infinity"),
        ({"price": Fraction(13, 2)}, "6.5"),
    ],
    ids=["none", "decimal", "huge", "fraction"],
)
def test_a_budget_of_any_kind_is_said(budget, said):
    search = iris_search(sequences="singles", budget=budget).fit(IRIS, SPECIES)
    assert f"- budget: {said}\n" in search.card()
    limited = budget not in (None, 10**5000)
    assert len(search.schedule_.evaluations) == (3 if limited else 4)


def test_a_card_without_test_rows_praises_no_score_on_them():
    card = iris_search(test_size=None).fit(IRIS, SPECIES).card()
    assert "the score on the test rows" not in card
    assert "no rows were put aside" in card


def test_the_best_model_is_the_one_that_predicts():
    search = iris_search(prices={"v0": 1, "v1": 2, "v2": 3}).fit(*toy_table(3))
    merits = {(0,): -0.30, (1,): -0.20, (2,): -0.10}
    search.schedule_ = ModelSchedule(
        [
            Evaluation(subset=s, estimator="it", scores=(0.5 - merit,), merits=(merit,))
            for s, merit in merits.items()
        ],
        search.prices_,
        choose_by="Brier score",
    )
    last = search.schedule_[-1]
    assert f"the best model scores {last.score:.4f} and costs {last.cost:g}" in search.card(1)


def test_markup_in_names_is_not_markup_in_cards():
    X = IRIS.set_axis([HOSTILE, "b", "c", "d"], axis=1)
    search = BudgetSearch(TREE, sequences="exhaustive", validation=3, random_state=0)
    search.fit(X[[HOSTILE]], SPECIES)
    card = search.card()
    assert not re.search(r"(?<!\\)<img|^# heading|(?<!\\)\*star", card, re.M)
    rows = [line for line in card.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 3 for row in rows)


def test_cards_and_reports_need_a_fitted_search(tmp_path):
    with pytest.raises(NotFittedError):
        iris_search().card()
    with pytest.raises(NotFittedError):
        iris_search().report(tmp_path / "report.html")


def test_what_chose_is_said_in_words(search, tmp_path, capsys):
    search.report(tmp_path / "report.html")
    search.schedule_.save(tmp_path / "schedule.json")
    print_schedule(search.schedule_)
    print(json.dumps(as_records(search.schedule_)))
    said = [
        (tmp_path / "report.html").read_text(encoding="utf-8"),
        (tmp_path / "schedule.json").read_text(encoding="utf-8"),
        capsys.readouterr().out,
        search.card(),
    ]
    assert all("Brier score" in text for text in said)
    assert not any("neg_brier_score" in text for text in said)


def test_a_schedule_of_before_says_in_words_what_chose_too(tmp_path):
    schedule = random_schedule(np.random.default_rng(0), 4, 10)
    schedule.save(tmp_path / "new.json")
    old = (tmp_path / "new.json").read_text(encoding="utf-8")
    (tmp_path / "old.json").write_text(old.replace("Brier score", "neg_brier_score"))
    assert ModelSchedule.load(tmp_path / "old.json") == schedule


def test_a_report_fits_nothing_that_the_search_has_fitted(tmp_path, monkeypatch):
    search = iris_search(sequences="importance").fit(IRIS, SPECIES)
    monkeypatch.setattr(search._evaluator, "importances", None)
    search.report(tmp_path / "report.html")
    again = search.reprice([1, 2, 3, 4])
    assert again.details_.importances == search.details_.importances


def test_importances_that_no_sequence_asked_for_are_found_once(monkeypatch):
    search = iris_search(sequences="singles").fit(IRIS, SPECIES)
    found = search.details_
    monkeypatch.setattr(search._evaluator, "importances", None)
    assert search.details_ == found
    assert len(found.importances) == 4
    assert not hasattr(iris_search(), "details_")


def test_two_limits_are_said_with_their_kinds():
    prices = PriceList(PRICES, other={"minutes": dict.fromkeys(PRICES, 2)})
    search = iris_search(prices=prices, budget={"price": 9, "minutes": 2}).fit(IRIS, SPECIES)
    assert "- budget: price 9, minutes 2\n" in search.card()
