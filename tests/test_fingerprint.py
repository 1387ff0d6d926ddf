"""Equal where all that determines a result is equal, and different where anything differs."""

import inspect
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

from pennyworth.exceptions import FingerprintError
from pennyworth.fingerprint import fingerprint
from toys import toy_problem, toy_table


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
        "from pennyworth.fingerprint import fingerprint\n"
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
