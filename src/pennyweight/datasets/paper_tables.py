"""Published tables made into the paper's: labels, quartiles, filters, categories as integers."""

import hashlib
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from pennyweight.datasets.catalogue import CENSUS_LEFT_OUT, OpenML, columns_of
from pennyweight.exceptions import DownloadError

Labelled = Callable[[pd.DataFrame], pd.Series]


def tidy(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table with numbers as numbers, blanks around words removed, the rest missing."""
    return pd.DataFrame({str(name): _tidy_column(frame[name]) for name in frame.columns})


def _tidy_column(column: pd.Series) -> pd.Series:
    """Tidy each different value once."""
    if pd.api.types.is_numeric_dtype(column):
        return column.astype(float).reset_index(drop=True)
    codes, values = pd.factorize(column)
    words = pd.Series([str(value).strip() for value in values], dtype=object)
    numbers = pd.to_numeric(words.where(words != ""), errors="coerce").astype(float)
    all_numbers = bool((numbers.notna() | (words == "")).all())
    tidied = numbers if all_numbers else words.where(words != "", None)
    return tidied.reindex(codes).reset_index(drop=True)


def from_openml(name: str, openml: OpenML, X: pd.DataFrame, targets: pd.DataFrame) -> pd.DataFrame:
    """Return OpenML's table as UCI published it, with the features' names, and `target`."""
    n_rows = openml.rows or len(X)
    features = X.drop(columns=[c for c in openml.left_out if c in X.columns]).head(n_rows)
    features.columns = pd.Index(_columns_there(name, features.shape[1]))
    features = features.assign(
        **{c: v for c, v in CONSTANT.get(name, {}).items() if c not in features.columns}
    )
    words = openml.words
    said = {c: _in_ucis_words(features[c], words.get(c, {})) for c in columns_of(name)}
    outputs = targets.head(n_rows).apply(_in_ucis_words, words=words.get("target", {}))
    label = LABELS.get(name, _as_published)
    return tidy(pd.DataFrame(said)).assign(target=label(tidy(outputs)))


def _in_ucis_words(column: pd.Series, words: Mapping[str, str]) -> pd.Series:
    return column.astype(object).map(lambda value: words.get(value, value)) if words else column


def _columns_there(name: str, n_columns: int) -> list[str]:
    """Return the names of OpenML's columns, which may lack those that do not vary."""
    expected = columns_of(name)
    varying = [column for column in expected if column not in CONSTANT.get(name, {})]
    for names in (expected, varying):
        if len(names) == n_columns:
            return names
    raise DownloadError(
        f"{name!r} has {n_columns} columns on OpenML, and {len(expected)} were expected; it must "
        "have been changed there. Set PENNYWEIGHT_DATA to a folder with UCI's table."
    )


def _as_published(outputs: pd.DataFrame) -> pd.Series:
    return outputs.iloc[:, 0]


def _both_above_median(outputs: pd.DataFrame) -> pd.Series:
    return (outputs > outputs.median()).all(axis=1).astype(float)


def _quartile(outputs: pd.DataFrame) -> pd.Series:
    values = outputs.iloc[:, 0].to_numpy(dtype=float)
    cuts = np.quantile(values, [0.25, 0.5, 0.75])
    return pd.Series(1.0 + np.searchsorted(cuts, values, side="left"))


def _at_least_three(outputs: pd.DataFrame) -> pd.Series:
    return (outputs.iloc[:, 0] >= 3).astype(float)


LABELS: Mapping[str, Labelled] = {
    "naval": _both_above_median,
    "concrete": _quartile,
    "liver": _at_least_three,
}
# OpenML's copy may leave out columns that do not vary.
CONSTANT: Mapping[str, Mapping[str, float]] = {
    "naval": {
        "gt_compressor_inlet_air_temperature_T1": 288.0,
        "gt_compressor_inlet_air_pressure_P1": 0.998,
    }
}


def filtered(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Return the columns and rows that the paper kept."""
    if name != "census":
        return table
    return table.drop(columns=list(CENSUS_LEFT_OUT)).dropna().reset_index(drop=True)


def as_numbers(name: str, X: pd.DataFrame) -> pd.DataFrame:
    """Return the features as the paper has them: categories as integers from 1, in order."""
    numbers: pd.DataFrame = X.apply(
        lambda column: column if column.dtype.kind == "f" else _codes(column)
    )
    if name == "bank":
        numbers = (numbers - numbers.mean()) / numbers.std()
    return numbers


def _codes(column: pd.Series) -> pd.Series:
    codes = pd.Series(pd.factorize(column, sort=True)[0] + 1.0, column.index)
    return codes.where(codes > 0)


def checksum(table: pd.DataFrame) -> str:
    """Return a SHA-256 of the names and values of a tidy table, however it was stored."""
    digest = hashlib.sha256()
    for name in table.columns:
        digest.update(f"\x1e{name}\x1e".encode())
        column = table[name]
        if column.dtype.kind == "f":
            values = column.to_numpy(dtype="<f8") + 0.0
            values[np.isnan(values)] = np.nan
            digest.update(values.tobytes())
        else:
            codes, words = pd.factorize(column)  # in order of appearance; -1 where missing
            digest.update("\x1f".join(words).encode() + codes.astype("<i4").tobytes())
    return digest.hexdigest()
