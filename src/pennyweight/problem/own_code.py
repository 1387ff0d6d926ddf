"""Code of the user's own, as against that of packages, and what it uses."""

import dis
import importlib
import inspect
import sys
import sysconfig
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

# What counts with its version even where it is worked on: it is more than one can follow.
PACKAGES = {"pennyweight", "numpy", "scipy", "pandas", "sklearn"}
OF_PACKAGES = {"site-packages", "dist-packages"}
LOADING = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
ANYTHING = {"eval", "exec", "globals", "__import__"}  # what runs, or gives, code by its name
ANY_NAME = {"getattr", "vars"}


def is_own(module: str | None) -> bool:
    """Tell whether a module is the user's, neither Python's nor of an installed package."""
    top = (module or "").partition(".")[0]
    found = sys.modules.get(top)
    file = getattr(found, "__file__", None) or next(iter(getattr(found, "__path__", ())), None)
    return _is_own(top, file)


@cache
def _is_own(top: str, file: str | None) -> bool:
    if top in {"__main__", "__mp_main__"}:
        return True
    if top in PACKAGES or file is None:
        return top not in PACKAGES | sys.stdlib_module_names
    path = Path(file)
    return not _is_of_packages(path.parents[path.stem == "__init__"])


@cache
def _is_of_packages(folder: Path) -> bool:
    python = Path(sysconfig.get_paths()["stdlib"]).resolve()
    of_python = python in {folder.resolve(), *folder.resolve().parents}
    installed = folder.name in OF_PACKAGES or any(folder.glob("*.dist-info"))
    return installed or of_python or folder.name == "DLLs"


def version_of(module: str) -> str | None:
    """Return the version of the package of a module, if it has one."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names:
        return "standard library"
    given = getattr(sys.modules.get(top), "__version__", None)
    return given if given is not None else _installed_version(top)


@cache
def _installed_version(top: str) -> str | None:
    try:
        return version(packages_distributions().get(top, [top])[0])
    except PackageNotFoundError:
        return None


def source_of(thing: Any) -> bytes:
    """Return the source of a function or class, or the binary that it comes from."""
    try:
        return textwrap.dedent(inspect.getsource(thing)).encode()
    except (OSError, TypeError):
        file = getattr(sys.modules.get(thing.__module__), "__file__", None) or ""
        if not file.endswith(tuple(EXTENSION_SUFFIXES)):
            raise
        return Path(file).read_bytes()


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those inside it, such as of lambdas."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def names_in(code: CodeType) -> frozenset[str]:
    """Return all that may be the name of an attribute in a code object."""
    constants = (text for each in codes_in(code) for text in each.co_consts)
    return frozenset(
        {name for each in codes_in(code) for name in each.co_names}
        | {text for text in constants if isinstance(text, str)}
    )


def globals_in(code: CodeType) -> list[str]:
    """Return the names of the global things that a code object uses."""
    steps = (step for each in codes_in(code) for step in dis.get_instructions(each))
    return sorted({step.argval for step in steps if step.opname in LOADING})


def imports_in(code: CodeType, around: Mapping[str, Any]) -> Iterator[tuple[str, ModuleType]]:
    """Yield the modules that a code object imports when it runs; those that are there."""
    package = around.get("__package__") or around.get("__name__", "").rpartition(".")[0]
    for each in codes_in(code):
        steps = [step for step in dis.get_instructions(each) if step.opname != "EXTENDED_ARG"]
        for level, wanted, step in zip(steps, steps[1:], steps[2:], strict=False):
            if step.opname == "IMPORT_NAME":
                name = "." * level.argval + step.argval
                inside = [f"{name}{'.' * bool(step.argval)}{part}" for part in wanted.argval or ()]
                found = ((name, _imported(name, package)) for name in (name, *inside))
                yield from ((name, module) for name, module in found if module is not None)


def _imported(name: str, package: str) -> ModuleType | None:
    try:
        return importlib.import_module(name, package)
    except (ImportError, TypeError):
        return None
