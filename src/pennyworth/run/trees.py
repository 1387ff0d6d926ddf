"""Trees from a file, checked: a compiled tree follows its numbers wherever they point."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pennyworth.arrays import Rows
from pennyworth.evaluators.fitting import final_step
from pennyworth.exceptions import RunFolderError


def check_trees(model: Any, path: Path) -> None:
    """Refuse trees whose nodes point outside of themselves, back, or at columns that are not there.

    Saved files can be changed by hand or by accident; what reads them trusts these numbers.
    """
    for inner, left, right, column, n_columns in _trees(final_step(model)):
        here = np.flatnonzero(inner)
        for child in (left[here], right[here]):
            if (child <= here).any() or (child >= len(inner)).any():
                raise RunFolderError(f"{path} is damaged: a tree in it points outside of itself.")
        if (column[here] < 0).any() or (column[here] >= n_columns).any():
            raise RunFolderError(f"{path} is damaged: a tree in it asks for an unknown column.")


def _trees(model: Any) -> Iterator[tuple[Rows, Rows, Rows, Rows, int]]:
    """Go through trees as: who is an inner node, left and right children, columns, their number."""
    for tree in _scikit_learn_trees(model):
        left, right = tree.children_left, tree.children_right
        yield left != -1, left, right, tree.feature, tree.n_features
    for iteration in getattr(model, "_predictors", ()):
        for predictor in iteration:
            nodes = predictor.nodes
            left, right = nodes["left"].astype(int), nodes["right"].astype(int)
            yield nodes["is_leaf"] == 0, left, right, nodes["feature_idx"], model.n_features_in_


def _scikit_learn_trees(model: Any) -> Iterator[Any]:
    for member in (model, *np.ravel(getattr(model, "estimators_", ()))):
        if hasattr(member, "tree_"):
            yield member.tree_
