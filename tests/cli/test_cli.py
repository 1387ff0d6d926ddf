"""The command line on files: from data and prices to a run folder and back."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from pennyweight import BudgetSearch, EvaluationStore, ModelSchedule, PriceList
from pennyweight.cli import app
from pennyweight.exceptions import RunFolderError
from pennyweight.run import RunFolder
from pennyweight.run.tables import read_table

COMMAND = Path(sys.executable).with_name("pennyweight")
PRICES = """variable,price,needs
draw,2.5,
age,1,
fever,2,
blood,20,draw
site,0.5,
"""


def table(n_rows: int = 120) -> pd.DataFrame:
    rng = np.random.default_rng(0)
    ill = np.arange(n_rows) % 2
    frame = pd.DataFrame(
        {
            "age": rng.normal(50, 9, n_rows).round(1),
            "fever": (ill + rng.normal(scale=1.5, size=n_rows)).round(2),
            "blood": (ill + rng.normal(scale=0.5, size=n_rows)).round(2),
            "site": rng.choice(["Basel", "Köln"], n_rows),
            "ill": np.where(ill, "yes", "no"),
        }
    )
    frame.loc[5, ["age", "site"]] = None
    return frame


def run(*args: object, code: int = 0):
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    return result


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    table().to_csv(folder / "data.csv", index=False)
    (folder / "prices.csv").write_text(PRICES)
    return folder


@pytest.fixture(scope="module")
def finished(files) -> Path:
    """A run folder, made by the command."""
    fit = ["fit", files / "data.csv", "--target", "ill", "--prices", files / "prices.csv"]
    run(*fit, "--out", files / "run", "--sequences", "exhaustive", "--jobs", 1)
    return files / "run"


def test_a_run_folder_has_everything(finished):
    assert {path.name for path in finished.iterdir()} >= {
        "schedule.json",
        "schedule.csv",
        "prices.csv",
        "settings.toml",
        "report.html",
        "models",
    }
    schedule = ModelSchedule.load(finished / "schedule.json")
    listed = pd.read_csv(finished / "schedule.csv")
    assert listed["cost"].tolist() == [model.cost for model in schedule]
    assert all((finished / name).exists() for name in listed["model"])
    assert len(list((finished / "models").glob("*.md"))) == len(schedule)
    assert PriceList.from_csv(finished / "prices.csv").bind(schedule.prices.variables) == (
        schedule.prices
    )
    assert not list(finished.rglob("*.part"))


def test_the_run_equals_the_library(finished, files):
    frame = read_table(files / "data.csv")
    search = BudgetSearch(
        prices=PriceList.from_csv(files / "prices.csv"), sequences="exhaustive", random_state=0
    ).fit(frame.drop(columns="ill"), frame["ill"].to_numpy(dtype=str))
    assert ModelSchedule.load(finished / "schedule.json") == search.schedule_


def test_the_settings_are_enough_to_repeat_the_run(finished):
    document = tomllib.loads((finished / "settings.toml").read_text())
    assert document["settings"]["target"] == "ill"
    assert document["settings"]["sequences"] == ["exhaustive"]
    assert len(document["settings"]["data_sha256"]) == 64
    assert "scikit-learn" in document["versions"]
    assert document["command"].startswith("pennyweight")


def test_a_run_is_repeated_from_python(finished):
    folder = RunFolder(finished)
    data, search = folder.data(), folder.search()
    found = search.fit(data.X, data.y, sample_weight=data.weights, groups=data.groups)
    assert found.schedule_ == folder.schedule
    folder.prices_file.rename(finished / "elsewhere.csv")
    with pytest.raises(RunFolderError, match=r"has no prices\.csv; run fit again"):
        folder.search()
    (finished / "elsewhere.csv").rename(folder.prices_file)


def test_show(finished):
    schedule = ModelSchedule.load(finished / "schedule.json")
    shown = run("show", finished).stdout
    assert f"{schedule[-1].score:.4f}" in shown
    assert json.loads(run("show", finished, "--json").stdout)["models"][0]["cost"] == (
        schedule[0].cost
    )
    one = json.loads(run("show", finished, "--budget", 5, "--json").stdout)
    assert one["corrected"] is None  # so few rows are too few blocks
    assert one["variables"] == list(schedule.best(5).variables)
    score = schedule[-1].score
    assert json.loads(run("show", finished, "--score", score, "--json").stdout)["score"] >= score
    assert schedule.best(5).variables[0] in run("show", finished, "--budget", 5).stdout
    assert "no model scores 2" in run("show", finished, "--score", 2, code=1).stderr


def test_reprice(finished, tmp_path):
    (tmp_path / "new.csv").write_text("variable,price\nblood,0.25\ndraw,0\n")
    out = json.loads(run("reprice", finished, "--prices", tmp_path / "new.csv", "--json").stdout)
    schedule = ModelSchedule.load(finished / "schedule.json")
    wanted = schedule.reprice({"blood": 0.25, "draw": 0})
    assert [model["cost"] for model in out["models"]] == [model.cost for model in wanted]
    run(
        "reprice",
        finished,
        "--prices",
        tmp_path / "new.csv",
        "--out",
        tmp_path / "new-schedule.csv",
    )
    assert pd.read_csv(tmp_path / "new-schedule.csv")["cost"].tolist() == [m.cost for m in wanted]
    whole = wanted.reprice({"age": 7}).prices
    whole.to_csv(tmp_path / "whole.csv")
    out = json.loads(run("reprice", finished, "--prices", tmp_path / "whole.csv", "--json").stdout)
    assert out["total_cost"] == whole.total


def test_predict(finished, files, tmp_path):
    schedule = ModelSchedule.load(finished / "schedule.json")
    out = tmp_path / "predictions.csv"
    run("predict", finished, files / "data.csv", "--budget", schedule[0].cost, "--out", out)
    predicted = pd.read_csv(out)
    assert len(predicted) == 120
    assert set(predicted["prediction"]) <= {"yes", "no"}
    assert np.allclose(predicted[["probability of no", "probability of yes"]].sum(axis=1), 1)
    best = pd.read_csv(pd.io.common.StringIO(run("predict", finished, files / "data.csv").stdout))
    assert (best["prediction"] == table()["ill"]).mean() > 0.8
    table()[["age"]].assign(other=1).to_csv(tmp_path / "few.csv", index=False)
    assert "the data lack" in run("predict", finished, tmp_path / "few.csv", code=1).stderr


def test_report_again(finished, tmp_path):
    before = (finished / "report.html").read_bytes()
    run("report", finished, "--out", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == before


def test_a_template_of_prices_is_to_be_filled_in(files, tmp_path):
    out = tmp_path / "template.csv"
    run("prices", files / "data.csv", "--target", "ill", "--out", out)
    template = pd.read_csv(out)
    assert template["variable"].tolist() == ["age", "fever", "blood", "site"]
    assert (
        "already"
        in run("prices", files / "data.csv", "--target", "ill", "--out", out, code=1).stderr
    )
    template.assign(price=[1, 2, 3, 4]).to_csv(out, index=False)
    assert PriceList.from_csv(out).total == 10


def test_a_second_run_of_the_same_goes_on_and_another_is_refused(finished, files):
    fit = ["fit", files / "data.csv", "--target", "ill", "--prices", files / "prices.csv"]
    before, known = (finished / "schedule.json").read_bytes(), stored(finished)
    again = run(*fit, "--out", finished, "--sequences", "exhaustive", "--jobs", 1)
    assert "Going on with the run" in again.stderr
    assert (finished / "schedule.json").read_bytes() == before
    assert stored(finished) == known != set()
    refused = run(*fit, "--out", finished, "--sequences", "exhaustive", "--seed", 1, code=1)
    assert "holds another run: its seed is 0, here 1" in refused.stderr


@pytest.mark.parametrize("ending", ["csv.gz", "parquet", "feather", "xlsx", "tsv"])
def test_all_kinds_of_file_are_the_same_table(files, tmp_path, ending):
    frame, path = read_table(files / "data.csv"), tmp_path / f"data.{ending}"
    writers = {
        "csv.gz": lambda: frame.to_csv(path, index=False),
        "tsv": lambda: frame.to_csv(path, index=False, sep="\t"),
        "parquet": lambda: frame.to_parquet(path),
        "feather": lambda: frame.to_feather(path),
        "xlsx": lambda: frame.to_excel(path, index=False),
    }
    writers[ending]()
    again = read_table(path)
    pd.testing.assert_frame_equal(again, frame, check_dtype=False)


def test_options_reach_the_search(files, tmp_path):
    frame = table().assign(
        family=np.arange(120) // 4, weight=1.0, row=[f"r{i}" for i in range(120)]
    )
    frame.to_csv(tmp_path / "data.csv", index=False)
    options = ["--keep", "age", "--owned", "blood", "--exclude", "row", "--groups", "family"]
    options += ["--weights", "weight", "--estimator", "logistic", "--validation", 3, "--effort", 4]
    options += ["--jobs", 1]
    options += ["--scoring", "roc_auc", "--sequences", "cost,singles", "--budget", 30, "--quiet"]
    result = run(
        "fit", tmp_path / "data.csv", "--target", "ill", "--out", tmp_path / "run", *options
    )
    assert result.stdout == ""
    schedule = ModelSchedule.load(tmp_path / "run" / "schedule.json")
    assert (schedule.scoring, schedule.choose_by) == ("roc_auc", "roc_auc")
    assert schedule.scores() == sorted(schedule.scores())
    assert all("age" in model.variables for model in schedule)
    assert schedule.prices.cost(["blood"]) == 0
    assert "row" not in schedule.prices.variables
    assert len(schedule.evaluations) == 4


def test_where_it_is_doubtful_what_is_predicted_a_note_says_how_to_say_otherwise(tmp_path):
    table().assign(stage=np.arange(120) % 15).to_csv(tmp_path / "data.csv", index=False)
    fit = ["fit", tmp_path / "data.csv", "--target", "stage", "--sequences", "singles"]
    fit += ["--effort", 1, "--estimator", "logistic", "--jobs", 1]
    doubtful = run(*fit, "--out", tmp_path / "run").stderr
    assert "15 different whole numbers and is taken for classes" in doubtful
    assert "--task number" in doubtful
    sure = run(*fit, "--out", tmp_path / "sure", "--task", "classes").stderr
    assert "whole numbers" not in sure


def test_numbers_are_predicted_by_regressors(files, tmp_path):
    fit = ["fit", files / "data.csv", "--target", "blood", "--exclude", "ill", "--effort", 3]
    run(*fit, "--out", tmp_path / "run")
    assert ModelSchedule.load(tmp_path / "run" / "schedule.json").scoring == "r2"
    predicted = run("predict", tmp_path / "run", files / "data.csv").stdout.splitlines()
    assert predicted[0] == "prediction"
    assert len(predicted) == 121


def test_suspicious_columns_are_pointed_out(tmp_path):
    frame = table()
    frame = frame.assign(row=[f"r{i}" for i in range(120)], unit="mg", copy=frame["ill"] == "yes")
    frame.to_csv(tmp_path / "data.csv", index=False)
    fit = ["fit", tmp_path / "data.csv", "--target", "ill", "--out", tmp_path / "run"]
    said = run(*fit, "--sequences", "singles").stderr
    assert "'row' looks like an id" in said
    assert "'unit' is constant" in said
    assert "'copy' alone predicts the target almost perfectly" in said
    assert "'blood'" not in said


def test_json_is_all_that_is_printed(files, tmp_path):
    fit = ["fit", files / "data.csv", "--target", "ill", "--effort", 5, "--json"]
    content = json.loads(run(*fit, "--out", tmp_path / "run").stdout)
    assert content["evaluations"] == 15  # three forests of each subset


def test_without_a_plotting_library_there_is_all_but_the_report(files, tmp_path, monkeypatch):
    monkeypatch.setattr("pennyweight.cli.running.has_report", lambda: False)
    fit = ["fit", files / "data.csv", "--target", "ill", "--effort", 3, "--out", tmp_path / "run"]
    assert "pip install 'pennyweight[report]'" in run(*fit).stderr
    assert not (tmp_path / "run" / "report.html").exists()
    assert "9 evaluations" in repr(ModelSchedule.load(tmp_path / "run" / "schedule.json"))


def test_commas_may_be_decimal_where_they_divide_no_fields(tmp_path):
    (tmp_path / "data.csv").write_text("size;code\n50,3;1,5a\n7;2,5b\n?;3,5c\n")
    frame = read_table(tmp_path / "data.csv")
    assert frame["size"].tolist()[:2] == [50.3, 7.0]
    assert frame["code"].tolist() == ["1,5a", "2,5b", "3,5c"]


def test_a_model_of_one_variable_needs_one_column(finished, tmp_path):
    first = ModelSchedule.load(finished / "schedule.json")[0]
    (name,) = first.variables
    (tmp_path / "one.csv").write_text(f"{name}\n1\n2\n")
    done = run("predict", finished, tmp_path / "one.csv", "--budget", first.cost)
    assert len(done.stdout.splitlines()) >= 2


def test_what_chooses_can_be_named(files, tmp_path):
    fit = ["fit", files / "data.csv", "--target", "ill", "--effort", 9, "--choose-by", "accuracy"]
    done = json.loads(run(*fit, "--out", tmp_path / "run", "--json").stdout)
    assert (done["scoring"], done["choose_by"]) == ("accuracy", "accuracy")
    assert all(model["merit"] == model["score"] for model in done["models"])


@pytest.mark.parametrize("ended", [True, False])
def test_less_effort_leaves_what_is_known_in_the_schedule(files, tmp_path, ended):
    fit = ["fit", files / "data.csv", "--target", "ill", "--out", tmp_path / "run", "--quiet"]
    schedule = tmp_path / "run" / "schedule.json"
    run(*fit, "--effort", 12)
    before = ModelSchedule.load(schedule)
    if not ended:
        schedule.unlink()
    run(*fit, "--effort", 1)
    after = ModelSchedule.load(schedule)
    assert list(after) == list(before)
    assert {e.subset for e in after.evaluations} == {e.subset for e in before.evaluations}


def test_an_encoding_can_be_named(tmp_path):
    table().to_csv(tmp_path / "data.csv", index=False, encoding="latin-1")
    out = tmp_path / "prices.csv"
    prices = ["prices", tmp_path / "data.csv", "--target", "ill", "--out", out]
    assert "--encoding" in run(*prices, code=1).stderr
    run(*prices, "--encoding", "latin-1")


def test_models_of_untrusted_types_are_refused(files, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "from sklearn.tree import DecisionTreeClassifier\n"
        "class Mine(DecisionTreeClassifier):\n    pass\n"
        "def make():\n    return Mine(max_depth=2)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    table().drop(columns="site").dropna().to_csv("data.csv", index=False)
    fit = ["fit", "data.csv", "--target", "ill", "--estimator", "mine:make", "--jobs", 1]
    run(*fit, "--out", "run")
    refused = run("predict", "run", "data.csv", code=1).stderr
    assert "types that are not trusted: mine.Mine" in refused
    run("predict", "run", "data.csv", "--trust", "mine.Mine")


def test_the_installed_command_says_one_sentence(files):
    done = subprocess.run(
        [COMMAND, "fit", files / "none.csv", "--target", "ill", "--out", files / "x"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"Error: there is no file {files / 'none.csv'}.\n"
    version = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("pennyweight ")


SLOW = ("--estimator", "sklearn.ensemble:ExtraTreesClassifier", "--sequences", "exhaustive")


def start(files: Path, out: Path) -> subprocess.Popen:
    fit = [COMMAND, "fit", files / "data.csv", "--target", "ill", "--out", out, *SLOW]
    fit += ["--exclude", "site", "--validation", "3", "--jobs", "1"]
    return subprocess.Popen(fit, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def wait_for(path: Path) -> None:
    end = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < end, f"{path} did not appear"
        time.sleep(0.02)


def stored(out: Path) -> set[tuple[int, str]]:
    """Return the evaluations in the store of a run, with the numbers they were given there."""
    if not (out / "evaluations.sqlite").exists():
        return set()
    with EvaluationStore(out / "evaluations.sqlite") as store:
        store.problems()  # what a killed process left open is put in order
    with closing(sqlite3.connect(out / "evaluations.sqlite")) as connection:
        return set(connection.execute("SELECT id, subset FROM evaluations"))


def test_killed_and_run_again_goes_on_and_gives_the_same(files, tmp_path):
    whole = start(files, tmp_path / "whole")
    whole.communicate(timeout=120)
    assert whole.returncode == 0
    killed = start(files, tmp_path / "killed")
    wait_for(tmp_path / "killed" / "settings.toml")
    time.sleep(np.random.default_rng().uniform(0, 3))
    killed.kill()
    killed.communicate()
    before = stored(tmp_path / "killed")
    again = start(files, tmp_path / "killed")
    again.communicate(timeout=120)
    assert again.returncode == 0
    assert before <= stored(tmp_path / "killed")
    assert len(stored(tmp_path / "killed")) == len(stored(tmp_path / "whole")) > 0
    for name in ("schedule.json", "schedule.csv", "prices.csv"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_ctrl_c_says_how_to_go_on(files, tmp_path):
    running = start(files, tmp_path / "run")
    wait_for(tmp_path / "run" / "settings.toml")
    time.sleep(0.5)
    os.kill(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Go on with:" in said
    assert f"pennyweight fit {files / 'data.csv'} --target ill" in said
    assert "not finished" in run("show", tmp_path / "run", code=1).stderr


INTERRUPTED_WHILE_LOADING = """
import os, signal, sys
assert "sklearn" not in sys.modules
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
import pennyweight
assert not {"numpy", "sklearn", "numba"} & {*sys.modules}
from pennyweight.cli import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "module", ["typer", "sklearn", "numba", "pennyweight.search.budget_search"]
)
def test_ctrl_c_while_loading_ends_without_a_word(module):
    command = [sys.executable, "-c", INTERRUPTED_WHILE_LOADING, module]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("name", ["thyroid_ann", "heart_cleveland"])
