"""load: a public data set with its prices, from a folder or from OpenML, and checked."""

import os
from importlib.resources import as_file, files
from os import PathLike
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from pennyweight.datasets.catalogue import PAPER, PRICED, SOURCES, Source
from pennyweight.datasets.dataset import Dataset
from pennyweight.datasets.openml import default_home, fetch
from pennyweight.datasets.paper_tables import as_numbers, checksum, filtered, from_openml, tidy
from pennyweight.exceptions import DownloadError
from pennyweight.prices import PriceList, hint

LOWEST, HIGHEST = 1, 100


def names(which: Literal["all", "paper", "priced"] = "all") -> tuple[str, ...]:
    """Return the names of the data sets: all, the paper's, or those with published prices.

    Parameters
    ----------
    which : {"all", "paper", "priced"}
        All of them, those of the paper, or those whose prices are real.

    Returns
    -------
    tuple of str
        Names that `load` takes.

    Examples
    --------
    >>> from pennyweight.datasets import names
    >>> names("priced")
    ('heart', 'thyroid', 'hepatitis', 'pima', 'liver')
    """
    return {"all": tuple(SOURCES), "paper": PAPER, "priced": PRICED}[which]


def load(
    name: str,
    *,
    price_seed: int | None = None,
    numeric: bool = True,
    data_home: str | PathLike[str] | None = None,
    check: bool = True,
) -> Dataset:
    """Load a public data set as the paper prepared it, with prices.

    The table comes from the folder that `PENNYWEIGHT_DATA` names, where that is set, else from
    OpenML. Both are held to the same checksum.

    Parameters
    ----------
    name : str
        One of `names()`.
    price_seed : int or None
        Draw prices uniformly from 1 to 100 with this seed, as the paper does. None: the published
        prices, where there are some; else every variable costs 1.
    numeric : bool
        Turn categories into integers, as the paper does, and standardise the bank's columns. False:
        leave them as published.
    data_home : path or None
        Where downloads are kept. None: `PENNYWEIGHT_CACHE`, or a folder of the user's caches.
    check : bool
        Refuse a table whose checksum is not the expected one. False: take it, and say so.

    Returns
    -------
    Dataset

    Examples
    --------
    >>> from pennyweight.datasets import load
    >>> load("vehicles")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: there is no data set 'vehicles'; the names are 'naval', ... Did you mean 'vehicle'?
    """
    if name not in SOURCES:
        known = ", ".join(map(repr, SOURCES))
        raise ValueError(
            f"there is no data set {name!r}; the names are {known}.{hint(str(name), SOURCES)}"
        )
    source = SOURCES[name]
    published, origin = _published(name, source, data_home)
    table = filtered(name, published)
    found = checksum(table)
    if check and found != source.sha256:
        raise DownloadError(
            f"the table of {name!r} ({origin}) is not the expected one: its SHA-256 is {found}, "
            f"not {source.sha256}. Take another copy, or load(..., check=False) to use this one."
        )
    X, y = table.drop(columns="target"), _labels(table["target"])
    prices, paid = _prices(name, list(X.columns), price_seed)
    return Dataset(
        X=as_numbers(name, X) if numeric else X,
        y=y,
        prices=prices,
        name=name,
        provenance=_provenance(source, origin, paid, found, numeric=numeric),
    )


def _published(
    name: str, source: Source, data_home: str | PathLike[str] | None
) -> tuple[pd.DataFrame, str]:
    """Return the table as published, with `target`, and where it came from."""
    if folder := os.environ.get("PENNYWEIGHT_DATA"):
        path = Path(folder) / f"{source.file}.csv.gz"
        if not path.exists():
            raise DownloadError(
                f"PENNYWEIGHT_DATA names a folder without {path.name}; put it there, or unset "
                "PENNYWEIGHT_DATA to download from OpenML."
            )
        return tidy(pd.read_csv(path, keep_default_na=False, na_values=[""])), path.name
    if source.openml is None:
        raise DownloadError(
            f"no copy on OpenML has the rows of {name!r} that the paper used; make "
            f"{source.file}.csv.gz from UCI's data set {source.uci} (a header line, the last "
            "column `target`) and set PENNYWEIGHT_DATA to its folder."
        )
    home = default_home() if data_home is None else Path(data_home)
    X, targets = fetch(source.openml, source.file, home)
    openml = source.openml
    origin = f"OpenML {openml.data_id} ({openml.name}, version {openml.version})"
    return from_openml(name, openml, X, targets), origin


def _labels(target: pd.Series) -> np.ndarray:
    """Return the labels: whole numbers as integers, words as words."""
    return target.to_numpy(dtype=int if target.dtype.kind == "f" else str)


def _prices(name: str, columns: list[str], price_seed: int | None) -> tuple[PriceList, str]:
    if price_seed is not None:
        drawn = np.random.default_rng(price_seed).uniform(LOWEST, HIGHEST, len(columns))
        how = f"drawn uniformly from {LOWEST} to {HIGHEST}, seed {price_seed}"
        return PriceList(drawn, names=columns), how
    if name in PRICED:
        with as_file(files("pennyweight") / "data" / "prices" / f"{name}.csv") as path:
            return PriceList.from_csv(path).bind(columns), "Turney (1995), Canadian dollars"
    return PriceList(None, names=columns), "none are published: every variable costs 1"


def _provenance(
    source: Source, origin: str, paid: str, found: str, *, numeric: bool
) -> tuple[str, ...]:
    as_expected = "as expected" if found == source.sha256 else "not the expected one"
    prepared = source.prepared if numeric else source.prepared.partition(";")[0]
    if not numeric and source.file.startswith("bank"):
        prepared = ""
    sentences = {
        "data": f"UCI {source.uci}, {source.title}; read from {origin}",
        "target": source.label or "as published",
        "prepared": prepared,
        "prices": paid,
        "sha256": f"{found[:16]}..., {as_expected}",
    }
    return tuple(f"{key}: {text}" for key, text in sentences.items() if text)
