"""Imports go one way through the layout: a module uses only what stands above it."""

import ast
from pathlib import Path

import pennyworth

ORDER = [
    "exceptions",
    "optional",
    "atomic",
    "caches",
    "text_tables",
    "number_marks",
    "arrays",
    "subsets",
    "threads",
    "workers",
    "rounding",
    "words",
    "prices",
    "pareto",
    "evaluation",
    "visit",
    "records",
    "seeds",
    "routing",
    "splits",
    "columns",
    "own_code",
    "fingerprint",
    "problem",
    "encoding",
    "l1_kernels",
    "l1_solver",
    "l1",
    "forest",
    "evaluators",
    "store",
    "effort",
    "progress",
    "runner",
    "subset_process",
    "steadying",
    "expected_area",
    "sequences",
    "comparable",
    "scored",
    "finishing",
    "scheduled_model",
    "uncertainty",
    "questions",
    "honest_scores",
    "joining",
    "schedule_file",
    "showing",
    "schedule",
    "report",
    "notebook",
    "average",
    "explore",
    "default_estimators",
    "estimators",
    "row_checks",
    "scorers",
    "checks",
    "preparing",
    "predicting",
    "describing",
    "cards",
    "presenting",
    "search",
    "workbooks",
    "data_files",
    "data_notes",
    "ready_estimators",
    "run",
    "baselines",
    "datasets",
    "display",
    "cli",
]
# Conveniences that look down when they are called: a schedule draws itself and writes its report.
DEFERRED = {("showing", "display"), ("showing", "report"), ("showing", "notebook")}
SOURCE = Path(pennyworth.__file__).parent


def part_of(path):
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imported_parts(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "pennyworth":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pennyworth."):
            yield node.module.split(".")[1]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
            yield from (name[1] for name in names if name[0] == "pennyworth" and len(name) > 1)


def modules():
    return [path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"]


def test_every_module_has_its_place():
    assert {part_of(path) for path in modules()} == set(ORDER)


def test_imports_go_one_way():
    wrong = [
        f"{path.relative_to(SOURCE)} imports {used}"
        for path in modules()
        for used in imported_parts(path)
        if ORDER.index(used) > ORDER.index(part_of(path)) and (part_of(path), used) not in DEFERRED
    ]
    assert not wrong


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
    code = {path.name: lines_of_code(path.read_text(encoding="utf-8")) for path in modules()}
    assert not {name: count for name, count in code.items() if count > 400}


def test_what_is_public_is_there():
    assert all(getattr(pennyworth, name) is not None for name in pennyworth.__all__)
    assert set(pennyworth.__all__) <= set(dir(pennyworth))
