"""What a search shows while it works, in a terminal and elsewhere."""

import io

import pytest
from rich.console import Console

from pennyweight import Evaluation, PriceList
from pennyweight.cli import live
from pennyweight.cli.live import SearchDisplay, clock
from pennyweight.effort.effort import SearchProgress

PRICES = PriceList({"age": 1.0, "scan": 9.0})


def progress(
    subsets=20,
    *,
    seconds=10.0,
    score=0.75,
    subset=(0,),
    finishing=False,
    most_subsets=100,
    most_seconds=None,
):
    latest = Evaluation(subset=subset, estimator="forest", scores=(score,))
    return SearchProgress(
        subsets=subsets,
        seconds=seconds,
        best_score=score,
        latest=latest,
        finishing=finishing,
        most_subsets=most_subsets,
        most_seconds=most_seconds,
    )


def shown(*steps, quiet=False, terminal=False) -> str:
    text = io.StringIO()
    console = Console(file=text, force_terminal=terminal, width=60, highlight=False)
    with SearchDisplay(PRICES, quiet=quiet, console=console) as display:
        for step in steps:
            assert not display(step)
    return text.getvalue()


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(live, "SECONDS_BETWEEN_LINES", 0.0)


def test_lines_where_there_is_no_terminal():
    begun = progress(1, seconds=30.0)  # compiling took half a minute
    line = shown(begun, progress(21, seconds=40.0)).splitlines()[-1]
    assert line == "21 subsets, 2/s, 0:40 left, best score 0.7500"
    assert shown(begun) == "1 subset, best score 0.7500\n"
    assert "left" not in shown(begun, progress(21, seconds=40.0, most_subsets=None))
    assert "0:05 left" in shown(progress(most_seconds=15.0))
    assert "growing the forests" in shown(progress(finishing=True))


def test_a_staircase_in_a_terminal():
    picture = shown(progress(), progress(30, score=0.9, subset=(0, 1)), terminal=True)
    assert "30 subsets" in picture
    assert "\u2588" in picture
    assert "\u2581" in picture


def test_nothing_when_quiet():
    assert shown(progress(), quiet=True, terminal=True) == ""


def test_a_clock():
    assert [clock(seconds) for seconds in (-1, 59.6, 3601)] == ["0:00", "1:00", "1:00:01"]


def test_what_was_known_before_does_not_count_in_the_rate():
    known = [progress(n, seconds=0.0) for n in (1, 100, 200)]
    line = shown(*known, progress(210, seconds=10.0)).splitlines()[-1]
    assert line.startswith("210 subsets, 1/s")
