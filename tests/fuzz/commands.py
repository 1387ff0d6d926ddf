"""Attacks on the command line: random files and options; run folders that were changed."""

import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from typer.testing import CliRunner

from fuzz.case import Case
from fuzz.harm import changed_json, flip, harmed
from fuzz.plain import check_schedule
from fuzz.random_files import RandomFile, random_csv, random_other
from fuzz.random_prices import random_list
from pennyweight.cli import app
from pennyweight.exceptions import PennyweightError
from pennyweight.run import RunFolder

REFUSED, USAGE = 1, 2
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x9b]")


def call(case: Case, *given: Any) -> str:
    """Call the command line here, and judge how it ends; return what it printed."""
    arguments = [str(each) for each in given]
    case.tell(command=arguments)
    result = CliRunner().invoke(app, arguments)
    check_output(result.output)
    if result.exit_code in (0, USAGE) and isinstance(result.exception, SystemExit | None):
        return result.stdout
    cause = refused_because(result.exception)
    if isinstance(cause, PennyweightError | ValueError | TypeError | OSError):
        assert result.exit_code == REFUSED, (result.exit_code, result.output)
        assert "Error: " in result.stderr, result.output
    raise cause


def check_output(text: str) -> None:
    """No text of others may steer the terminal, and no traceback may reach it."""
    found = CONTROL.search(text)
    assert not found, f"a control character is printed: {text!r}"
    assert "Traceback" not in text, text
    assert "was not foreseen" not in text, text


def refused_because(error: BaseException | None) -> BaseException:
    """Return what a command gave up on; the command line puts its own ends around it."""
    while isinstance(error, SystemExit) or type(error).__name__ == "Exit":
        error = error.__cause__ or error.__context__
    assert error is not None
    return error


def call_outside(case: Case, *given: Any) -> None:
    """Call the command line in a process of its own."""
    arguments = [str(each) for each in given]
    case.tell(command=arguments)
    command = [sys.executable, "-c", "from pennyweight.cli import main; main()", *arguments]
    ended = subprocess.run(command, capture_output=True, check=False)
    output = (ended.stdout + ended.stderr).decode("utf-8", "replace")
    assert ended.returncode in (0, REFUSED, USAGE), (ended.returncode, output)
    check_output(output)
    if ended.returncode == REFUSED:
        assert any(name in output for name in case.culprits), output


def command(case: Case) -> None:
    """Fit on a random file with random options; then look at the run."""
    made = (random_csv if case.chance(0.8) else random_other)(case, case.folder)
    options = random_options(case, made)
    case.blame(made.name, "run", "data", "kind", *(name for name in made.header if name.strip()))
    case.blame(*(part.lstrip("-").replace("-", "_") for part in options if part.startswith("-")))
    case.blame(
        *(part for part in options if part.strip()), "score", "estimator", "class", "column", "rows"
    )
    case.blame("budget", "weight", "price", "module", "directory")
    if "--jobs" not in options:
        options += ["--jobs", "1"]  # workers take seconds to start
    run = case.folder / "run"
    if made.encoding and case.chance(0.95):
        options += ["--encoding", made.encoding]
    target = case.one_of([made.header[0]], [*made.header, "nobody"], 0.1)
    arguments = ["fit", made.path, "--target", target, "--out", run, *options]
    if case.chance(0.02):
        call_outside(case, *arguments)
        return
    call(case, *arguments)
    if not (run / "schedule.json").exists():
        return  # wrong usage
    check_schedule(RunFolder(run).schedule)
    look(case, run, made)


def look(case: Case, run: Path, made: RandomFile) -> None:
    shown = json.loads(call(case, "show", run, "--json"))
    schedule = RunFolder(run).schedule
    assert [each["cost"] for each in shown["models"]] == [model.cost for model in schedule]
    for model in schedule:
        call(case, "show", run, "--budget", repr(model.cost))
    encoding = ["--encoding", made.encoding] if made.encoding else []
    predicted = call(case, "predict", run, made.path, *encoding)
    table = pd.read_csv(io.StringIO(predicted), keep_default_na=False)
    assert len(table) == sum(any(row) for row in made.rows), predicted
    if RunFolder(run).settings.task == "classes" and made.plain:
        kinds = {row[made.header.index(RunFolder(run).settings.target)] for row in made.rows}
        assert set(table["prediction"].astype(str)) <= kinds or not kinds & {"no", "yes"}
    call(case, "reprice", run, "--prices", run / "prices.csv")
    call(case, *case.rng.choice(MORE)(case, run, made))