def test_public_data_with_their_prices(public_data, tmp_path, name):
    frame = read_table(public_data / f"{name}.csv.gz")
    prices = PriceList.from_csv(public_data / "costs" / f"{name}.csv")
    if "FTI" in frame.columns:
        prices = prices.adding("FTI", 0, needs=["TT4", "T4U"])
    prices.bind([c for c in frame.columns if c != "target"]).to_csv(tmp_path / "prices.csv")
    fit = ["fit", public_data / f"{name}.csv.gz", "--target", "target", "--effort", 20]
    run(*fit, "--prices", tmp_path / "prices.csv", "--out", tmp_path / "run", "--quiet")
    schedule = ModelSchedule.load(tmp_path / "run" / "schedule.json")
    total = {"thyroid_ann": 69.81, "heart_cleveland": 323.97}[name]
    assert schedule.prices.total == pytest.approx(total)
    predicted = run("predict", tmp_path / "run", public_data / f"{name}.csv.gz").stdout.splitlines()
    assert len(predicted) == len(frame) + 1


OFFER = "variable,price\nblood,0.25\nage,9\ndraw,0\n"


@pytest.fixture
def negotiated(finished, files, tmp_path) -> Path:
    """A run of one's own, beside an offer at which it has another schedule."""
    shutil.copytree(finished, tmp_path / "run")
    (tmp_path / "offer.csv").write_text(OFFER)
    return tmp_path / "run"


