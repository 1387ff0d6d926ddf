"""Fingerprints: short texts that are equal where all that determines a result is equal.

They are made of contents (numbers, names, dtypes, parameters, sources of your own functions), never
of pickles or addresses, so that they are the same in every process, on every machine.
"""

import hashlib
import inspect
import sys
import textwrap
from collections.abc import Iterable, Mapping
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator

from pennyworth.columns import column_names, is_frame, numbers_of, values_of
from pennyworth.exceptions import FingerprintError

WITHOUT_EFFECT = {"n_jobs", "verbose"}  # parameters that change no result
AS_BYTES = "biufcmM"  # the kinds of dtypes whose bytes say everything


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

    def digest(self) -> str:
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
        if isinstance(value, np.ndarray):
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
        elif isinstance(value, type):
            self._take_class(value)
        elif isinstance(value, ModuleType):
            self._add("module", f"{value.__name__} {getattr(value, '__version__', '')}".encode())
        elif isinstance(value, FunctionType):
            self._take_function(value)
        else:
            self._take_object(value)

    def _take_object(self, value: Any) -> None:
        outside = self._whole
        if isinstance(value, MethodType):
            self._take_all("method", [value.__func__, value.__self__])
        elif isinstance(value, BuiltinFunctionType | np.ufunc):
            self._add("built in", f"{getattr(value, '__module__', '')}.{value.__name__}".encode())
        elif hasattr(value, "__qualname__") and hasattr(value, "__module__"):
            self._take_source(value)  # a compiled function
        elif hasattr(value, "get_params") and not self._is_taken_whole(value):
            given = value.get_params(deep=False).items()
            given = {name: each for name, each in given if name not in WITHOUT_EFFECT}
            self._take_all("estimator", [type(value), given])
        else:
            self._take_all("object", self._state(value))
            self._whole = outside

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
        for each in kind.__mro__:
            if each.__module__ != "builtins":
                self._take_source(each)

    def _take_function(self, function: FunctionType) -> None:
        self._take_source(function)
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self._take_all("defaults", [function.__defaults__, function.__kwdefaults__, cells])
        if not self._comes_from_a_package(function):
            self._take_code(function.__code__, function.__globals__)

    def _take_code(self, code: CodeType, around: Mapping[str, Any]) -> None:
        """Take in what a function of one's own does, and the global things that it uses."""
        self._add("code", code.co_code)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._take_code(constant, around)
            else:
                self.take(constant)
        for name in code.co_names:
            self.take(name)
            if name in around:
                self.take(around[name])

    @staticmethod
    def _comes_from_a_package(thing: Any) -> bool:
        top = thing.__module__.partition(".")[0]
        in_library = top in sys.stdlib_module_names - {"__main__"}
        return in_library or getattr(sys.modules.get(top), "__version__", None) is not None

    def _take_source(self, thing: Any) -> None:
        """Take in where a function or class comes from: a package's version, or its own source."""
        name = f"{thing.__module__}.{thing.__qualname__}"
        package = sys.modules.get(thing.__module__.partition(".")[0])
        version = getattr(package, "__version__", None)
        if thing.__module__.partition(".")[0] in sys.stdlib_module_names - {"__main__"}:
            version = "standard library"
        if version is not None and "<" not in name:
            self._add("package", f"{name} {version if self._versions else ''}".encode())
            return
        try:
            source = textwrap.dedent(inspect.getsource(thing))
        except (OSError, TypeError) as error:
            raise FingerprintError(
                f"the source of {name} cannot be read, so a store cannot tell it from another of "
                "the same name; put it in a file of its own, or search without a store."
            ) from error
        self._add("source", f"{thing.__qualname__}\n{source}".encode())

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
        taker._inside = list(self._inside)
        taker.take(value)
        return taker.digest()

    def _add(self, kind: str, content: bytes) -> None:
        self._hash.update(f"{kind}:{len(content)}:".encode())
        self._hash.update(content)


def _is_missing(value: Any) -> bool:
    return value is None or (pd.api.types.is_scalar(value) and bool(pd.isna(value)))
