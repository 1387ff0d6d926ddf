"""Attacks on BudgetSearch: any table, target, prices and settings; then all that it answers."""

import pickle
from typing import Any

import numpy as np
import pandas as pd
import sklearn
from sklearn.base import clone, is_classifier

from fuzz.asking import ask
from fuzz.case import Case
from fuzz.plain import check_answers, check_schedule, cost
from fuzz.random_prices import random_amount, random_prices
from fuzz.random_settings import random_budget, random_settings
from fuzz.random_tables import ODD_TABLES, random_rows, random_table
from fuzz.random_targets import random_groups, random_target, random_weights
from pennyweight import BudgetSearch, EvaluationStore, default_forests
from pennyweight.prices import as_limits

# What an error about a search may blame: its arguments, or what is in them.
ARGUMENTS = {
    *BudgetSearch().get_params(),
    *("X", "y", "weight", "groups", "column", "variable", "price", "row", "class", "target"),
    *("store", "subset", "sequence", "score", "scorer", "fold", "estimator", "feature", "cost"),
}


def compile_all() -> None:
    """Have the forests compiled for every kind of target, so that no case waits for it."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=60), "b": rng.normal(size=60), "c": ["u", "v"] * 30})
    for y in (np.arange(60) % 2, np.arange(60) % 3, X["a"] + X["b"]):
        forests = default_forests(classification=y.dtype.kind == "i")
        BudgetSearch(forests, sequences=["importance", "l1_path"], random_state=0).fit(X, y)


def search(case: Case) -> None:
    """Fit anything, and hold the result against plain Python."""
    fitted, X = _fitted(case)
    check_search(fitted)
    check_predictions(fitted, X)
    if case.chance(0.2):
        check_copies(fitted, X)
    if case.chance(0.5):
        check_again(case, fitted)
    if case.chance(0.5):
        ask(case, fitted.schedule_)


def predict(case: Case) -> None:
    """Ask a fitted search about tables that it was not fitted to."""
    fitted, X = _fitted(case)
    if isinstance(X, pd.DataFrame):
        X = case.rng.choice(FRAMES)(case, X)
    else:
        X = case.rng.choice(ODD_TABLES)(case, pd.DataFrame(np.asarray(X)))
    case.tell(asked=X)
    method = case.rng.choice(["predict", "predict_proba", "transform", "score"])
    if hasattr(fitted, method):
        getattr(fitted, method)(
            X, *([np.zeros(case.rng.choice([0, 1, 40]))] if method == "score" else [])
        )


FRAMES = [
    lambda case, X: X.iloc[:, ::-1],
    lambda case, X: X.iloc[:, 1:],
    lambda case, X: X.iloc[:1],
    lambda case, X: X.iloc[:0],
    lambda case, X: X.assign(more=1),
    lambda case, X: X.to_numpy(),
    lambda case, X: X.astype(str),
    lambda case, X: X.astype(object),
    lambda case, X: X * np.nan if len(X.select_dtypes("number").columns) == X.shape[1] else X,
    lambda case, X: pd.concat([X, X]),
    lambda case, X: X.rename(columns=str.upper) if all(isinstance(n, str) for n in X) else X,
    lambda case, X: None,
]


def _fitted(case: Case) -> tuple[BudgetSearch, Any]:
    n_rows = random_rows(case)
    classes = case.chance(0.6)
    X, y = random_table(case, n_rows), random_target(case, n_rows, classes=classes)
    names = names_of(X)
    settings = random_settings(case, names, classes=classes) | {
        "prices": random_prices(case, names)
    }
    given = {"sample_weight": random_weights(case, n_rows), "groups": random_groups(case, n_rows)}
    case.tell(X=X, dtypes=getattr(X, "dtypes", None), y=y, settings=settings, given=given)
    if case.chance(0.05):
        sklearn.set_config(enable_metadata_routing=True)
    case.blame(*ARGUMENTS, *(str(name) for name in names if str(name).strip()))
    return BudgetSearch(**settings).fit(X, y, **given), X


def names_of(X: Any) -> list[Any]:
    if hasattr(X, "collect_schema"):
        return X.collect_schema().names()
    if hasattr(X, "columns"):
        return list(X.columns)
    return [f"x{i}" for i in range(np.shape(X)[1] if np.ndim(X) == 2 else 2)]


def limits_of(fitted: BudgetSearch) -> dict[str, float]:
    return as_limits(fitted.budget, fitted.prices_.kinds[0])


def check_search(fitted: BudgetSearch) -> None:
    """The schedule is the front of what was tried, and keeps to every limit."""
    schedule = fitted.schedule_
    check_schedule(schedule)
    names = schedule.prices.variables
    for each in schedule.evaluations:
        variables = {names[i] for i in each.subset}
        assert {names[i] for i in schedule.prices.subset(fitted.keep or ())} <= variables
        assert not {names[i] for i in schedule.prices.subset(fitted.exclude or ())} & variables
        for kind, most in limits_of(fitted).items():
            assert cost(schedule.prices.kind(kind), variables) <= most, (variables, most)
    assert fitted.best_model_ in tuple(schedule)


def check_predictions(fitted: BudgetSearch, X: Any) -> None:
    """Predictions have the right shape and are of the right kind, and need only their columns."""
    predicted = fitted.predict(X)
    rows = len(predicted)
    assert predicted.shape == (rows,), predicted.shape
    assert rows == getattr(X, "shape", (rows,))[0]
    support = fitted.get_support()
    assert support.sum() == sum(
        len(fitted.prices_.columns_of(name)) for name in fitted.best_model_.variables
    )
    if is_classifier(fitted):
        assert set(predicted.tolist()) <= set(fitted.classes_.tolist())
        if hasattr(fitted, "predict_proba"):
            shares = fitted.predict_proba(X)
            assert shares.shape == (rows, len(fitted.classes_))
            assert np.allclose(shares.sum(axis=1), 1)
    else:
        assert np.isfinite(predicted).all()


def check_copies(fitted: BudgetSearch, X: Any) -> None:
    """What has been through a file, or is shown, is what it was."""
    again = pickle.loads(pickle.dumps(fitted))
    assert again.schedule_ == fitted.schedule_
    assert again.predict(X).tolist() == fitted.predict(X).tolist()
    clone(fitted)
    assert repr(fitted)
    assert fitted._repr_html_()
    assert fitted.card()


def check_again(case: Case, fitted: BudgetSearch) -> None:
    """Search further under other prices; what was tried still counts."""
    items = [item.name for item in fitted.prices_.items if not item.owned]
    changed = {name: random_amount(case, 0) for name in items if case.chance(0.5)}
    case.tell(changed=changed)
    if not isinstance(fitted.store, EvaluationStore):
        again = fitted.reprice(changed)
        check_search(again)
        known = {(each.subset, each.estimator) for each in again.schedule_.evaluations}
        old = fitted.schedule_.reprice(again.prices_).within(**limits_of(again))
        assert {(each.subset, each.estimator) for each in old.evaluations} <= known
    budget = random_budget(case, 0.1)
    case.tell(budget=budget)
    if isinstance(budget, float | int) or budget is None:
        check_answers(fitted.schedule_, budget or 0)
    fitted.model(budget)