MORE = [
    lambda case, run, made: ("report", run),
    lambda case, run, made: ("prices", made.path, "--target", case.rng.choice(made.header)),
    lambda case, run, made: ("show", run, "--score", case.rng.choice(["0.5", "2", "nan", "x"])),
    lambda case, run, made: ("show", run, "--budget", case.rng.choice(OPTIONS["--budget"][1])),
    lambda case, run, made: ("predict", run, made.path, "--budget", "1e9", "--out", "told.csv"),
    lambda case, run, made: ("predict", run, random_csv(case, case.folder, "other").path),
    lambda case, run, made: ("reprice", run, "--prices", made.path),
]


def random_options(case: Case, made: RandomFile) -> list[str]:
    """Return options of fit; the effort is small."""
    options = [
        "--effort",
        str(case.one_of([3, 5], ["0", "-1", "x", "1e3", "2s", "9" * 400, ""], 0.1)),
    ]
    possible = [option for option in sorted(OPTIONS) if OPTIONS[option][0] or not case.tame]
    for option in case.rng.sample(possible, case.rng.choice([0, 1, 1, 2, 3])):
        usual, odd = OPTIONS[option]
        options += [option, str(case.one_of(usual or [made.header[-1]], odd, 0.3))]
    if case.chance(0.5):
        prices = case.folder / "prices.csv"
        with contextlib.suppress(Exception):
            random_list(case, [name.strip() for name in made.header[1:]], 0).to_csv(prices)
            options += ["--prices", str(prices)]
    if "--estimator" not in options:
        options += (
            ["--estimator", "sklearn.tree:DecisionTreeClassifier"] if case.chance(0.3) else []
        )
    return options


OPTIONS: dict[str, tuple[list[Any], list[Any]]] = {
    "--budget": (
        [5, 20, "price=5"],
        ["-1", "x", "nan", "", "price=5,minutes=1", "=", "9" * 400, "1e999"],
    ),
    "--keep": ([], ["nobody", "", ",", "age,,b"]),
    "--owned": ([], ["nobody", "", ","]),
    "--exclude": ([], ["nobody", "", ","]),
    "--task": (["auto", "classes"], ["number", "nobody", ""]),
    "--estimator": (
        ["forest", "logistic", "boosting", "sklearn.tree:DecisionTreeClassifier"],
        [
            *("nobody", "a:b", "os:system", "sklearn.svm:SVC", ":", "", "sklearn.tree:nobody"),
            *("sklearn.tree:DecisionTreeRegressor", "sklearn.preprocessing:StandardScaler"),
        ],
    ),
    "--sequences": (["auto", "singles", "cost,singles"], ["nobody", "", ",", "auto,auto"]),
    "--scoring": (["accuracy", "balanced_accuracy"], ["auc", "f1", "nobody", "", "r2", "roc_auc"]),
    "--choose-by": (["accuracy", "neg_brier_score"], ["nobody", "", "r2"]),
    "--validation": (["oob", "2", "0.25"], ["1", "0", "1.5", "x", "99", "", "..", "9" * 400]),
    "--test-size": ([0.2, 0.4], ["0", "1", "x", "-1", "nan", "0.001"]),
    "--groups": ([], ["nobody", ""]),
    "--weights": ([], ["nobody", ""]),
    "--jobs": ([1], ["0", "x", "-1"]),
    "--seed": ([0, 7], ["-1", "x", "9" * 30]),
    "--encoding": (["utf-8"], ["nobody", "", "latin-1", "hex"]),
    "--prices": ([], ["nowhere.csv", ".", ""]),
}


@cache
def sound_runs() -> Path:
    """Return a folder with a few finished runs, made once for all cases."""
    home = Path(tempfile.mkdtemp(prefix="fuzz-runs-"))
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    frame = pd.DataFrame({"age": y + rng.normal(size=60), "TSH": rng.normal(size=60)})
    frame["kind"] = rng.choice(["red", "green"], 60)
    frame.assign(ill=np.array(["no", "yes"])[y]).to_csv(home / "ill.csv", index=False)
    frame.assign(ill=np.round(y + rng.normal(size=60), 3)).to_csv(home / "days.csv", index=False)
    (home / "list.csv").write_text("variable,price,needs\nage,1,\nTSH,5,draw\ndraw,2,\nkind,3,\n")
    for name, data, estimator in (
        ("forest", "ill.csv", "sklearn.ensemble:RandomForestClassifier"),
        ("boosting", "ill.csv", "boosting"),
        ("number", "days.csv", "sklearn.ensemble:RandomForestRegressor"),
    ):
        given = [
            "fit",
            home / data,
            "--target",
            "ill",
            "--prices",
            home / "list.csv",
            "--effort",
            4,
        ]
        given += ["--estimator", estimator, "--out", home / name, "--jobs", 1, "--quiet"]
        result = CliRunner().invoke(app, [str(each) for each in given])
        assert result.exit_code == 0, result.output
    return home


