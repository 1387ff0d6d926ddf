"""Equal where all that determines a result is equal, and different where anything differs."""

import inspect
import os
import subprocess
import sys
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, get_scorer, make_scorer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from helpers.toys import toy_problem, toy_table
from pennyweight.exceptions import FingerprintError
from pennyweight.problem.fingerprint import fingerprint


def shifted(by):
    return lambda X: X + by


X, Y = toy_table(3, n_rows=20)
TEXT = pd.Series(["a", "b", None, "a"])
DIFFERENT = {
    "numbers": [0, 1, 1.0, True, None, "1", b"1", float("nan"), 1j],
    "containers": [[1, 2], [2, 1], [[1], 2], {1: 2}, {1, 2}, [], {}],
    "arrays": [
        np.zeros(3),
        np.zeros((3, 1)),
        np.zeros(3, np.float32),
        np.zeros(3, int),
        np.array(["0", "0", "0"]),
        np.array([0, "0", 0.0], dtype=object),
        np.zeros(4),
    ],
    "tables": [
        X,
        X.to_numpy(),
        X.rename(columns={"v0": "w"}),
        X.iloc[::-1],
        X.astype(np.float32),
        X[["v1", "v0", "v2"]],
        pl.from_pandas(X),
    ],
    "columns": [
        TEXT.to_frame("x"),
        TEXT.astype("category").to_frame("x"),
        TEXT.fillna("c").to_frame("x"),
        pd.DataFrame({"x": pd.array([1, 2, None, 1], dtype="Int64")}),
        pd.DataFrame({"x": pd.array([1, 2, None, 1], dtype="Float64")}),
        pd.DataFrame({"x": pd.to_datetime(["2020-01-01", "2021-01-01", None, "2020-01-01"])}),
    ],
    "estimators": [
        RandomForestClassifier(),
        RandomForestClassifier(50),
        RandomForestClassifier(random_state=1),
        DecisionTreeClassifier(),
        LogisticRegression(),
        LogisticRegression(C=2),
        make_pipeline(StandardScaler(), LogisticRegression()),
        make_pipeline(StandardScaler(), LogisticRegression(C=2)),
        make_pipeline(FunctionTransformer(shifted(1)), LogisticRegression()),
        make_pipeline(FunctionTransformer(shifted(2)), LogisticRegression()),
        FrozenEstimator(LogisticRegression().fit(X, Y)),
        FrozenEstimator(LogisticRegression().fit(X, 1 - Y)),
    ],
    "functions": [
        np.exp,
        len,
        shifted,
        shifted(1),
        shifted(2),
        partial(shifted, 1),
        partial(shifted, 2),
        accuracy_score,
        f1_score,
    ],
    "scorers": [
        get_scorer("accuracy"),
        get_scorer("roc_auc"),
        make_scorer(f1_score),
        make_scorer(f1_score, average="macro"),
        make_scorer(f1_score, greater_is_better=False),
    ],
    "random states": [np.random.RandomState(0), np.random.RandomState(1), np.random.default_rng(0)],
}


@pytest.mark.parametrize("values", DIFFERENT.values(), ids=DIFFERENT)
def test_what_differs_is_told_apart(values):
    assert len({fingerprint(value) for value in values}) == len(values)


EQUAL = {
    "numbers of NumPy": (1.5, np.float64(1.5)),
    "order of a dict": ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    "order in memory": (np.ones((3, 2)), np.asfortranarray(np.ones((3, 2)))),
    "order of bytes": (np.arange(3.0), np.arange(3.0).astype(">f8")),
    "kind of text": (np.array(["a", "b"]), np.array(["a", "b"], dtype=object)),
    "kind of what is missing": (
        pd.DataFrame({"x": pd.Series(["a", None], dtype=object)}),
        pd.DataFrame({"x": pd.Series(["a", np.nan], dtype="str")}),
    ),
    "index of a table": (X, X.set_axis(range(100, 120))),
    "how many workers": (RandomForestClassifier(n_jobs=4, verbose=1), RandomForestClassifier()),
    "fitted or not": (LogisticRegression().fit(X, Y), LogisticRegression()),
}


@pytest.mark.parametrize("pair", EQUAL.values(), ids=EQUAL)
def test_what_changes_no_result_changes_no_fingerprint(pair):
    one, other = pair
    assert fingerprint(one) == fingerprint(other)


def test_versions_of_packages_count_only_where_they_are_asked_for(monkeypatch):
    kinds = {v: fingerprint(LogisticRegression(), versions=v) for v in (True, False)}
    monkeypatch.setattr("sklearn.__version__", "99.0")
    assert fingerprint(LogisticRegression()) != kinds[True]
    assert fingerprint(LogisticRegression(), versions=False) == kinds[False]


