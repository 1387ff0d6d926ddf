"""What a run was made of, made again from its settings and prices: its search, data and models."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pennyweight.evaluators import fit
from pennyweight.exceptions import RunFolderError
from pennyweight.prices import PriceList
from pennyweight.run.roles import Loaded, take_apart
from pennyweight.run.settings import RunSettings, hash_of
from pennyweight.run.tables import Reading, open_table
from pennyweight.schedule import ScheduledModel
from pennyweight.search import BudgetSearch, named_estimators, ready_estimator, with_encoding
from pennyweight.seeds import seed_of, seeded

KNOWN_CODE = "sklearn."  # whose estimators are made without asking


def search_of(
    settings: RunSettings, prices: PriceList, trusted: Sequence[str] = ()
) -> BudgetSearch:
    """Return the search that the settings describe, not fitted; it keeps nothing on disk.

    Parameters
    ----------
    settings : RunSettings
        What the run is made of.
    prices : PriceList
        Its prices.
    trusted : names
        The code, as in ``module:object``, that may run to make an estimator.
    """
    _check_trusted(settings.estimator, trusted)
    priced = {item.name for item in prices.items}
    return BudgetSearch(
        ready_estimator(settings.estimator, classification=settings.task == "classes"),
        prices=prices,
        budget=settings.budget,
        keep=settings.keep,
        exclude=tuple(name for name in settings.exclude if name in priced),
        sequences=list(settings.sequences),
        scoring=settings.scoring,
        choose_by=settings.choose_by,
        validation=settings.validation,
        test_size=settings.test_size,
        effort=settings.effort,
        n_jobs=settings.jobs,
        random_state=settings.seed,
    )


def data_of(settings: RunSettings, prices: PriceList) -> Loaded:
    """Read the data of a run anew, or say why they are not those that it had."""
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
    loaded = take_apart(
        open_table(path, reading).frame,
        target=settings.target,
        groups=settings.groups,
        weights=settings.weights,
        task=settings.task,
    )
    return loaded.without(settings.exclude, prices)


def refitted(
    settings: RunSettings, prices: PriceList, step: ScheduledModel, trusted: Sequence[str]
) -> Any:
    """Fit the model of a step to all rows, as the search of the run does: the same to the bit."""
    search = search_of(settings, prices, trusted)
    loaded = data_of(settings, prices)
    estimators = named_estimators(search.estimator)
    if step.estimator not in estimators:
        raise RunFolderError(
            f"its estimator is {step.estimator!r}, and the settings make {', '.join(estimators)}."
        )
    estimator = seeded(
        with_encoding(estimators[step.estimator], loaded.X),
        seed_of(search.random_state),
        step.subset,
    )
    owned = {column for variable in step.variables for column in prices.columns_of(variable)}
    X = loaded.X[[name for name in loaded.X.columns if name in owned]]
    return fit(estimator, X, loaded.y, loaded.weights)


def _check_trusted(estimator: str, trusted: Sequence[str]) -> None:
    """Refuse to run code that a file names, unless somebody says that it may run."""
    if ":" in estimator and not estimator.startswith(KNOWN_CODE) and estimator not in trusted:
        raise RunFolderError(
            f"that runs the code {estimator!r}; if you trust it, name it with --trust (trusted= in "
            "Python)."
        )