def test_a_model_of_other_prices_is_fitted_when_it_is_asked_for(negotiated, files):
    folder, offer = RunFolder(negotiated), negotiated.parent / "offer.csv"
    for model in folder.models.iterdir():
        model.unlink()
    offered = folder.schedule.reprice({"blood": 0.25, "age": 9, "draw": 0})
    step = offered.best(3)
    assert step not in list(folder.schedule)
    arguments = ["predict", negotiated, files / "data.csv", "--prices", offer, "--budget", 3]
    predicted = run(*arguments).stdout
    assert run(*arguments).stdout == predicted
    assert len(list(folder.models.iterdir())) == 1
    frame = read_table(files / "data.csv")
    prices = PriceList.from_csv(files / "prices.csv")
    search = BudgetSearch(prices=prices, sequences="singles", random_state=0)
    model = search.fit(frame.drop(columns="ill"), frame["ill"].to_numpy(dtype=str))._refit(step)
    shares = pd.read_csv(pd.io.common.StringIO(predicted))["probability of yes"]
    table = frame[model.feature_names_in_]
    assert np.array_equal(shares, model.predict_proba(table)[:, 1])
    assert np.array_equal(shares, folder.model(step).predict_proba(table)[:, 1])


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lambda data: data.unlink(), "there is no file data.csv"),
        (lambda data: data.write_text("a,ill\n1,yes\n"), "data.csv has other content"),
    ],
)
def test_a_model_cannot_be_fitted_without_its_data(
    negotiated, tmp_path, monkeypatch, harm, sentence
):
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "run" / "settings.toml"
    document = tomllib.loads(settings.read_text())
    shutil.copy(document["settings"]["data"], "data.csv")
    settings.write_text(settings.read_text().replace(document["settings"]["data"], "data.csv"))
    for model in (tmp_path / "run" / "models").iterdir():
        model.unlink()
    run("predict", "run", "data.csv", "--prices", "offer.csv", "--budget", 3)
    shutil.copy("data.csv", "new.csv")
    harm(Path("data.csv"))
    run("predict", "run", "new.csv", "--prices", "offer.csv", "--budget", 3)
    refused = run("predict", "run", "new.csv", "--budget", 1, code=1).stderr
    assert "cannot be fitted anew" in refused
    assert sentence in refused


