"""One contract for every command."""

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from pennyweight.cli import app
from pennyweight.cli.app import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
PARAMETERS = {
    name: command.params for name, command in typer.main.get_command(app).commands.items()
}


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
class TestEveryCommand:
    def test_it_has_a_file_of_its_name_and_says_what_it_does(self, command):
        assert command.__module__ == f"pennyweight.cli.commands.{command.__name__}"
        assert command.__doc__.strip().partition("\n")[0].endswith(".")

    def test_every_option_says_what_it_is_for(self, command):
        for parameter in PARAMETERS[command.__name__]:
            assert parameter.help, f"{parameter.name} has no help"

    def test_help_names_every_option(self, command):
        shown = run(command.__name__, "--help")
        assert shown.exit_code == 0
        for parameter in PARAMETERS[command.__name__]:
            if parameter.param_type_name == "option" and not parameter.hidden:
                assert max(parameter.opts, key=len)[:12] in shown.output

    def test_an_option_that_it_does_not_have_is_refused(self, command):
        result = run(command.__name__, "--colour", "red")
        assert result.exit_code == 2
        assert "--colour" in result.output

    def test_what_is_wrong_is_told_in_one_sentence(self, command, tmp_path):
        words = [command.__name__]
        for parameter in PARAMETERS[command.__name__]:
            if parameter.required:
                names = [parameter.opts[0]] if parameter.param_type_name == "option" else []
                words += [*names, "nowhere"]
        if words == ["demo"]:
            (tmp_path / "full").write_text("a file where a folder should be")
            words += ["--out", str(tmp_path / "full")]
        result = run(*words)
        assert result.exit_code == 1
        assert re.findall("^Error: .*[.]$", result.stderr, re.M | re.S)
        assert len(result.stderr) < 800
        assert "not foreseen" not in result.stderr

    def test_the_page_on_the_command_line_has_it(self, command):
        assert f"pennyweight {command.__name__}" in PAGE.read_text(encoding="utf-8")
