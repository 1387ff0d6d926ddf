"""Data that need no download: the paper's Gaussian mixture, and breast cancer from scikit-learn."""

from importlib.resources import as_file, files
from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.utils import check_random_state

from pennyweight.arrays import Floats
from pennyweight.datasets.dataset import Dataset
from pennyweight.prices import PriceList

MIXTURE_PRICES = (92, 81, 45, 23, 23, 33, 72, 5)


def make_gaussian_mixture(rho: float, n: int = 5_000, random_state: Any = None) -> Dataset:
    """Draw from the paper's mixture of four Gaussians in eight dimensions, with its prices.

    Parameters
    ----------
    rho : float
        The correlation of neighbouring variables; the paper has 0.1, 0.3 and 0.6.
    n : int
        The number of rows; the paper has 50,000.
    random_state : int, RandomState or None
        An int makes the draw repeatable.

    Returns
    -------
    Dataset
        The data with prices.

    Examples
    --------
    >>> from pennyweight.datasets import make_gaussian_mixture
    >>> mixture = make_gaussian_mixture(0.3, n=100, random_state=0)
    >>> mixture.X.shape, mixture.prices.total
    ((100, 8), 374.0)
    """
    if not -1 < rho < 1:
        raise ValueError(f"rho is {rho}; a correlation lies between -1 and 1.")
    rng = check_random_state(random_state)
    labels = rng.randint(4, size=n)
    place = np.arange(8)
    covariance = float(rho) ** np.abs(place[:, None] - place)
    noise = rng.standard_normal((n, 8)) @ np.linalg.cholesky(covariance).T
    names = [f"x{i}" for i in range(1, 9)]
    return Dataset(
        X=pd.DataFrame(_mixture_centres()[labels] + noise, columns=names),
        y=labels + 1,
        prices=PriceList(MIXTURE_PRICES, names=names),
        name="gaussian mixture",
        provenance=(f"drawn from four Gaussians, rho = {rho:g}, as in the paper",),
    )


def _mixture_centres() -> Floats:
    first = np.linspace(2.0, 0.6, 8)
    signs = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    centres: Floats = first * np.repeat(signs, 4, axis=1)
    return centres


def breast_cancer() -> Dataset:
    """Load breast cancer from scikit-learn: ten measurements of cell nuclei, three columns each.

    The prices are made up for illustration: all measurements of shape need the nuclei's outline
    traced once, and compactness is computed from perimeter and area.

    Returns
    -------
    Dataset
        The data with prices.

    Examples
    --------
    >>> from pennyweight.datasets import breast_cancer
    >>> data = breast_cancer()
    >>> data.prices.cost(["radius"]), data.prices.cost(["radius", "symmetry"])
    (14.0, 18.0)
    """
    bunch = load_breast_cancer(as_frame=True)
    with as_file(files("pennyweight") / "data" / "breast_cancer_prices.csv") as path:
        prices = PriceList.from_csv(path)
    return Dataset(
        X=bunch.data,
        y=np.asarray(bunch.target_names)[bunch.target],
        prices=prices.bind(bunch.data.columns),
        name="breast cancer",
        provenance=("from scikit-learn", "prices: made up for illustration"),
    )
