"""The report: what the page holds, without a browser."""

import builtins
import json
import re

import numpy as np
import pytest

from helpers.random_schedules import random_schedule
from helpers.toys import IRIS, SPECIES, iris_search
from pennyweight import ModelSchedule, PriceList
from pennyweight.exceptions import MissingDependencyError
from pennyweight.report import RunDetails, render, summarise
from pennyweight.report.page import as_json


@pytest.fixture
def schedule():
    return random_schedule(np.random.default_rng(0), 8, 60)


def data_of(page: str) -> dict:
    text = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)[1]
    return json.loads(text)


def test_the_page_has_every_evaluation_with_all_digits_of_its_score(schedule):
    data = data_of(render(summarise(schedule, RunDetails())))
    assert data["evaluations"]["scores"] == schedule._scored.scores.tolist()
    assert data["evaluations"]["merits"] == schedule._scored.merits.tolist()
    assert [tuple(s) for s in data["evaluations"]["subsets"]] == [
        evaluation.subset for evaluation in schedule.evaluations
    ]


def test_variables_know_all_items_that_they_need():
    prices = PriceList(
        {"draw": 2, "needle": 1, "TSH": 20, "age": 1},
        needs={"TSH": ["draw"], "draw": ["needle"]},
    ).bind(["TSH", "age"])
    summary = summarise(ModelSchedule([], prices), RunDetails())
    needed = {v.name: [summary.items[i].name for i in v.items] for v in summary.variables}
    assert {name: sorted(items) for name, items in needed.items()} == {
        "TSH": ["TSH", "draw", "needle"],
        "age": ["age"],
    }


def test_a_sequence_is_credited_with_the_subsets_that_it_was_first_to_visit(schedule):
    summary = summarise(schedule, RunDetails())
    turns = sorted(turn for sequence in summary.sequences for turn in sequence.turns)
    assert turns == list(range(1, len({e.subset for e in schedule.evaluations}) + 1))


@pytest.mark.parametrize("name", ["</script><b>", "<!--", "&lt;", "\u2028", "\ud800", "\0"])
def test_no_name_ends_the_script_that_holds_the_data(name):
    prices = PriceList({name: 1})
    summary = summarise(ModelSchedule([], prices), RunDetails(title=name))
    text = as_json(summary)
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text)["variables"][0]["name"] == name


def test_a_report_says_how_it_was_made(tmp_path):
    search = iris_search().fit(IRIS, SPECIES)
    search.report(tmp_path / "report.html", title="Iris", notes=(("asked by", "a buyer"),))
    details = data_of((tmp_path / "report.html").read_text(encoding="utf-8"))["details"]
    said = dict(details["facts"])
    assert details["title"] == "Iris"
    assert said["asked by"] == "a buyer"
    assert said["data"] == "150 rows, 4 columns, 4 variables"
    assert said["measured"] == "by 3 folds of 120 rows"
    assert len(details["importances"]) == 4


def test_a_schedule_without_a_search_has_a_report_too(schedule, tmp_path):
    schedule.report(tmp_path / "report.html", title="Here & now")
    assert "<title>Here &amp; now</title>" in (tmp_path / "report.html").read_text()


def test_a_report_of_5000_subsets_stays_small():
    large = random_schedule(np.random.default_rng(1), 60, 5_000)
    assert len(render(summarise(large, RunDetails())).encode()) < 8e6


def test_a_missing_plotting_library_is_named(schedule, monkeypatch, tmp_path):
    real = builtins.__import__
    monkeypatch.setattr(
        "pennyweight.optional.import_module",
        lambda name: (_ for _ in ()).throw(ImportError(name)) if "plotly" in name else real(name),
    )
    with pytest.raises(MissingDependencyError, match=r"pennyweight\[report\]"):
        schedule.report(tmp_path / "report.html")
    assert not list(tmp_path.iterdir())
