"""Data with prices: public data sets as the paper prepared them, and data that are made."""

from pennyweight.datasets.catalogue import SOURCES
from pennyweight.datasets.dataset import Dataset
from pennyweight.datasets.loading import load, names
from pennyweight.datasets.made import breast_cancer, make_gaussian_mixture

__all__ = ["SOURCES", "Dataset", "breast_cancer", "load", "make_gaussian_mixture", "names"]