def run_folder(case: Case) -> None:
    """Change a run folder; then show, re-price, predict, report and fit."""
    name = case.rng.choice(["forest", "boosting", "number"])
    home = case.folder / "home"
    shutil.copytree(sound_runs(), home)
    run = home / name
    files = sorted(file for file in run.rglob("*") if file.is_file())
    for _ in range(case.rng.choice([1, 1, 2])):
        change_file(case, case.rng.choice(files), files)
    case.blame(
        name, "settings", "schedule", "data", "price", "cost", *(file.name for file in files)
    )
    data = home / ("days.csv" if name == "number" else "ill.csv")
    commands = [
        ("show", run),
        ("show", run, "--json"),
        ("report", run),
        ("reprice", run, "--prices", case.rng.choice([home / "list.csv", run / "prices.csv"])),
        ("predict", run, data),
        ("predict", run, data, "--budget", case.rng.choice([0, 3, 8, 100])),
        again(case, run, data),
    ]
    if case.chance(0.03):
        call_outside(case, *case.rng.choice(commands))
        return
    for given in case.rng.sample(commands, 3):
        call(case, *given)


def again(case: Case, run: Path, data: Path) -> tuple[Any, ...]:
    estimators = {
        "forest": "sklearn.ensemble:RandomForestClassifier",
        "boosting": "boosting",
        "number": "sklearn.ensemble:RandomForestRegressor",
    }
    prices = run.parent / "list.csv"
    return (
        *("fit", data, "--target", "ill", "--prices", prices, "--effort", case.rng.choice([4, 5])),
        *("--estimator", estimators[run.name], "--out", run, "--jobs", 1),
    )


def change_file(case: Case, file: Path, files: list[Path]) -> None:
    """Change one file of a run, in the way that fits its kind, or any way."""
    if not file.is_file():
        return
    case.tell(changed=file.name)
    fits = {
        ".json": _change_fields,
        ".toml": _change_lines,
        ".csv": _change_lines,
        ".skops": _change_model,
    }
    if file.suffix in fits and case.chance(0.6):
        fits[file.suffix](case, file)
    else:
        harmed(case, file, others=files)


def _change_fields(case: Case, file: Path) -> None:
    with contextlib.suppress(ValueError):
        file.write_text(json.dumps(changed_json(case, json.loads(file.read_text()))))


def _change_lines(case: Case, file: Path) -> None:
    lines = file.read_text("utf-8", "replace").splitlines() or [""]
    for _ in range(case.rng.choice([1, 1, 3])):
        place = case.rng.randrange(len(lines))
        name, equals, _ = lines[place].partition("=")
        act = case.rng.choice(["value", "value", "remove", "again", "swap", "odd"])
        if act == "value" and equals:
            lines[place] = f"{name}= {case.rng.choice(TOML)}"
        elif act == "remove":
            lines[place] = ""
        elif act == "again":
            lines.append(lines[place])
        elif act == "swap":
            other = case.rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        else:
            lines[place] = case.rng.choice([*TOML, "[settings]", "a,b,c", "= 1", "[[a]]"])
    file.write_text("\n".join(lines), errors="replace")


TOML = [
    *(
        '""',
        '"x"',
        "1",
        "-1",
        "1.5",
        "nan",
        "inf",
        "true",
        "[]",
        '["a"]',
        "{}",
        "[1, [2]]",
        "2020-01-01",
    ),
    *(
        '"\\u001b[31m"',
        "9" * 5000,
        "[" * 3000,
        '"' + "x" * 9000 + '"',
        "1e999",
        "10",
        '"/dev/null"',
    ),
]


def _change_model(case: Case, file: Path) -> None:
    """Change a saved model inside of its archive, so that its checksums hold."""
    if not zipfile.is_zipfile(file):
        return
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = case.rng.choice(list(members))  # in their order: their names differ from run to run
    case.tell(member=name)
    if name.endswith(".json") and case.chance(0.8):
        members[name] = json.dumps(changed_json(case, json.loads(members[name]))).encode()
    elif name.endswith(".npy") and case.chance(0.8):
        members[name] = _change_array(case, members[name])
    else:
        members[name] = flip(case, members[name])
    with zipfile.ZipFile(file, "w") as archive:
        for each, data in members.items():
            archive.writestr(each, data)


def _change_array(case: Case, data: bytes) -> bytes:
    """Flip bytes after the header, so that it stays an array."""
    head = 128
    return data[:head] + flip(case, data[head:])
