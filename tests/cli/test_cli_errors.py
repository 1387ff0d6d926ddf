"""Everything that can be wrong with what a user gives: one sentence, exit code 1, no traceback."""

import gzip
import json

import numpy as np
import pandas as pd
import pytest
import tomli_w
from typer.testing import CliRunner

from pennyweight import Evaluation, ModelSchedule, PriceList
from pennyweight.cli import app, options
from pennyweight.cli import messages as telling
from pennyweight.cli.messages import is_foreseen

ROWS = 40


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A good table and a good price list, for one thing to go wrong with."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    ill = np.arange(ROWS) % 2
    table = pd.DataFrame(
        {
            "age": rng.normal(50, 9, ROWS).round(1),
            "fever": (ill + rng.normal(size=ROWS)).round(2),
            "site": np.array(["a", "b", "c", "d"])[np.arange(ROWS) % 4],
            "ill": ill,
        }
    )
    table.to_csv("good.csv", index=False)
    (tmp_path / "prices.csv").write_text("variable,price\nage,1\nfever,2\nsite,0.5\n")
    return tmp_path


def text(content: str, **options):
    return lambda path: path.write_text(content, **options)


def rows(change):
    """Write the good table, changed."""

    def write(path):
        table = pd.read_csv(path.parent / "good.csv")
        change(table).to_csv(path, index=False)

    return write


def raw(content: bytes):
    return lambda path: path.write_bytes(content)


FEW = "age,fever,ill\n1,2,0\n3,4,1\n"
GOOD_PRICES = "variable,price\nage,1\nfever,2\nsite,0.5\n"

BAD_DATA = {
    "no such file": (None, "there is no file data.csv"),
    "empty file": (raw(b""), "data.csv is empty"),
    "only blanks": (raw(b" \n \n"), "data.csv is empty"),
    "only a header": (text("age,fever,ill\n"), "has a header and no rows"),
    "a single column": (text("ill\n" + "0\n1\n" * 20), "has a single column"),
    "two rows": (text(FEW), "the data have 2 rows"),
    "one class": (rows(lambda t: t.assign(ill=1)), "y has a single class"),
    "NaN target": (rows(lambda t: t.assign(ill=t["ill"].where(t.index > 2))), "is missing in 3 of"),
    "no target": (rows(lambda t: t.drop(columns="ill")), "the data have no column 'ill'"),
    "misspelt target": (rows(lambda t: t.rename(columns={"ill": "Ill"})), "Did you mean 'Ill'?"),
    "nothing but the target": (rows(lambda t: t[["ill"]].assign(ill2=1)), "are constant"),
    "all constant": (
        rows(lambda t: t.assign(age=1, fever=2, site="a")),
        "all columns are constant",
    ),
    "binary called csv": (raw(bytes(range(256)) * 20), "is not a text file"),
    "wrong encoding": (raw("age,größe,ill\n1,2,0\n".encode("latin-1")), "--encoding latin-1"),
    "utf-16": (raw(FEW.encode("utf-16")), "the data have 2 rows"),
    "utf-16 unmarked": (raw(FEW.encode("utf-16-le")), "--encoding utf-16-le"),
    "a huge cell": (text("age,fever,ill\n1," + "x" * 200_000 + ",0\n"), "more than 131,072 char"),
    "an unclosed quote": (text('age,fever,ill\n1,"2,0\n' + "3,4,1\n" * 40_000), "close its quotes"),
    "the same column twice": (text("age,age,ill\n1,2,0\n3,4,1\n"), "the column 'age' twice"),
    "a column without a name": (text("age,,ill\n1,2,0\n3,4,1\n"), "column 2 has no name"),
    "too many fields": (text("age,fever,ill\n" + "1,2,0\n" * 9 + "1,2,3,4\n"), "is not a table"),
    "a damaged gzip file": (raw(gzip.compress(FEW.encode())[:-9]), "damaged gzip file"),
    "infinite numbers": (rows(lambda t: t.assign(fever=np.inf)), "holds an infinite value"),
}

BAD_PRICES = {
    "no such price list": (None, "prices.csv"),
    "an unknown column": (GOOD_PRICES + "fewer,3\n", "Did you mean 'fever'?"),
    "a price missing": ("variable,price\nage,1\nfever,\nsite,1\n", "'fever' has no price"),
    "a variable without a price": ("variable,price\nage,1\nsite,1\n", "'fever'"),
    "a negative price": ("variable,price\nage,-1\nfever,2\nsite,1\n", "it cannot be negative"),
    "a price in words": ("variable,price\nage,cheap\nfever,2\nsite,1\n", "give a number"),
    "an unknown need": ("variable,price,needs\nage,1,blood\nfever,2,\nsite,1,\n", "needs 'blood'"),
    "no column of prices": ("variable,amount\nage,1\n", "has no column 'price'"),
    "needs in a circle": (
        "variable,price,needs\nage,1,fever\nfever,2,age\nsite,1,\n",
        "in a circle",
    ),
}

