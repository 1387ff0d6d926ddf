"""What is public: the package's own names, and what the doors of its rooms export."""

import ast
import importlib
import inspect
import re
from pathlib import Path

import pytest

import pennyweight

ROOT = Path(__file__).parents[1]
OUTSIDE = "README.md", "docs", "examples", "benchmarks", "experiments"
# Benchmarks that measure a part of a room on its own, or slow one down.
MEASURED_INSIDE = {
    ("benchmarks/forest/comparison.py", "pennyweight.learners.forest.importance.room_for_tree"),
    ("benchmarks/scale/cluster.py", "pennyweight.parallel.spreading"),
    ("benchmarks/scale/cluster.py", "pennyweight.parallel.transports"),
}
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r"^::: (\S+)", re.MULTILINE)


def files():
    for place in OUTSIDE:
        found = [ROOT / place] if place.endswith(".md") else (ROOT / place).rglob("*.*")
        yield from (path for path in found if path.suffix in {".py", ".md"})


def imports(path):
    """Return what a file, or the Python in a page, imports of ours."""
    text = path.read_text(encoding="utf-8")
    for code in BLOCK.findall(text) if path.suffix == ".md" else [text]:
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield from ((node.module, alias.name) for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from ((alias.name, "") for alias in node.names)


def is_public(module, name):
    """Tell whether a name is one of the package, or is exported by a door."""
    door = importlib.import_module(module)
    if hasattr(door, "__all__"):
        return not name or name in door.__all__
    is_room = module.count(".") == 1 and not hasattr(door, "__path__")
    return is_room and (not name or getattr(getattr(door, name), "__module__", module) == module)


def test_what_stands_outside_uses_what_is_public():
    used = {
        (path.relative_to(ROOT).as_posix(), module, name)
        for path in files()
        for module, name in imports(path)
        if module.partition(".")[0] == pennyweight.__name__
    }
    assert len(used) > 50
    inside = {(path, f"{m}.{name}") for path, m, name in used if not is_public(m, name)}
    assert inside == MEASURED_INSIDE


def listed():
    """Return all that the reference lists one by one."""
    names = ENTRY.findall((ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
    rooms = {f"{pennyweight.__name__}.exceptions"}
    return [name.rpartition(".")[::2] for name in names if name not in rooms]


def test_the_reference_lists_what_is_public():
    assert [pair for pair in listed() if not is_public(*pair)] == []
    assert {name for module, name in listed() if module == "pennyweight"} == set(
        pennyweight.__all__
    )


def functions():
    """Yield the functions and methods of what the reference lists."""
    for module, name in listed():
        thing = getattr(importlib.import_module(module), name)
        if inspect.isfunction(thing):
            yield f"{module}.{name}", thing
        elif inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                function = getattr(value, "__func__", value)
                if inspect.isfunction(function) and not member.startswith("_"):
                    yield f"{module}.{name}.{member}", function


FUNCTIONS = dict(functions())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_functions_say_what_they_take_and_return(name):
    signature = inspect.signature(FUNCTIONS[name])
    sections = sections_of(inspect.getdoc(FUNCTIONS[name]) or "")
    taken = [each for each in signature.parameters if each not in {"self", "cls"}]
    said = [each.strip("* ") for entry in sections.get("Parameters", []) for each in entry]
    assert said == taken
    returns = signature.return_annotation not in {None, "None"}
    assert returns == bool(sections.keys() & {"Returns", "Yields"})


def sections_of(doc):
    """Return the entries of each section: the names before the colon."""
    found, lines = {}, doc.splitlines()
    for title, rule, following in zip(lines, lines[1:], range(2, len(lines) + 1), strict=False):
        if title and set(rule) == {"-"} and len(rule) == len(title):
            entries = found.setdefault(title, [])
            for line in lines[following:]:
                if line and set(line) == {"-"}:
                    entries and entries.pop()  # the title of the next section
                    break
                if line and not line.startswith(" "):
                    entries.append(line.partition(" : ")[0].split(", "))
    return found
