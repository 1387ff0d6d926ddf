"""What the tests of the store share: evaluations to put in, and what a file holds."""

import sqlite3
from contextlib import closing

from sklearn.ensemble import RandomForestClassifier

from helpers.toys import toy_table
from pennyweight import BudgetSearch, Evaluation
from pennyweight.store.shelf import place_of

ABOUT = {"estimator": "formula"}


def evaluation(*subset, trees=None, scores=(0.5, 0.25), **fields):
    return Evaluation(subset=subset, estimator="formula", scores=scores, trees=trees, **fields)


def put(store, *evaluations, fingerprint="it"):
    store.shelf(fingerprint, ABOUT)
    for each in evaluations:
        store.put(fingerprint, place_of(each.subset, each.trees), each)


def write(store, *evaluations):
    put(store, *evaluations)
    store.flush()


def rows(path):
    with closing(sqlite3.connect(path)) as connection:
        (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
        assert whole == "ok"
        return connection.execute("SELECT problem, subset, trees FROM evaluations").fetchall()


def count(path):
    """How many evaluations there are; none of them stands twice."""
    found = rows(path)
    assert len(set(found)) == len(found)
    return len(found)


def forest_search(path=None, **settings):
    forest = RandomForestClassifier(100)
    return BudgetSearch(forest, **({"random_state": 0, "store": path} | settings))


X, Y = toy_table(8, n_rows=120)