BAD_OPTIONS = {
    "budget below the cheapest": (["--budget", "0.1"], "no model costs at most budget=0.1"),
    "budget in words": (["--budget", "little"], "--budget is 'little'"),
    "unknown kind of budget": (["--budget", "minutes=3"], "'minutes'"),
    "keep what is not there": (["--keep", "blood"], "unknown variable 'blood'"),
    "exclude what is not there": (["--exclude", "blood"], "unknown variable 'blood'"),
    "exclude everything": (["--exclude", "age,fever,site"], "leave at least one"),
    "keep and exclude": (["--keep", "age", "--exclude", "age"], "both in --keep and in --exclude"),
    "own what is not there": (["--owned", "blood"], "'blood'"),
    "unknown estimator": (["--estimator", "magic"], "there is no estimator 'magic'"),
    "unknown module": (["--estimator", "no_such_module:x"], "cannot be imported"),
    "unknown object": (["--estimator", "sklearn.tree:Oak"], "has no 'Oak'"),
    "no estimator": (["--estimator", "builtins:dict"], "is no estimator"),
    "a regressor for classes": (
        ["--estimator", "sklearn.tree:DecisionTreeRegressor"],
        "is no classifier",
    ),
    "unknown sequence": (["--sequences", "magic"], "there is no sequence 'magic'"),
    "unknown scoring": (["--scoring", "magic"], "magic"),
    "unknown validation": (["--validation", "magic"], "validation='magic' is unknown"),
    "one fold": (["--validation", "1"], "1"),
    "a test share of two": (["--test-size", "2"], "test_size is 2.0"),
    "no jobs": (["--jobs", "0"], "--jobs is 0"),
    "what chooses is unknown": (["--choose-by", "luck"], "luck"),
    "no effort": (["--effort", "0"], "effort is 0"),
    "effort in words": (["--effort", "much"], "effort is 'much'"),
    "unknown task": (["--task", "magic"], "there is no task 'magic'"),
    "groups that are not there": (["--groups", "family"], "no column 'family' for the groups"),
    "weights in words": (["--weights", "site"], "they must be numbers"),
    "target as weights": (["--weights", "ill"], "one column cannot be several"),
    "logistic for numbers": (["--estimator", "logistic", "--task", "number"], "predicts classes"),
    "out is a file": (["--out", "good.csv"], "is a file"),
    "out has other files": (["--out", "."], "files in it that are no run"),
    "unknown encoding": (["--encoding", "morse"], "there is no encoding 'morse'"),
}


def refusal(*args: str) -> str:
    """Run a command that must fail, and return its one sentence."""
    result = CliRunner().invoke(app, [*args])
    assert result.exit_code == 1, result.output
    assert not isinstance(result.exception, (KeyError, AttributeError))
    lines = [line for line in result.stderr.splitlines() if not line.startswith("Note:")]
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("Error: ")
    assert result.stdout == ""
    return lines[0]


@pytest.mark.parametrize("case", BAD_DATA)
def test_bad_data(folder, case):
    write, sentence = BAD_DATA[case]
    if write:
        write(folder / "data.csv")
    assert sentence in refusal("fit", "data.csv", "--target", "ill", "--out", "run")


@pytest.mark.parametrize("case", BAD_PRICES)
def test_bad_prices(folder, case):
    content, sentence = BAD_PRICES[case]
    (folder / "prices.csv").unlink()
    if content:
        (folder / "prices.csv").write_text(content)
    said = refusal("fit", "good.csv", "--target", "ill", "--prices", "prices.csv", "--out", "run")
    assert sentence in said


@pytest.mark.parametrize("case", BAD_OPTIONS)
def test_bad_options_leave_nothing_behind(folder, case):
    options, sentence = BAD_OPTIONS[case]
    out = [] if "--out" in options else ["--out", "run"]
    before = sorted(folder.rglob("*"))
    assert sentence in refusal("fit", "good.csv", "--target", "ill", *out, *options)
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("data.xyz", b"a,b\n1,2\n", "has an unknown ending"),
        ("data.parquet", b"no parquet", "cannot be read as a .parquet file"),
        ("data.feather", b"no feather", "cannot be read as a .feather file"),
        ("data.xlsx", b"no workbook", "cannot be read as a .xlsx file"),
    ],
)
def test_bad_kinds_of_file(folder, name, content, sentence):
    (folder / name).write_bytes(content)
    assert sentence in refusal("fit", name, "--target", "ill", "--out", "run")


@pytest.mark.parametrize("command", [["show"], ["report"], ["predict", "good.csv"]])
def test_what_is_no_run(folder, command):
    name, *rest = command
    assert "is not a run" in refusal(name, "nowhere", *rest)


def test_a_damaged_run_says_so(folder):
    run = folder / "run"
    run.mkdir()
    (run / "settings.toml").write_text("format = [")
    assert "is damaged" in refusal("show", "run")
    (run / "settings.toml").write_text('format = "other"')
    assert "is not the settings of a run" in refusal("show", "run")
    (run / "settings.toml").write_text('format = "pennyweight run"\nversion = 99')
    assert "install a newer pennyweight" in refusal("show", "run")


