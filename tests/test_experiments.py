"""The smallest of each experiment, on made data: results are kept, drawn, and not made again."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from experiments import (
    agreement,
    aup,
    beyond,
    exhaustive,
    medical,
    mixture,
    naval,
    page,
    protocol,
    r_stack,
    rfb,
    runs,
    schedules,
    times,
)
from experiments.__main__ import carry_out, main
from experiments.recording import Table
from experiments.settings import Settings
from experiments.tables import TABLES

from pennyweight.datasets import make_gaussian_mixture

NAMES = ("naval", "concrete", "vehicle")


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    """All experiments, run once on small mixtures that stand in for the public data."""

    def made(name, **given):
        data = make_gaussian_mixture(0.3, n=240, random_state=len(name))
        columns = list(data.X.columns[:5])
        return replace(
            data, X=data.X[columns], prices=data.prices.__class__(names=columns), name=name
        )

    folder = tmp_path_factory.mktemp("results")
    small = Settings(quick=True, data=NAMES, most_runs=2, n_trees=16, folder=folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protocol, "load", made)
        patch.setattr(medical, "load", made)
        patch.setattr(mixture, "size", lambda settings: (400, 1))
        protocol._loaded.cache_clear()
        for module in (runs, naval, mixture, exhaustive, medical):
            module.compute(small)
        yield small
    protocol._loaded.cache_clear()


def test_every_run_is_recorded_with_what_made_it(settings):
    table = pd.read_csv(settings.results / "runs.csv")
    wanted = {(name, seed) for name in NAMES for seed in range(settings.runs(name))}
    for method in runs.METHODS:
        own = table[table["method"] == method]
        assert set(zip(own["data"], own["seed"], strict=True)) == wanted
    assert table[["settings", "commit", "machine"]].notna().all(axis=None)
    assert (table["rows"] == 240).all()


def test_what_is_there_is_not_run_again(settings, monkeypatch, capsys):
    before = (settings.results / "runs.csv").read_bytes()
    monkeypatch.setattr(runs, "run", lambda *given: pytest.fail("a run was made again"))
    runs.compute(settings)
    assert (settings.results / "runs.csv").read_bytes() == before


def test_a_run_that_was_cut_off_is_made_again(settings, tmp_path):
    kept = Table(settings.results / "runs.csv", runs.KEY).frame()
    some = kept[~((kept["data"] == "vehicle") & (kept["method"] == "logitB"))]
    cut = replace(settings, folder=tmp_path)
    some.to_csv(tmp_path / "runs.csv", index=False)
    runs.compute(cut)
    again = pd.read_csv(tmp_path / "runs.csv")
    columns = ["data", "seed", "method", "test_aup"]
    pd.testing.assert_frame_equal(again[columns], kept[columns], rtol=1e-5)


def test_methods_can_be_named(settings, tmp_path):
    runs.compute(replace(settings, data=("vehicle",), methods=("logitB",), folder=tmp_path))
    assert set(pd.read_csv(tmp_path / "runs.csv")["method"]) == {"logitB"}


def test_the_ensemble_is_at_least_as_good_as_each_sequence_where_it_chose(settings):
    table = pd.read_csv(settings.results / "runs.csv").set_index(["data", "seed"])
    whole = table[table["method"] == runs.ALL_TREES]["aup"]
    parts = table[table["method"].str.startswith("msB: ")]
    assert set(parts["method"]) == {
        f"msB: {n}" for n in ("cost", "importance", "sampling", "l1_path")
    }
    assert (parts["aup"] <= whole.loc[parts.index] + 1e-9).all()


def test_exhaustive_search_is_best_where_it_chose(settings):
    means = exhaustive.summary(settings)["aup"]
    assert means["concrete", "exhaustive"] >= means["concrete", "exhaustive, 2 or more"]
    assert means["concrete", "exhaustive, 2 or more"] >= means["concrete", "msB"] - 0.02


@pytest.mark.parametrize("module", [naval, mixture, schedules, aup, times, rfb, beyond, medical])
def test_figures_are_drawn(settings, module):
    module.draw(settings)
    name = module.__name__.rpartition(".")[2]
    pictures = [path.stem for path in settings.figures.glob("*.png")]
    assert any(stem.startswith(name) for stem in pictures)


@pytest.mark.parametrize("name", sorted(set(TABLES) - {"in_r"}))
def test_tables_have_rows_of_one_width(settings, name):
    lines = TABLES[name](settings).splitlines()
    assert len(lines) > 2
    assert len({line.count(" | ") for line in lines}) == 1
    assert not re.search(r"\bnan\b", "\n".join(lines))


def test_the_page_shows_the_tracked_results():
    text = page.PAGE.read_text(encoding="utf-8")
    assert {match[1] for match in page.PLACE.findall(text)} == set(TABLES)
    assert page.filled(text, Settings()) == text, "run `python -m experiments page --draw`"


def test_what_was_not_run_is_said_not_to_be(tmp_path):
    text = "<!-- table: in_r -->\nold\n<!-- end -->"
    assert page.NOTHING in page.filled(text, Settings(folder=tmp_path))


def test_agreement_within_the_spread_is_told_from_difference():
    rng = np.random.default_rng(0)
    areas = rng.normal(0.7, 0.02, 50)
    full = pd.DataFrame({"data": "vehicle", "method": "msB", "rows": 846, "test_aup": areas})
    near = pd.DataFrame({"data": ["vehicle"], "method": ["msB"], "test_aup": [0.71], "rows": 846})
    far = near.assign(test_aup=0.9)
    assert agreement.compared(near, full)["agrees"].all()
    assert not agreement.compared(far, full)["agrees"].any()
    assert not len(agreement.compared(far.assign(rows=100), full))
    ran = near.assign(seed=0)
    assert agreement.repeated(ran, ran).startswith("1 of the 1 runs")
    assert agreement.repeated(far.assign(seed=0), ran).startswith("0 of the 1 runs")


def test_r_is_left_out_with_a_reason(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("shutil.which", lambda name: None)
    r_stack.compute(Settings(folder=tmp_path))
    assert "left out: Rscript is not installed" in capsys.readouterr().out


@pytest.mark.skipif(bool(r_stack.reason_to_skip()), reason="R, randomForest or glmnet is missing")
def test_logit_b_is_the_path_of_glmnet():
    data = replace(make_gaussian_mixture(0.3, n=300, random_state=0), name="mixture")
    there = {row["method"]: row for row in r_stack.in_r(data, 0)}
    here = protocol.logitb(data, 0)
    assert there["logitB"]["test_aup"] == pytest.approx(here.aup(on="test"), abs=0.03)
    assert there["msB"]["test_aup"] == pytest.approx(
        protocol.msb(data, 0, 100).aup(on="test"), abs=0.1
    )


def test_what_there_is_is_drawn_and_the_rest_is_named(tmp_path, capsys):
    carry_out([times, aup], Settings(folder=tmp_path), only_draw=True)
    assert "experiments.times is not drawn: there is no runs.csv yet" in capsys.readouterr().out


def test_unknown_experiments_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["figures"])
    assert "there is no experiment ['figures']" in capsys.readouterr().err
