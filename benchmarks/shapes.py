"""The data that the benchmarks of the forest run on, as numbers."""

import os
from pathlib import Path

import numpy as np
import pandas as pd

from pennyworth.datasets import make_gaussian_mixture

FILES = {
    "vehicle": "vehicle_silhouettes",
    "spambase": "spambase",
    "naval": "naval_propulsion",
    "landsat": "landsat_satimage",
    "concrete": "concrete",
    "steel": "steel_plates_faults",
    "thyroid": "thyroid_ann",
    "bank": "bank_marketing_full",
    "census": "census_income_kdd",
    "heart": "heart_cleveland",
    "hepatitis": "hepatitis",
    "pima": "pima_diabetes",
    "liver": "liver_bupa",
}
# What the paper leaves out of the census, before it drops the rows with missing values.
CENSUS_LEFT_OUT = [
    "migration_code_change_in_msa",
    "migration_code_change_in_reg",
    "migration_code_move_within_reg",
    "migration_prev_res_in_sunbelt",
]


def read_table(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the columns and the target of a public data set."""
    folder = os.environ.get("PENNYWORTH_DATA")
    if folder is None:
        raise SystemExit("set PENNYWORTH_DATA to the folder of the public data sets")
    path = Path(folder) / f"{FILES[name]}.csv.gz"
    table = pd.read_csv(path, keep_default_na=False, na_values=[""])
    if name == "census":
        table = table.drop(columns=CENSUS_LEFT_OUT).dropna()
    return table.drop(columns="target"), pd.factorize(table["target"], sort=True)[0]


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