def test_new_prices_go_on_with_a_run(files, tmp_path):
    (tmp_path / "offer.csv").write_text(OFFER)
    out, fit = tmp_path / "run", ["fit", files / "data.csv", "--target", "ill", "--effort", 6]
    fit += ["--sequences", "cost", "--jobs", 1, "--out", tmp_path / "run"]
    run(*fit, "--prices", files / "prices.csv")
    before, known = ModelSchedule.load(out / "schedule.json"), stored(out)
    assert "Going on" in run(*fit, "--prices", tmp_path / "offer.csv", "--budget", 11).stderr
    after = ModelSchedule.load(out / "schedule.json")
    assert after.prices == before.prices.revised({"blood": 0.25, "age": 9, "draw": 0})
    assert known < stored(out)
    subsets = {evaluation.subset for evaluation in after.evaluations}
    within = {e.subset for e in before.evaluations if after.prices.cost(e.subset) <= 11}
    assert within < subsets
    assert all(RunFolder(out).model(step) for step in after)
    assert PriceList.from_csv(out / "prices.csv").bind(after.prices.variables) == after.prices


def test_new_prices_must_be_for_the_same_variables(negotiated, files):
    offer = negotiated.parent / "offer.csv"
    offer.write_text("variable,price,columns\nwell,1,age;fever\nblood,2,\nsite,1,\n")
    fit = ["fit", files / "data.csv", "--target", "ill", "--sequences", "exhaustive"]
    refused = run(*fit, "--prices", offer, "--out", negotiated, code=1).stderr
    assert "a new price list must have the same variables" in refused