def test_what_has_hidden_state_is_refused():
    with pytest.raises(FingerprintError, match=r"hidden state.*search without a store"):
        fingerprint(FunctionTransformer(i for i in range(3)))
    namespace = {"__name__": "nowhere"}
    exec("def unreadable(X): return X", namespace)
    with pytest.raises(FingerprintError, match=r"source of nowhere\.unreadable cannot be read"):
        fingerprint(namespace["unreadable"])


def test_it_is_the_same_in_another_process():
    made = (
        "import numpy as np, pandas as pd\n"
        "from sklearn.ensemble import RandomForestClassifier as F\n"
        "from sklearn.metrics import get_scorer\n"
        "from pennyweight.problem.fingerprint import fingerprint\n"
        "frame = pd.DataFrame({'a': [1.0, np.nan], 'b': ['x', None]})\n"
        "print(fingerprint(frame, F(max_features='sqrt'), get_scorer('accuracy'), {'s', 't', 'u'}))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", made],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 1},
        {"validation": 0.3},
        {"validation": 3},
        {"test_size": 0.3},
        {"n_variables": 4},
        {"classification": False},
        {"weights": np.ones(60)},
    ],
)
def test_a_problem_is_told_from_others(other):
    assert toy_problem().fingerprint() == toy_problem().fingerprint()
    assert toy_problem(**other).fingerprint() != toy_problem().fingerprint()


def test_functions_of_ones_own_count_with_the_global_things_they_use(monkeypatch):
    def of(beta):
        code = compile(f"beta = {beta}\nscore = lambda y, p: beta * sum(y == p)", "cell", "exec")
        around = {"__name__": "__main__"}
        exec(code, around)
        monkeypatch.setattr(inspect, "getsource", lambda thing: "score = lambda y, p: ...")
        return fingerprint(around["score"])

    assert of(0.2) == of(0.2)
    assert of(0.2) != of(5.0)


USES = {
    "a global that a method uses": "class It:\n    def score(self): return FACTOR\nFACTOR = 1",
    "a function that a method uses": "class It:\n    def score(self): return f()\n"
    "def f(): return 1",
    "further down": "def It(): return f()\ndef f(): return g()\ndef g(): return [1 for _ in 'x']",
    "a static method": "class It:\n    @staticmethod\n    def score(): return F\nF = 1",
    "a class method": "class It:\n    @classmethod\n    def s(cls): return f()\ndef f(): return 1",
    "a property": "class It:\n    @property\n    def score(self): return F\nF = 1",
    "a cached property": "from functools import *\nclass It:\n    @cached_property\n"
    "    def score(self): return F\nF = 1",
    "a base class": "class Base:\n    def score(self): return F\nF = 1\nclass It(Base): pass",
    "a metaclass": "class M(type):\n    def make(cls): return F\nF = 1\n"
    "class It(metaclass=M): pass",
    "what an attribute of a class was made of": "F = 1\nclass It: factor = F",
    "a method from elsewhere": "def f(self): return F\nF = 1\nclass It: score = f",
    "a lambda inside": "def It(): return lambda: (lambda: F)()\nF = 1",
    "a class inside": "def It():\n    class A:\n        b = F\n    return A\nF = 1",
    "a default": "F = 1\ndef It(f=lambda: F): return f()",
    "a partial": "from functools import *\ndef f(): return F\nF = 1\nIt = partial(f)",
    "a wrapper": "from functools import *\ndef w(f): return wraps(f)(lambda: F * f())\nF = 1\n@w\n"
    "def It(): return 3",
    "a wrapper of a package's": "from functools import *\nfrom numpy import copy\nF = 1\n"
    "It = wraps(copy)(lambda *a: F * copy(*a))",
    "what is remembered": "from functools import *\n@lru_cache\ndef It(): return F\nF = 1",
    "what is dispatched": "from functools import *\n@singledispatch\ndef It(x): return 1\n"
    "@It.register\ndef _(x: int): return F\nF = 1",
    "what is compiled": "from numba import njit\n@njit\ndef It(): return f()\n@njit\n"
    "def f(): return F\nF = 1",
    "an attribute of a function": "def f(): return 1\nf.factor = 1\ndef It(): return f.factor",
    "a built-in method": "table = {'a': 1}\nIt = table.get",
    "a model that was fitted": "import numpy as np\nfrom sklearn.linear_model import *\n"
    "model = LinearRegression().fit([[0], [1]], [0, 1])\nIt = model.predict",
    "a fitted model that a function uses": "from sklearn.linear_model import *\n"
    "model = LinearRegression().fit([[0], [1]], [0, 1])\ndef It(x): return model.predict(x)",
    "a dict with methods of its own": "class D(dict):\n    def __missing__(self, k): return F\n"
    "F = 1\nIt = D()",
    "what is there by default": "from collections import *\ndef f(): return F\nF = 1\n"
    "It = defaultdict(f)",
    "members of an enum": "from enum import *\nF = 1\nclass E(Enum):\n    A = F\n"
    "def It(): return E.A.value",
    "a data class": "from dataclasses import *\nF = 1\n@dataclass\nclass P:\n    x: int = F\n"
    "def It(): return P()",
    "a named tuple": "from collections import *\nF = 1\nP = namedtuple('P', 'x', defaults=[F])\n"
    "def It(): return P()",
    "an abstract class": "from abc import *\nclass A(ABC):\n    @abstractmethod\n"
    "    def f(self): return F\nF = 1\nclass It(A):\n    def f(self): return super().f()",
    "a method that is there for some": "from sklearn.utils.metaestimators import *\nF = 1\n"
    "class It:\n    @available_if(lambda self: True)\n    def score(self): return F",
}


