"""The data sets of the quality benchmark, their prices, and which rows develop and which test."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.ensemble import RandomForestClassifier

from benchmarks.datasets import FILES, read_table
from benchmarks.quality.synthetic import DESIGNS, made
from pennyweight import BudgetSearch, PriceList
from pennyweight.problem import Problem

# The settings were found on the first eight; nobody looked at the others while choosing them.
SEEN = ["concrete", "pima", "heart", "vehicle", "steel", "landsat", "spambase", "thyroid"]
UNSEEN = ["naval", "bank", "liver", "hepatitis", "breast_cancer", "wine", "digits"]
PRICED = ["thyroid", "heart", "pima", "liver", "hepatitis"]
SMALL = {"heart", "hepatitis", "liver", "wine"}  # so few rows to test that chance is large
MOST_ROWS = 10_000
BUNDLED = {"breast_cancer": load_breast_cancer, "wine": load_wine, "digits": load_digits}


def kinds_of_prices(name: str) -> list[str]:
    return ["made"] if name in DESIGNS else ["drawn", *["real"] * (name in PRICED)]


def seeds_of(name: str, usual: int) -> int:
    """Return how many seeds a data set gets; small ones get three times as many."""
    return 3 * usual if name in SMALL else usual


def read(name: str, kind: str, seed: int) -> tuple[pd.DataFrame, np.ndarray, PriceList]:
    """Return the data and the prices."""
    if name in DESIGNS:
        return made(name, seed)
    if name in BUNDLED:
        X, y = BUNDLED[name](return_X_y=True, as_frame=True)[0], BUNDLED[name]().target
    else:
        X, y = read_table(name)
    if len(y) > MOST_ROWS:
        rows = np.random.default_rng(0).choice(len(y), MOST_ROWS, replace=False)
        X, y = X.iloc[rows].reset_index(drop=True), y[rows]
    return X, y, real_prices(name, X) if kind == "real" else drawn_prices(X, seed)


def drawn_prices(X: pd.DataFrame, seed: int) -> PriceList:
    drawn = np.random.default_rng(seed).integers(1, 101, X.shape[1])
    return PriceList(dict(zip(X.columns, drawn.tolist(), strict=True)))


def real_prices(name: str, X: pd.DataFrame) -> PriceList:
    folder = Path(os.environ["PENNYWEIGHT_DATA"]) / "costs"
    listed = PriceList.from_csv(folder / f"{FILES[name]}.csv")
    if "FTI" in X.columns:
        listed = listed.adding("FTI", 0, needs=["TT4", "T4U"])
    return listed.bind(list(X.columns))


def problem_of(X: Any, y: Any, prices: PriceList, seed: int) -> Problem:
    """Return the problem as all searches with this seed see it."""
    least = BudgetSearch(
        RandomForestClassifier(1), prices=prices, sequences="singles", effort=1, random_state=seed
    )
    return least.fit(X, y)._evaluator.problem
