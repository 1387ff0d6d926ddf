"""What stores and saved models name stays, wherever the code moves."""

import numpy as np
import pandas as pd
import pytest
import skops.io
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression

import pennyweight
from pennyweight import BudgetSearch
from pennyweight.problem.fingerprint import _Taker
from pennyweight.run.models import load_model, save_model

RNG = np.random.default_rng(0)
X = pd.DataFrame(
    {
        "kind": pd.Categorical(RNG.choice(list("abc"), 90)),
        "size": pd.array([None, *RNG.integers(0, 9, 89)], dtype="Int64"),
        "other": RNG.normal(size=90),
    }
)
Y = np.where((X["kind"] == "a") ^ (X["other"] > 0), "yes", "no")
SEARCHES = {
    "the default estimators": (None, X, Y, {}),
    "a numeric target": (None, X, X["other"], {}),
    "a forest of scikit-learn's": (RandomForestClassifier(3, ccp_alpha=0.1), X, Y, {}),
    "another estimator": (LogisticRegression(), X[["other"]], Y, {"scoring": "roc_auc"}),
    "accuracy": (RandomForestClassifier(3), X, Y, {"choose_by": "accuracy"}),
    "a measure of error": (RandomForestRegressor(3), X, X["other"], {"scoring": "neg_max_error"}),
}
STAY = {"pennyweight.BrierScore", "pennyweight.as_plain", "pennyweight.categorical_columns"}


@pytest.fixture
def named(monkeypatch):
    """Collect what fingerprints name of ours."""
    names, take = set(), _Taker._take_source

    def collecting(self, thing):
        name = f"{thing.__module__}.{thing.__qualname__}"
        names.update([name] if name.startswith("pennyweight.") else [])
        take(self, thing)

    monkeypatch.setattr(_Taker, "_take_source", collecting)
    return names


@pytest.mark.filterwarnings("ignore:.*searched with scikit-learn")
@pytest.mark.parametrize("case", SEARCHES)
def test_fingerprints_name_nothing_by_its_module(named, case, tmp_path):
    estimator, table, target, settings = SEARCHES[case]
    search = BudgetSearch(
        estimator, sequences="singles", store=tmp_path / "it.sqlite", random_state=0, **settings
    )
    search.fit(table, target, sample_weight=np.ones(90) if estimator is None else None)
    assert named <= STAY


def test_saved_models_name_nothing_by_its_module(tmp_path):
    search = BudgetSearch(RandomForestClassifier(3), sequences="paper", random_state=0).fit(X, Y)
    path = tmp_path / "model.skops"
    save_model(path, search.model())
    ours = {name for name in skops.io.get_untrusted_types(file=path) if "pennyweight" in name}
    assert ours == {"pennyweight.as_plain", "pennyweight.categorical_columns"}
    assert load_model(path).predict(X).tolist() == search.predict(X).tolist()


@pytest.mark.parametrize("name", sorted(STAY))
def test_the_names_that_stay_can_be_imported(name):
    member = name.removeprefix("pennyweight.")
    found = getattr(pennyweight, member)
    assert (found.__module__, found.__qualname__) == ("pennyweight", member)
