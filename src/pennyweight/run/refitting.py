"""A model that was not saved, fitted anew from the data of its run: the same, bit for bit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from pennyweight.evaluators import fit
from pennyweight.exceptions import RunFolderError
from pennyweight.prices import PriceList
from pennyweight.run.roles import Loaded, take_apart
from pennyweight.run.settings import RunSettings, hash_of
from pennyweight.run.tables import Reading, open_table
from pennyweight.schedule import ScheduledModel
from pennyweight.search import named_estimators, ready_estimator, with_encoding
from pennyweight.seeds import seed_of, seeded

KNOWN_CODE = "sklearn."  # whose estimators are made without asking


def refitted(
    settings: RunSettings, prices: PriceList, step: ScheduledModel, trusted: Sequence[str]
) -> Any:
    """Fit the model of a step to all rows, as the search of the run does."""
    _check_trusted(settings.estimator, trusted)
    loaded = _loaded(settings)
    X = _columns(loaded.X, prices, prices.variables)
    given = ready_estimator(settings.estimator, classification=loaded.classification)
    estimators = named_estimators(given)
    if step.estimator not in estimators:
        raise RunFolderError(
            f"its estimator is {step.estimator!r}, and the settings make {', '.join(estimators)}."
        )
    estimator = seeded(
        with_encoding(estimators[step.estimator], X), seed_of(settings.seed), step.subset
    )
    return fit(estimator, _columns(X, prices, step.variables), loaded.y, loaded.weights)


def _check_trusted(estimator: str, trusted: Sequence[str]) -> None:
    """Refuse to run code that a file names, unless somebody says that it may run."""
    if ":" in estimator and not estimator.startswith(KNOWN_CODE) and estimator not in trusted:
        raise RunFolderError(
            f"that runs the code {estimator!r}; if you trust it, name it with --trust."
        )


def _loaded(settings: RunSettings) -> Loaded:
    path = Path(settings.data)
    if not path.is_file():
        raise RunFolderError(
            f"there is no file {settings.data}; go to the folder where fit was run, or bring the "
            "data back."
        )
    if hash_of(path.read_bytes()) != settings.data_sha256:
        raise RunFolderError(
            f"{settings.data} has other content than it had; bring the data of the run back."
        )
    reading = Reading(encoding=settings.encoding, decimal=settings.decimal, sheet=settings.sheet)
    return take_apart(
        open_table(path, reading).frame,
        target=settings.target,
        groups=settings.groups,
        weights=settings.weights,
        task=settings.task,
    )


def _columns(X: pd.DataFrame, prices: PriceList, variables: Sequence[str]) -> pd.DataFrame:
    owned = {column for variable in variables for column in prices.columns_of(variable)}
    return X[[name for name in X.columns if name in owned]]
