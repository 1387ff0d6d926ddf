"""Fingerprints: short texts that are equal where all that determines a result is equal.

They are made of contents (numbers, names, dtypes, parameters, sources of your own functions), never
of pickles or addresses, so that they are the same in every process, on every machine.
"""

import hashlib
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator

from pennyweight.exceptions import FingerprintError
from pennyweight.problem.columns import column_names, is_frame, numbers_of, values_of
from pennyweight.problem.own_code import (
    ANY_NAME,
    ANYTHING,
    codes_in,
    globals_in,
    imports_in,
    is_own,
    names_in,
    source_of,
    version_of,
)

WITHOUT_EFFECT = {"n_jobs", "verbose"}  # parameters that change no result
AS_BYTES = "biufcmM"  # the kinds of dtypes whose bytes say everything
LOCKS = type(threading.Lock()), type(threading.RLock())
SLOTS = GetSetDescriptorType, MemberDescriptorType  # where instances keep what they have


def fingerprint(*parts: Any, versions: bool = True) -> str:
    """Return 32 characters that stand for the parts.

    With `versions`, what comes from a package counts with the version of that package.
    """
    taker = _Taker(versions)
    taker.take(parts)
    return taker.digest()


class _Taker:
    """Takes in values one by one, each with its kind and its length."""

    def __init__(self, versions: bool) -> None:
        self._hash = hashlib.blake2b(digest_size=16)
        self._versions = versions
        self._inside: list[int] = []
        self._whole = False
        self._following = False
        self._met: dict[Any, tuple[int, Any]] = {}
        self._waiting: deque[Callable[[], None]] = deque()

    def digest(self) -> str:
        """Return what stands for all that was taken in, and for the own code that it uses."""
        self._following = True
        self._whole = True  # code uses estimators as they are, not clones of them
        while self._waiting:
            self._waiting.popleft()()
        return self._hash.hexdigest()

    def take(self, value: Any) -> None:
        """Take in any value; refuse what cannot be told apart."""
        if isinstance(value, np.generic):
            value = value.item()
        if value is None or isinstance(value, bool | int | float | complex | str | bytes):
            self._add(type(value).__name__, repr(value).encode())
        elif id(value) in self._inside:
            self._add("again", str(self._inside.index(id(value))).encode())
        else:
            self._inside.append(id(value))
            self._take_structure(value)
            self._inside.pop()

    def _take_structure(self, value: Any) -> None:
        if isinstance(value, type):
            self._take_class(value)
        elif isinstance(value, ModuleType):
            self._take_module(value, None)
        elif isinstance(value, FunctionType):
            self._take_function(value)
        elif is_own(type(value).__module__) or isinstance(value, defaultdict):
            self._take_object(value)
        elif isinstance(value, np.ndarray):
            self._take_array(value)
        elif is_frame(value):
            self._take_frame(value)
        elif isinstance(value, list | tuple):
            self._take_all("list", value)
        elif isinstance(value, Mapping):
            pairs = {self._apart(key): item for key, item in value.items()}
            self._take_all("dict", [part for key in sorted(pairs) for part in (key, pairs[key])])
        elif isinstance(value, set | frozenset):
            self._take_all("set", sorted(self._apart(item) for item in value))
        else:
            self._take_object(value)

    def _take_object(self, value: Any) -> None:
        outside = self._whole
        if isinstance(value, LOCKS):
            self._add("lock", b"")
        elif isinstance(value, MethodType):
            self._whole = True
            self._take_all("method", [value.__func__, value.__self__])
        elif isinstance(value, staticmethod | classmethod):
            self._take_all(type(value).__name__, [value.__func__])
        elif isinstance(value, property):
            self._take_all("property", [value.fget, value.fset, value.fdel])
        elif isinstance(value, cached_property):
            self._take_all("cached property", [value.func])
        elif isinstance(value, BuiltinFunctionType | np.ufunc):
            self._take_built_in(value)
        elif hasattr(value, "__qualname__") and hasattr(value, "__module__"):
            self._take_source(value)  # a compiled function, or something around a function
            state = getattr(value, "__dict__", {}).values()
            self._take_all("around", [each for each in state if isinstance(each, FunctionType)])
        elif hasattr(value, "get_params") and not self._is_taken_whole(value):
            given = value.get_params(deep=False).items()
            given = {name: each for name, each in given if name not in WITHOUT_EFFECT}
            self._take_all("estimator", [type(value), given])
        else:
            self._take_all("object", self._state(value))
        self._whole = outside

    def _take_built_in(self, value: Any) -> None:
        if value.__name__.endswith("(vectorized)"):
            raise FingerprintError(
                f"{value!r} hides the function that it calls, so a store cannot tell it from "
                "others; use numpy.vectorize, or search without a store."
            )
        self._add("built in", f"{getattr(value, '__module__', '')}.{value.__name__}".encode())
        owner = getattr(value, "__self__", None)
        if owner is not None and not isinstance(owner, ModuleType):
            self.take(owner)

    def _is_taken_whole(self, estimator: Any) -> bool:
        """Tell whether an estimator is or is in one whose clones have more than parameters."""
        usual = BaseEstimator.__sklearn_clone__
        self._whole = self._whole or getattr(type(estimator), usual.__name__, usual) is not usual
        return self._whole

    def _state(self, value: Any) -> Iterable[Any]:
        try:
            reduced = value.__reduce_ex__(4)
        except Exception as error:
            raise FingerprintError(
                f"{value!r} has hidden state, so a store cannot tell it from others of its kind; "
                "give something that can be pickled, or search without a store."
            ) from error
        if isinstance(reduced, str):
            return [type(value), reduced]
        return [type(value), *(list(p) if hasattr(p, "__next__") else p for p in reduced)]

    def _take_class(self, kind: type) -> None:
        if is_own(kind.__module__):
            self._follow(id(kind), kind, partial(self._describe_class, kind))
            return
        for each in kind.__mro__:
            if each.__module__ != "builtins":
                self._take_source(each)

    def _take_function(self, function: FunctionType) -> None:
        if is_own(function.__module__) or is_own(function.__globals__.get("__name__")):
            how = self._take_behaviour if self._following else self._describe_function
            self._follow(id(function), function, partial(how, function))
            return
        self._take_source(function)
        cells = _contents(function.__closure__)
        self._take_all("defaults", [function.__defaults__, function.__kwdefaults__, cells])

    def _take_module(self, module: ModuleType, names: frozenset[str] | None) -> None:
        """Take in a package's version, or what has these names in a module of one's own."""
        if is_own(module.__name__):
            describe = partial(self._describe_module, module, names)
            self._follow((id(module), names), module, describe)
        else:
            version = getattr(module, "__version__", "") if self._versions else ""
            self._add("module", f"{module.__name__} {version}".encode())

    def _follow(self, key: Any, thing: Any, describe: Callable[[], None]) -> None:
        """Take in a number that stands for own code, which is described later, and once."""
        if key not in self._met:
            self._met[key] = len(self._met), thing
            self._waiting.append(describe)
        self._add("own code", str(self._met[key][0]).encode())

    def _describe_class(self, kind: type) -> None:
        """Take in a class with all that its methods use, and its bases."""
        if not (issubclass(kind, tuple) and hasattr(kind, "_fields")):  # these are made of text
            self._take_source(kind)
        self._take_all("bases", [type(kind), *kind.__bases__])
        for name, value in sorted(vars(kind).items()):
            special = name.startswith("__") and name.endswith("__")
            function = getattr(value, "__func__", value)
            if isinstance(function, FunctionType):
                self._add("member", name.encode())
                self._take_behaviour(function)
            elif not (special or name == "_abc_impl" or isinstance(value, SLOTS)):
                self._add("member", name.encode())
                self.take(value)

    def _describe_function(self, function: FunctionType) -> None:
        self._take_source(function)
        self._take_behaviour(function)

    def _describe_module(self, module: ModuleType, names: frozenset[str] | None) -> None:
        for name, value in sorted(vars(module).items()):
            special = name.startswith("__") and name != "__getattr__"
            if not special and (names is None or name in names or name == "__getattr__"):
                self._add("member", name.encode())
                self._take_reached(value, names)

    def _take_reached(self, value: Any, names: frozenset[str] | None) -> None:
        if isinstance(value, ModuleType):
            self._take_module(value, names)
        else:
            self.take(value)

    def _take_behaviour(self, function: FunctionType) -> None:
        """Take in what a function does, what it holds, and the global things that it uses."""
        if hasattr(function, "dispatch") and hasattr(function, "registry"):
            self._take_all("dispatch", [function.registry])
            return
        code = function.__code__
        names = None if ANY_NAME & set(globals_in(code)) else names_in(code)
        held = {"defaults": function.__defaults__ or (), "cells": _contents(function.__closure__)}
        for kind, values in held.items():
            self._add(kind, str(len(values)).encode())
            for value in values:
                self._take_reached(value, names)
        self._take_all("more", [function.__kwdefaults__, vars(function)])
        if is_own(function.__globals__.get("__name__")):
            for each in codes_in(code):
                self._take_code(each)
            self._take_used(function, names)

    def _take_code(self, code: CodeType) -> None:
        self._add("code", code.co_code)
        self._take_all("names", code.co_names)
        self._take_all("values", [c for c in code.co_consts if not isinstance(c, CodeType)])

    def _take_used(self, function: FunctionType, names: frozenset[str] | None) -> None:
        """Take in the global things that a function uses, and the modules that it imports."""
        around, used = function.__globals__, globals_in(function.__code__)
        if hidden := [name for name in used if name in ANYTHING and name not in around]:
            raise FingerprintError(
                f"{function.__module__}.{function.__qualname__} uses {hidden[0]}, so a store "
                "cannot tell what it does; call functions by name, or search without a store."
            )
        for name in used:
            if name in around:
                self._add("global", name.encode())
                self._take_reached(around[name], names)
        for name, module in imports_in(function.__code__, around):
            self._add("import", name.encode())
            self._take_module(module, names)

    def _take_source(self, thing: Any) -> None:
        """Take in where a function or class comes from: a package's version, or its own source."""
        name = f"{thing.__module__}.{thing.__qualname__}"
        version = None if is_own(thing.__module__) else version_of(thing.__module__)
        if version is not None and "<" not in name:
            self._add("package", f"{name} {version if self._versions else ''}".encode())
            return
        try:
            source = source_of(thing)
        except (OSError, TypeError) as error:
            raise FingerprintError(
                f"the source of {name} cannot be read, so a store cannot tell it from another of "
                "the same name; put it in a file of its own, or search without a store."
            ) from error
        self._add("source", f"{thing.__qualname__}\n".encode() + source)

    def _take_frame(self, X: Any) -> None:
        self._add("table", f"{type(X).__module__.partition('.')[0]} {X.shape}".encode())
        dtypes = list(X.dtypes)
        for i, name in enumerate(column_names(X)):
            self.take(name)
            self._take_column(X, i, dtypes[i])

    def _take_column(self, X: Any, column: int, dtype: Any) -> None:
        if isinstance(dtype, np.dtype):
            self._take_array(values_of(X, column))
        elif isinstance(dtype, pd.CategoricalDtype):
            self._add("category", str(dtype.ordered).encode())
            self._take_array(dtype.categories.to_numpy())
            self._take_array(X.iloc[:, column].cat.codes.to_numpy().astype(np.int64))
        elif getattr(dtype, "kind", "O") in "biuf" and isinstance(X, pd.DataFrame):
            self._add("numbers", str(dtype).encode())
            self._take_array(numbers_of(X, column))
        else:
            if not isinstance(X, pd.DataFrame):
                self._add("dtype", str(dtype).encode())
            self._take_array(values_of(X, column))

    def _take_array(self, values: Any) -> None:
        kind = values.dtype.kind
        if kind not in AS_BYTES:
            self._take_labels(values.astype(object))
            return
        values = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
        self._add("array", f"{values.dtype.str} {values.shape}".encode())
        self._hash.update(values.view(np.uint8).data if values.size else b"")

    def _take_labels(self, values: Any) -> None:
        """Take in text quickly, anything else value by value; what is missing counts as one."""
        self._add("labels", str(values.shape).encode())
        flat = values.ravel()
        if pd.api.types.infer_dtype(flat, skipna=True) == "string":
            codes, distinct = pd.factorize(flat)
            self._take_array(codes.astype(np.int64))
            flat = distinct
        self._take_all("values", [None if _is_missing(value) else value for value in flat])

    def _take_all(self, kind: str, values: Iterable[Any]) -> None:
        listed = list(values)
        self._add(kind, str(len(listed)).encode())
        for value in listed:
            self.take(value)

    def _apart(self, value: Any) -> str:
        """Return the fingerprint of a value alone, to sort by."""
        taker = _Taker(self._versions)
        taker._inside, taker._met = list(self._inside), dict(self._met)
        taker._whole, taker._following = self._whole, self._following
        taker.take(value)
        return taker.digest()

    def _add(self, kind: str, content: bytes) -> None:
        self._hash.update(f"{kind}:{len(content)}:".encode())
        self._hash.update(content)


def _is_missing(value: Any) -> bool:
    return value is None or (pd.api.types.is_scalar(value) and bool(pd.isna(value)))


def _contents(cells: tuple[CellType, ...] | None) -> list[Any]:
    """Return what a function has from around it; what is not there yet cannot be used."""
    held = []
    for cell in cells or ():
        try:
            held.append(cell.cell_contents)
        except ValueError:
            held.append(None)
    return held
