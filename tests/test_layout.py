"""Imports go one way: between the rooms of the house, and inside each room."""

import ast
from graphlib import TopologicalSorter

from examples.rooms import imported, modules, room_of

import pennyweight

ORDER = [
    "exceptions",
    "arrays",
    "subsets",
    "seeds",
    "optional",
    "words",
    "files",
    "parallel",
    "prices",
    "evaluations",
    "schedule",
    "display",
    "problem",
    "learners",
    "evaluators",
    "effort",
    "halving",
    "store",
    "sequences",
    "report",
    "search",
    "run",
    "baselines",
    "datasets",
    "cli",
]
# Conveniences that look down when they are called: a schedule draws itself and writes its report.
LATE = {("schedule", "display"), ("schedule", "report")}


def test_every_module_is_in_a_room():
    assert {room_of(name) for name in modules()} == set(ORDER)


def test_imports_between_rooms_go_one_way():
    names = modules()
    wrong = [
        f"{name} imports {used}"
        for name, path in names.items()
        for used in imported(path, names)
        if ORDER.index(room_of(used)) > ORDER.index(room_of(name))
        and (room_of(name), room_of(used)) not in LATE
    ]
    assert not wrong


def test_imports_inside_a_room_go_one_way():
    names = modules()
    inside = {
        name: {used for used in imported(path, names) if room_of(used) == room_of(name) != name}
        for name, path in names.items()
        if path.name != "__init__.py"
    }
    TopologicalSorter(inside).prepare()  # which raises on a cycle


def lines_of_code(text):
    """Count the lines that are neither blank, comment nor docstring."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docs = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None
        for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    lines = enumerate((line.strip() for line in text.splitlines()), start=1)
    return sum(bool(line) and line[0] != "#" and place not in docs for place, line in lines)


def test_files_stay_short():
    code = {
        name: lines_of_code(path.read_text(encoding="utf-8")) for name, path in modules().items()
    }
    assert not {name: count for name, count in code.items() if count > 400}


def test_what_is_public_is_there():
    assert all(getattr(pennyweight, name) is not None for name in pennyweight.__all__)
    assert set(pennyweight.__all__) <= set(dir(pennyweight))