def settings(**changed):
    """Return the text of settings, some of them changed; None: not there."""
    sound = {"data": "good.csv", "data_sha256": "0", "target": "ill", "task": "classes"}
    made = {name: value for name, value in (sound | changed).items() if value is not None}
    return tomli_w.dumps({"format": "pennyweight run", "version": 1, "settings": made})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (f"a = {'[' * 5000}{']' * 5000}", "nested too deeply"),
        (f"a = {'9' * 5000}", "settings.toml is damaged"),
        ('format = "pennyweight run"\nversion = 1', "it has no settings"),
        ('format = "pennyweight run"\nversion = 1\nsettings = 3', "it has no settings"),
        (settings(data_sha256=None), "its settings have no 'data_sha256'"),
        (settings(colour="red"), "no run has the setting 'colour'"),
        (settings(effort=5.5), "its effort is 5.5"),
        (settings(effort=True), "its effort is True"),
        (settings(budget="50"), "its budget is '50'"),
        (settings(budget={"price": "much"}), "its budget is {'price': 'much'}"),
        (settings(validation=["oob"]), "its validation is ['oob']"),
        (settings(jobs=True), "its jobs is True"),
        (settings(keep=["a", 3]), "its keep is ['a', 3]"),
        (settings(data=["x" * 10_000]), "its data is ['xxx"),
    ],
)
def test_damaged_settings_are_told_in_one_sentence(folder, content, sentence):
    (folder / "run").mkdir()
    (folder / "run" / "settings.toml").write_text(content)
    said = refusal("show", "run")
    assert sentence in said
    assert "settings.toml" in said
    assert len(said) < 400


def test_a_run_that_does_not_know_its_command_says_how_to_go_on(folder):
    (folder / "run").mkdir()
    (folder / "run" / "settings.toml").write_text(settings())
    assert "not finished; go on by running the same fit again" in refusal("show", "run")


DETAILS = {"title": "A", "facts": [["rows", "3"]], "importances": [1.0]}


@pytest.mark.parametrize(
    "content",
    [
        "[" * 100_000,
        json.dumps(DETAILS | {"title": None}),
        json.dumps(DETAILS | {"facts": [["rows", None]]}),
        json.dumps(DETAILS | {"facts": [["rows"]]}),
        json.dumps(DETAILS | {"importances": [1.0, 2.0]}),
        json.dumps(DETAILS | {"importances": ["a"]}),
        json.dumps(DETAILS | {"importances": [float("nan")]}),
        json.dumps(DETAILS).replace("1.0", "1" * 5000),
        json.dumps({}),
        json.dumps([]),
    ],
)
def test_damaged_details_are_told_in_one_sentence(folder, content):
    run = folder / "run"
    run.mkdir()
    (run / "settings.toml").write_text(settings())
    tried = Evaluation(subset=(0,), estimator="it", scores=(0.7,))
    ModelSchedule([tried], PriceList({"age": 1})).save(run / "schedule.json")
    (run / "details.json").write_text(content)
    said = refusal("report", "run")
    assert "details.json" in said
    assert len(said) < 400


def test_an_accident_is_told_as_one_and_shown_with_traceback(folder, monkeypatch):
    def accident(path):
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr("pennyweight.cli.commands.show.RunFolder", accident)
    said = refusal("show", "run")
    assert "KeyError: 'nobody foresaw this'. This was not foreseen" in said
    assert "--traceback" in said
    whole = CliRunner().invoke(app, ["show", "run", "--traceback"])
    assert whole.exit_code == 1
    assert "in accident" in whole.stderr
    assert whole.stderr.splitlines()[-1] == said


def test_what_an_estimator_makes_of_the_data_is_no_accident(folder):
    tree = ("--estimator", "sklearn.tree:DecisionTreeClassifier", "--jobs", "1", "--exclude", "age")
    said = refusal("fit", "good.csv", "--target", "ill", "--out", "run", "--quiet", *tree)
    assert "(the estimator was 'DecisionTreeClassifier', on the variables " in said
    assert "foreseen" not in said


def test_an_operation_that_fails_is_no_sentence_for_users():
    with pytest.raises(TypeError) as failed:
        sum([None])
    assert not is_foreseen(failed.value)
    with pytest.raises(ValueError, match="could not convert") as failed:
        np.asarray(["a"]).astype(float)
    assert not is_foreseen(failed.value)
    with pytest.raises(ValueError, match="--budget is 'x'") as failed:
        options.number("x", "--budget")
    assert is_foreseen(failed.value)


@pytest.mark.parametrize(
    "args", [["fit"], ["fit", "good.csv"], ["show"], ["nonsense"], ["show", "run", "--score", "x"]]
)
def test_wrong_usage_has_its_own_exit_code(folder, args):
    assert CliRunner().invoke(app, args).exit_code == 2


def test_the_trace_of_a_worker_is_no_part_of_the_sentence():
    error = ValueError("no such thing")
    error.add_note("(in a worker)\nTraceback (most recent call last):\n  ...")
    assert telling.sentence(error) == "no such thing (in a worker)"
