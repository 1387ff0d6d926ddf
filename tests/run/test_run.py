"""The run folder: files written whole, models that are checked before they are used."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import skops.io
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from pennyweight import Evaluation, ModelSchedule, PriceList
from pennyweight.exceptions import RunFolderError
from pennyweight.files import atomic
from pennyweight.run import RunFolder, RunSettings
from pennyweight.run.models import load_model, save_model
from pennyweight.run.repeating import refitted
from pennyweight.run.roles import take_apart
from pennyweight.run.settings import hash_of
from pennyweight.search.ready_estimators import ready_estimator

RNG = np.random.default_rng(0)
X = pd.DataFrame(
    {
        "size": np.where(RNG.random(80) < 0.1, np.nan, RNG.normal(size=80)),
        "kind": pd.Series(RNG.choice(["a", "b", "c"], 80), dtype=object).mask(RNG.random(80) < 0.1),
    }
)
CLASSES = np.where(RNG.random(80) < 0.5, "no", "yes")
NUMBERS = RNG.normal(size=80)


@pytest.mark.parametrize(
    ("name", "classification"), [("boosting", True), ("boosting", False), ("logistic", True)]
)
def test_ready_estimators_are_saved_and_loaded(tmp_path, name, classification):
    model = ready_estimator(name, classification=classification)
    with threadpool_limits(1):
        model.fit(X, CLASSES if classification else NUMBERS)
        save_model(tmp_path / "model.skops", model)
        again = load_model(tmp_path / "model.skops")
        assert (again.predict(X) == model.predict(X)).all()
        unseen = pd.DataFrame({"size": [0.5], "kind": ["never seen"]})
        assert len(again.predict(unseen)) == 1


def change(tree, field, value):
    state = tree.tree_.__getstate__()
    state["nodes"] = state["nodes"].copy()
    state["nodes"][field][0] = value
    tree.tree_.__setstate__(state)


@pytest.mark.parametrize(
    ("field", "value"),
    [("left_child", 10**6), ("right_child", 0), ("feature", 77), ("feature", -5)],
)
@pytest.mark.parametrize("forest", [False, True])
def test_trees_that_point_outside_are_refused(tmp_path, field, value, forest):
    table, y = np.arange(40.0).reshape(-1, 1), np.arange(40) % 3
    model = (RandomForestClassifier(2) if forest else DecisionTreeClassifier()).fit(table, y)
    change(model.estimators_[-1] if forest else model, field, value)
    save_model(tmp_path / "model.skops", model)
    with pytest.raises(RunFolderError, match="is damaged"):
        load_model(tmp_path / "model.skops")


def test_a_boosted_tree_that_points_outside_is_refused(tmp_path):
    model = ready_estimator("boosting", classification=False)
    with threadpool_limits(1):
        model.fit(X, NUMBERS)
    model[-1]._predictors[0][0].nodes["left"][0] = 10**6
    save_model(tmp_path / "model.skops", model)
    with pytest.raises(RunFolderError, match="is damaged"):
        load_model(tmp_path / "model.skops")


def test_what_is_no_model_is_refused(tmp_path):
    (tmp_path / "model.skops").write_bytes(b"nothing")
    with pytest.raises(RunFolderError, match="damaged, or no model"):
        load_model(tmp_path / "model.skops")
    with pytest.raises(RunFolderError, match="is not there"):
        load_model(tmp_path / "none.skops")


def test_a_model_with_a_function_of_others_is_refused(tmp_path):
    skops.io.dump({"run": os.getcwd}, tmp_path / "model.skops")
    with pytest.raises(RunFolderError, match=r"not trusted: .*getcwd"):
        load_model(tmp_path / "model.skops")


def test_a_file_is_the_old_or_the_new_one_whatever_happens(tmp_path):
    path = tmp_path / "file.txt"
    atomic.write_text(path, "old")
    with suppress(RuntimeError), atomic.replacing(path) as part:
        part.write_text("ne")
        raise RuntimeError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_process_killed_while_it_writes_leaves_the_old_file(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("old")
    script = (
        "import os, sys\nfrom pennyweight.files import atomic\n"
        "with atomic.replacing(sys.argv[1]) as part:\n"
        "    part.write_text('ne')\n    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, path], check=False)
    assert done.returncode == -9
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("values", "classification"),
    [
        (["a", "b"] * 5, True),
        ([True, False] * 5, True),
        ([1, 2] * 5, True),
        ([0.5, 1.5] * 5, False),
        (list(range(10)), True),
        (list(np.linspace(0, 1, 10)), False),
        (list(range(0, 3000, 100)), False),
    ],
)
def test_what_is_predicted_is_found_out(values, classification):
    frame = pd.DataFrame({"x": np.arange(len(values)), "y": values})
    assert take_apart(frame, target="y").classification is classification
    numeric = not isinstance(values[0], str | bool)
    if numeric:
        assert not take_apart(frame, target="y", task="number").classification


HOLD = """
import sys, time
from pathlib import Path
from pennyweight import Evaluation, ModelSchedule, PriceList
from pennyweight.files import atomic
with atomic.alone(Path(sys.argv[1]) / ".lock", "somebody"), atomic.replacing(
    Path(sys.argv[1]) / "live.txt"
) as part:
    part.write_text("half")
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds a lock and writes a file in a folder."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    yield process
    process.kill()
    process.communicate()