def test_a_price_that_is_owned_may_be_listed_again(files, tmp_path):
    fit = ["fit", files / "data.csv", "--target", "ill", "--effort", 3, "--out", tmp_path / "run"]
    fit += ["--owned", "draw", "--quiet"]
    run(*fit, "--prices", files / "prices.csv")
    (tmp_path / "same.csv").write_text("variable,price\ndraw,2.5\nage,1\n")
    run(*fit, "--prices", tmp_path / "same.csv")
    run(*fit)
    schedule = ModelSchedule.load(tmp_path / "run" / "schedule.json")
    assert schedule.prices.cost(["blood"]) == 20


def test_budgets_of_several_kinds(tmp_path, files):
    (tmp_path / "prices.csv").write_text(
        "variable,price,price:minutes\nage,1,1\nfever,2,30\nblood,20,2\nsite,0.5,0\n"
    )
    fit = ["fit", files / "data.csv", "--target", "ill", "--prices", tmp_path / "prices.csv"]
    run(*fit, "--effort", 6, "--out", tmp_path / "run", "--quiet")
    schedule = ModelSchedule.load(tmp_path / "run" / "schedule.json")
    limits = ["--budget", "price=25,minutes=3"]
    shown = json.loads(run("show", tmp_path / "run", *limits, "--json").stdout)
    wanted = schedule.within(price=25, minutes=3)[-1]
    assert shown["variables"] == list(wanted.variables)
    predicted = run("predict", tmp_path / "run", files / "data.csv", *limits).stdout
    assert len(predicted.splitlines()) == 121
    for refused, sentence in [
        ("price=25,minutes=-1", "give a number, 0 or more"),
        ("price=0.1,minutes=0", "no model is within price=0.1,minutes=0"),
        ("price=2,hours=3", "no price of the kind 'hours'"),
        ("price=2,price=3", "limits 'price' twice"),
    ]:
        said = run("show", tmp_path / "run", "--budget", refused, code=1).stderr
        assert sentence in said


def test_names_that_no_price_list_can_hold_go_on_all_the_same(tmp_path):
    table().rename(columns={"age": " age;years "}).to_parquet(tmp_path / "data.parquet")
    fit = ["fit", tmp_path / "data.parquet", "--target", "ill", "--effort", 2]
    fit += ["--out", tmp_path / "run"]
    run(*fit)
    assert "Going on" in run(*fit).stderr


def test_a_budget_that_pays_for_nothing_leaves_a_run_as_it_was(negotiated, files):
    fit = ["fit", files / "data.csv", "--target", "ill", "--sequences", "exhaustive"]
    before = (negotiated / "settings.toml").read_bytes(), (negotiated / "prices.csv").read_bytes()
    offer = ["--prices", negotiated.parent / "offer.csv", "--budget", 0.1]
    assert "no model costs" in run(*fit, *offer, "--out", negotiated, code=1).stderr
    after = (negotiated / "settings.toml").read_bytes(), (negotiated / "prices.csv").read_bytes()
    assert after == before
