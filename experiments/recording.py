"""Table: results as CSV, written whole after every run; what is there is not run again."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from experiments.machine import commit, machine
from pennyweight.files import atomic

SIGNATURE = ("settings", "commit", "machine")


class Table:
    """A CSV file whose rows are found by their key.

    Parameters
    ----------
    path : Path
        The file.
    key : names
        The columns that tell runs apart; a run may have several rows.
    signed : bool
        Whether each row says which commit and machine made it.
    """

    def __init__(self, path: Path, key: Iterable[str], *, signed: bool = True) -> None:
        self.path, self.key, self.signed = path, list(key), signed
        self._rows = pd.read_csv(path, dtype={"seed": int}) if path.exists() else pd.DataFrame()
        self._known = (
            set(map(tuple, self._rows[self.key].to_numpy().tolist())) if len(self) else set()
        )

    def __len__(self) -> int:
        return len(self._rows)

    def has(self, *key: Any) -> bool:
        """Tell whether a run is there."""
        return tuple(key) in self._known

    def _keys(self, rows: pd.DataFrame) -> set[tuple[Any, ...]]:
        return set(map(tuple, rows[self.key].to_numpy().tolist()))

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add the rows of a run and write the file."""
        signature = {"commit": commit(), "machine": machine()} if self.signed else {}
        new = pd.DataFrame([{**row, **signature} for row in rows])
        if not len(new):
            return
        self._rows = pd.concat([self._rows, new], ignore_index=True) if len(self) else new
        self._known |= self._keys(new)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with atomic.replacing(self.path) as part:
            self.frame().to_csv(part, index=False, float_format="%.6g")

    def frame(self) -> pd.DataFrame:
        """Return all rows, in order of their keys."""
        if not len(self):
            return self._rows
        last = [name for name in SIGNATURE if name in self._rows]
        ordered = self._rows[[*self._rows.columns.difference(last, sort=False), *last]]
        return ordered.sort_values(self.key, kind="stable", ignore_index=True)


class NotRunYet(Exception):  # noqa: N818 - it is no error
    """There are no results to draw or to list."""


def read(path: Path) -> pd.DataFrame:
    """Return a table of results."""
    if not path.exists():
        raise NotRunYet(f"there is no {path.name} yet; run `python -m experiments`.")
    return pd.read_csv(path)


def side_by_side(
    table: pd.DataFrame, run: Iterable[str], methods: Iterable[str], what: str = "test_aup"
) -> pd.DataFrame:
    """Return the areas (on test rows) of the runs that have all methods, a column for each."""
    wanted = list(methods)
    wide = table.pivot_table(index=list(run), columns="method", values=what)
    if not set(wanted) <= set(wide.columns) or not len(wide[wanted].dropna()):
        raise NotRunYet(f"no run has all of {', '.join(wanted)} yet; run `python -m experiments`.")
    return wide[wanted].dropna()