def test_a_lock_lives_as_long_as_its_owner(tmp_path, holder):
    with pytest.raises(BlockingIOError, match="somebody"), atomic.alone(tmp_path / ".lock", "me"):
        pass
    holder.kill()
    holder.wait()
    with (
        atomic.alone(tmp_path / ".lock", "me"),
        pytest.raises(BlockingIOError, match="me"),
        atomic.alone(tmp_path / ".lock", "not me"),
    ):
        pass
    assert not (tmp_path / ".lock").exists()


def test_half_written_files_go_with_their_writers(tmp_path, holder):
    (part,) = tmp_path.glob(".live.txt.*.part")
    (tmp_path / ".download.part").touch()  # whose is that?
    atomic.remove_leftovers(tmp_path)
    assert part.read_text() == "half"
    holder.kill()
    holder.wait()
    atomic.remove_leftovers(tmp_path)
    assert not part.exists()
    assert (tmp_path / ".download.part").exists()


SETTINGS = RunSettings(data="data.csv", data_sha256="0", target="ill", task="classes")
PRICES = PriceList({"age": 1})


def test_two_writers_of_one_run_wait_for_each_other(tmp_path):
    folder = RunFolder(tmp_path / "run")
    with (
        folder.begun(SETTINGS, PRICES, "pennyweight fit"),
        pytest.raises(RunFolderError, match=rf"being written to by process {os.getpid()} on"),
        RunFolder(tmp_path / "run").begun(SETTINGS, PRICES, "pennyweight fit"),
    ):
        pass
    with folder.begun(SETTINGS, PRICES, "pennyweight fit") as begun:
        assert begun.resumed


@pytest.mark.parametrize(
    "left",
    [
        ["models/"],
        [".settings.toml.999999999.part"],
        ["models/", ".lock", "models/.a.skops.999999999.part"],
    ],
)
def test_a_beginning_without_settings_is_taken_up(tmp_path, left):
    for name in left:
        path = tmp_path / name
        path.mkdir() if name.endswith("/") else path.touch()
    with RunFolder(tmp_path).begun(SETTINGS, PRICES, "pennyweight fit") as begun:
        assert not begun.resumed
        assert {path.name for path in tmp_path.rglob("*")} == {
            *("models", ".lock", "settings.toml", "prices.csv")
        }


@pytest.mark.parametrize("foreign", ["notes.txt", ".notes.part", "models/mine.txt", "prices.csv"])
def test_a_folder_with_files_of_others_is_refused(tmp_path, foreign):
    (tmp_path / "models").mkdir()
    (tmp_path / foreign).write_text("mine")
    run = RunFolder(tmp_path)
    with pytest.raises(RunFolderError, match="no run"), run.begun(SETTINGS, PRICES, "pennyweight"):
        pass
    assert (tmp_path / foreign).read_text() == "mine"
    assert not (tmp_path / ".lock").exists()


FULL = """
import resource, sys
from pathlib import Path
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from pennyweight.cli.messages import sentence
from pennyweight.run.models import save_model
model = RandomForestClassifier(50).fit(*load_iris(return_X_y=True))
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    save_model(Path(sys.argv[1]), model)
except OSError as error:
    print(sentence(error))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is one of POSIX")
def test_a_full_disk_is_told_with_the_file_that_did_not_fit(tmp_path):
    path = tmp_path / "model.skops"
    arguments = [sys.executable, "-c", FULL, path]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{path}: File too large.\n", "")
    assert not list(tmp_path.iterdir())


def test_a_run_that_was_taken_up_in_vain_is_as_before(tmp_path):
    folder = RunFolder(tmp_path / "run")
    with folder.begun(SETTINGS, PRICES, "pennyweight fit"):
        folder.prices_file.write_bytes(b"\xff\r\n")  # whatever it holds
        before = {path: path.is_file() and path.read_bytes() for path in folder.path.iterdir()}
    with folder.begun(replace(SETTINGS, budget=0.0), PriceList({"age": 7}), "other") as begun:
        assert folder.settings.budget == 0.0
        begun.undo()
    del before[folder.path / ".lock"]
    assert {path: path.is_file() and path.read_bytes() for path in folder.path.iterdir()} == before
    with RunFolder(tmp_path / "new").begun(SETTINGS, PRICES, "pennyweight fit") as begun:
        begun.undo()
    assert not (tmp_path / "new").exists()


def test_a_model_is_fitted_to_the_data_as_they_were_read(tmp_path):
    path, rows = tmp_path / "data.csv", "1,5;no\n2,5;yes\n" * 10
    path.write_text(f"size;ill\n{rows}")
    prices = PriceList({"size": 2}).bind(["size"])
    made = replace(
        SETTINGS,
        data=str(path),
        data_sha256=hash_of(path.read_bytes()),
        decimal=",",
        estimator="sklearn.tree:DecisionTreeClassifier",
    )
    tried = Evaluation(subset=(0,), estimator="DecisionTreeClassifier", scores=(1.0,))
    (step,) = ModelSchedule([tried], prices)
    model = refitted(made, prices, step, trusted=())
    assert model.predict(pd.DataFrame({"size": [1.4, 2.6]})).tolist() == ["no", "yes"]
    with pytest.raises(RunFolderError, match="runs the code 'os:abort'"):
        refitted(replace(made, estimator="os:abort"), prices, step, trusted=())
    with pytest.raises(RunFolderError, match="the settings make forest, "):
        refitted(replace(made, estimator="forest"), prices, step, trusted=())
