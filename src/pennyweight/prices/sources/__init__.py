"""Prices in the forms that people have them in, each read into items."""

from pennyweight.prices.sources.reading import read, read_csv
from pennyweight.prices.sources.table import as_frame
from pennyweight.prices.sources.turney import read_turney

__all__ = ["as_frame", "read", "read_csv", "read_turney"]
