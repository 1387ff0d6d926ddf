"""The data that the benchmarks of the forest run on, as numbers."""

import numpy as np
import pandas as pd

from pennyweight.datasets import SOURCES, load, make_gaussian_mixture

FILES = {name: source.file for name, source in SOURCES.items()}


def read_table(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the columns, categories as they are, and the target of a public data set."""
    data = load(name, numeric=False)
    return data.X, pd.factorize(data.y, sort=True)[0]


def read_numbers(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return a data set with categories as their ranks; 'mixture' is made, not read."""
    if name == "mixture":
        data = make_gaussian_mixture(0.3, n=50_000, random_state=0)
        return np.asarray(data.X, dtype=np.float32), pd.factorize(data.y, sort=True)[0]
    table, y = read_table(name)
    for column in table.columns[[not pd.api.types.is_numeric_dtype(d) for d in table.dtypes]]:
        codes = pd.factorize(table[column], sort=True)[0]
        table[column] = np.where(codes < 0, np.nan, codes)
    return table.to_numpy(dtype=np.float32), y
