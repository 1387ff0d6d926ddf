"""What others have written is shown on the screen, and never obeyed."""

import ast
import logging
import shutil
import unicodedata
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import tomli_w
from typer.testing import CliRunner

import pennyweight.cli
from pennyweight.cli import app, screen
from pennyweight.cli.messages import said_from_the_log
from pennyweight.cli.screen import visible
from pennyweight.run.settings import how_to_go_on

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\r\x7f"


def controls(text: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs")} - {"\n"}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    """A folder with data and a run in which every name is hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    rng = np.random.default_rng(0)
    ill = np.arange(60) % 2
    frame = pd.DataFrame(
        {
            f"a{EVIL}": ill + rng.normal(size=60),
            f"unit{EVIL}": "mg",
            f"ill{EVIL}": np.where(ill, f"yes{EVIL}", "no"),
        }
    )
    frame.to_parquet(folder / f"data{EVIL}.parquet")
    fit(folder, folder / f"run{EVIL}")
    return folder


def invoke(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    assert result.exit_code in (0, 1), result.output
    return result.output


def fit(folder: Path, out: Path, *more: object) -> str:
    data = ["fit", folder / f"data{EVIL}.parquet", "--target", f"ill{EVIL}", "--out", out]
    return invoke(*data, "--effort", 2, "--jobs", 1, *more)


def test_control_characters_are_seen():
    assert visible("Köln, 東京, \u200c 1\u00a0000") == "Köln, 東京, \u200c 1\u00a0000"
    assert visible("a\x1b[31m\nb\x9b\u202e\udcff") == r"a\x1b[31m\nb\x9b\u202e\udcff"


def test_no_command_obeys_the_names_in_a_run(hostile, tmp_path):
    run, data = hostile / f"run{EVIL}", hostile / f"data{EVIL}.parquet"
    (tmp_path / "offer.csv").write_text(f"variable,price\nunit{EVIL.replace(chr(13), '')},1\n")
    said = [
        fit(hostile, run),
        fit(hostile, run, "--seed", 1),
        fit(hostile, tmp_path / "other", "--keep", "nothing"),
        invoke("show", run),
        invoke("show", run, "--budget", 1),
        invoke("show", run, "--json"),
        invoke("show", hostile / f"none{EVIL}"),
        invoke("reprice", run, "--prices", tmp_path / "offer.csv"),
        invoke("report", run, "--out", tmp_path / f"report{EVIL}.html"),
        invoke("predict", run, data, "--out", tmp_path / f"predicted{EVIL}.csv"),
        invoke("predict", run, hostile / f"run{EVIL}" / "prices.csv"),
        invoke("prices", data, "--target", "ill", "--out", tmp_path / f"prices{EVIL}.csv"),
        invoke("show", hostile / f"none{EVIL}", "--traceback"),
    ]
    assert not any(map(controls, said))
    assert sum("\\x1b" in text for text in said) >= 10


def test_predictions_are_unchanged_but_on_a_terminal(capsys, monkeypatch):
    screen.write(f"yes{EVIL}\nno\n")
    assert capsys.readouterr().out == f"yes{EVIL}\nno\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    screen.write(f"yes{EVIL}\nno\n")
    assert capsys.readouterr().out == f"yes{visible(EVIL)}\nno\n"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("pennyweight fit x; rm -rf ~", "pennyweight fit 'x;' rm -rf '~'"),
        ("pennyweight fit $(reboot) `reboot` > x", "pennyweight fit '$(reboot)' '`reboot`' '>' x"),
        ("pennyweight fit x\nreboot", "pennyweight fit x reboot"),
        ("rm -rf /", None),
        ("pennyweight 'fit", None),
        (5, None),
    ],
)
def test_a_command_to_copy_does_nothing_but_what_it_says(tmp_path, given, told):
    path = tmp_path / "settings.toml"
    document = {"format": "pennyweight run", "version": 1, "command": given}
    path.write_text(tomli_w.dumps(document))
    wanted = f"go on with: {told}" if told else "go on by running the same fit again"
    assert how_to_go_on(path) == wanted


def test_there_is_one_door_to_the_screen():
    """Text and consoles are made, and standard output is written to, in one module."""
    folder = Path(pennyweight.cli.__file__).parent
    others = [path for path in folder.rglob("*.py") if path.name != "screen.py"]
    calls = {
        f"{path.name}: {ast.unparse(node.func)}"
        for path in others
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    }
    doors = ("Console", "Text", ": print", "stdout.write", "stderr.write", "rich.print")
    assert not [call for call in calls if call.endswith(doors)]


def test_a_copied_run_is_told_by_its_own_names(hostile, tmp_path):
    shutil.copytree(hostile / f"run{EVIL}", tmp_path / "run")
    (tmp_path / "run" / "schedule.json").unlink()
    said = invoke("show", tmp_path / "run")
    assert "not finished" in said
    assert not controls(said)


def test_what_the_library_logs_is_said_once_and_not_obeyed(capsys):
    log = logging.getLogger("pennyweight.learners")
    with said_from_the_log():
        log.warning("compiling %s", "\x1b[31m")
        log.info("nobody need know")
    assert capsys.readouterr() == ("", "pennyweight: compiling \\x1b[31m\n")


def test_only_the_command_line_prints():
    source = Path(pennyweight.cli.__file__).parent.parent
    printing = [
        f"{path.relative_to(source)}:{node.lineno}"
        for path in source.rglob("*.py")
        if path.relative_to(source).parts[0] != "cli"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "print"
    ]
    assert not printing