@pytest.fixture
def write_modules(tmp_path, monkeypatch):
    """Write modules and import the one called `it`, whatever was imported before."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(texts):
        import importlib
        import linecache

        for name in [n for n in sys.modules if n.partition(".")[0] in {"it", "helper", "kit"}]:
            del sys.modules[name]
        for name, text in texts.items():
            path = tmp_path / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            os.utime(path, (1, len(text) + hash(text) % 10**6))
        importlib.invalidate_caches()
        linecache.clearcache()
        return importlib.import_module("it").It

    return write


@pytest.mark.parametrize("text", USES.values(), ids=USES)
def test_code_of_ones_own_counts_with_all_that_it_uses(write_modules, text):
    one, again = (fingerprint(write_modules({"it": text})) for _ in range(2))
    assert one == again
    changed = text.replace("F = 1", "F = 2") if "F = 1" in text else text.replace("1", "2")
    assert fingerprint(write_modules({"it": changed})) != one


@pytest.mark.parametrize(
    "text",
    [
        "from helper import f\nclass It:\n    def score(self): return f()",
        "import helper\nclass It:\n    def score(self): return helper.f()",
        "import helper\nname = 'f'\nclass It:\n    def score(self): return getattr(helper, name)()",
        "class It:\n    def score(self):\n        import helper\n        return helper.f()",
        "class It:\n    def score(self):\n        from helper import f\n        return f()",
        "def It(module=__import__('helper')): return module.f()",
        "import kit.part\nclass It:\n    def score(self): return kit.part.f()",
        "class It:\n    def score(self):\n        from kit import part\n        return part.f()",
        "import kit\nclass It:\n    def score(self): return kit.relative()",
        "import helper\nIt = [helper]",
    ],
)
def test_modules_of_ones_own_count_with_what_is_used_of_them(write_modules, text):
    def of(number, other):
        helper = f"def f(): return g()\ndef g(): return {number}\ndef unused(): return {other}"
        relative = "def relative():\n    from . import part\n    return part.f()\n"
        inside = {"kit/__init__": relative, "kit/part": helper}
        return fingerprint(write_modules({"it": text, "helper": helper, **inside}))

    assert of(1, 1) == of(1, 1) != of(2, 1)
    everything = "getattr" in text or "[helper]" in text
    assert (of(1, 1) == of(1, 2)) is not everything


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("class It:\n    def score(self): return eval('f()')", r"It\.score uses eval, .* by name"),
        ("def It(): return globals()['f']()", r"it\.It uses globals, .* without a store"),
        ("import numpy as np\nIt = np.frompyfunc(lambda x: x, 1, 1)", "hides the function"),
        ("import sqlite3\nc = sqlite3.connect(':memory:')\ndef It(): return c", "hidden state"),
    ],
)
def test_what_cannot_be_followed_is_refused(write_modules, text, reason):
    with pytest.raises(FingerprintError, match=reason):
        fingerprint(write_modules({"it": text}))


def test_code_with_locks_and_in_circles_can_be_followed(write_modules):
    text = (
        "import threading, kit\nlock = threading.Lock()\nclass It:\n    def f(self): return g()\n"
    )
    text += "def g():\n    with lock: return It().f(), kit.part.kit"
    inside = {"kit/__init__": "from kit import part", "kit/part": "import kit"}
    one, again = (fingerprint(write_modules({"it": text, **inside})) for _ in range(2))
    assert one == again
