"""Models from a file, checked: compiled code follows their numbers wherever they point.

What scikit-learn makes sure of when a model predicts, that rows have `n_features_in_` columns, is
what all else is held to. Names with an underscore are scikit-learn's own, and not promised.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MethodType
from typing import Any

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.ensemble._forest import BaseForest
from sklearn.ensemble._gb import BaseGradientBoosting
from sklearn.ensemble._hist_gradient_boosting.gradient_boosting import BaseHistGradientBoosting
from sklearn.ensemble._hist_gradient_boosting.predictor import TreePredictor
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, OrdinalEncoder
from sklearn.tree import BaseDecisionTree, DecisionTreeRegressor
from sklearn.tree._tree import Tree
from sklearn.utils import check_array

from pennyweight.arrays import Rows
from pennyweight.exceptions import RunFolderError

BITSET = 8  # numbers of 32 bits, one bit for each of 256 categories


def check_trees(model: Any, path: Path) -> None:
    """Refuse a model with trees or encoders that would read outside of their arrays.

    Saved files can be changed by hand or by accident; what reads them trusts these numbers.
    """
    try:
        for part in _parts(model):
            for kind, check in CHECKS:
                if isinstance(part, kind):
                    check(part)
    except _Damaged as found:
        raise RunFolderError(f"{path} is damaged: {found}.") from None
    except Exception as error:
        raise RunFolderError(f"{path} is damaged: {type(error).__name__}: {error}.") from error


class _Damaged(Exception):  # noqa: N818 - it only carries what is wrong
    pass


def _require(right: object, wrong: str) -> None:
    if not right:
        raise _Damaged(wrong)


def _parts(model: Any) -> Iterator[Any]:
    """Go through all objects that a model is made of, each once."""
    waiting, seen = [model], {}
    while waiting:
        part = waiting.pop()
        if id(part) in seen or isinstance(part, str | bytes | int | float | type(None)):
            continue
        seen[id(part)] = part
        yield part
        waiting += [*_inside(part)]


def _inside(part: Any) -> Iterator[Any]:
    if isinstance(part, Mapping):
        yield from (*part.keys(), *part.values())
    elif isinstance(part, list | tuple | set | frozenset):
        yield from part
    elif isinstance(part, np.ndarray) and part.dtype == object:
        yield from part.ravel().tolist()
    elif isinstance(part, partial):
        yield from (part.func, part.args, part.keywords)
    elif isinstance(part, MethodType):
        yield part.__self__
    if not isinstance(part, type):
        yield from getattr(part, "__dict__", {}).values()


def _check_methods(part: Any) -> None:
    """Refuse an object with something of its own where its class has a method."""
    kind = type(part)
    for name in getattr(part, "__dict__", {}) if kind.__module__.startswith("sklearn.") else ():
        _require(not callable(getattr(kind, name, None)), f"it replaces {kind.__name__}.{name}")


def _check_tree(model: Any) -> None:
    tree = model.tree_
    _require(type(tree) is Tree, "a tree in it is none")
    _require(_columns(model) == tree.n_features, "a tree in it asks for an unknown column")
    _require(tree.node_count >= 1, "a tree in it is empty")
    left, right = tree.children_left, tree.children_right
    _check_nodes(left != -1, left, right, tree.feature, tree.n_features)
    _require(tree.value.shape[:2] == (tree.node_count, model.n_outputs_), "a tree lacks values")


def _check_forest(forest: Any) -> None:
    for member in forest.estimators_:
        _require(isinstance(member, BaseDecisionTree), "a tree in it is none")
        _require(_columns(member) == _columns(forest), "a tree in it asks for an unknown column")
        _require(member.n_outputs_ == forest.n_outputs_, "a tree in it predicts something else")


def _check_boosting(model: Any) -> None:
    trees = model.estimators_
    _require(trees.ndim == 2 and trees.size, "it has no trees")
    for member in trees.ravel():
        _require(type(member) is DecisionTreeRegressor, "a tree in it is none")
        _check_tree(member)
        _require(_columns(member) == _columns(model), "a tree in it asks for an unknown column")
        _require(member.tree_.value.shape[1:] == (1, 1), "a tree in it has several values")
    start = model._raw_predict_init(np.zeros((1, _columns(model)), np.float32))
    _require(start.shape == (1, trees.shape[1]), "its trees predict more than it starts from")


def _check_histogram_boosting(model: Any) -> None:
    n_columns = _columns(model)
    _require(not hasattr(model, "_in_fit"), "it is not fitted")
    known, places = model._bin_mapper.make_known_categories_bitsets()
    _require(places.shape == (n_columns,), "its bins are of other columns")
    _check_preprocessor(model._preprocessor, n_columns)
    for predictor in (each for iteration in model._predictors for each in iteration):
        _require(type(predictor) is TreePredictor, "a tree in it is none")
        nodes = predictor.nodes
        left, right = nodes["left"].astype(int), nodes["right"].astype(int)
        inner, column = nodes["is_leaf"] == 0, nodes["feature_idx"]
        _check_nodes(inner, left, right, column, n_columns)
        by_category = inner & (nodes["is_categorical"] != 0)
        sets = (predictor.raw_left_cat_bitsets, nodes["bitset_idx"][by_category])
        for bitsets, rows in (sets, (known, places[column[by_category]])):
            _require(bitsets.ndim == 2 and bitsets.shape[1] == BITSET, "its categories are odd")
            _require((rows < len(bitsets)).all(), "a tree in it asks for unknown categories")


def _check_preprocessor(encoder: Any, n_columns: int) -> None:
    """Refuse what gives the trees of boosting another number of columns; they do not look."""
    if encoder is None:
        return
    _require(type(encoder) is ColumnTransformer, "its columns are prepared by something else")
    (first, ordinal, categories), (second, numeric, numbers), *others = encoder.transformers_
    kinds = type(ordinal), type(numeric)
    _require(kinds == (OrdinalEncoder, FunctionTransformer), "its columns are prepared otherwise")
    _require(all(step == "drop" for _, step, _ in others), "its columns are prepared otherwise")
    checking = getattr(numeric.func, "func", None) is check_array and not numeric.func.args
    _require(checking and not numeric.kw_args, "its columns are prepared by something else")
    masks = np.array([categories, numbers])
    right = masks.dtype == bool and masks.shape == (2, n_columns) and (masks.sum(0) == 1).all()
    _require(right, "its bins are of other columns")
    for name, mask in ((first, categories), (second, numbers)):
        taken = encoder._transformer_to_input_indices[name]
        _require(list(taken) == list(np.flatnonzero(mask)), "its bins are of other columns")


def _check_encoder(encoder: Any) -> None:
    """Refuse codes that are beyond the columns that they stand for."""
    widths = [len(categories) for categories in encoder.categories_]
    _require(_columns(encoder) == len(widths), "an encoder in it is of other columns")
    groups = getattr(encoder, "_default_to_infrequent_mappings", None) or [None] * len(widths)
    _require(len(groups) == len(widths), "an encoder in it has unknown categories")
    for place, group in enumerate(groups):
        if group is not None:
            _require(len(group) == widths[place], "an encoder in it has unknown categories")
            distinct = np.unique(group)
            wanted = np.arange(len(distinct))
            _require(np.array_equal(distinct, wanted), "an encoder in it has unknown categories")
            widths[place] = len(distinct)
    dropped = encoder._drop_idx_after_grouping
    dropped = [None] * len(widths) if dropped is None else list(dropped)
    _require(len(dropped) == len(widths), "an encoder in it drops unknown categories")
    for place, drop in enumerate(dropped):
        _require(drop is None or 0 <= drop < widths[place], "an encoder drops unknown categories")
    expected = [w - (d is not None) for w, d in zip(widths, dropped, strict=True)]
    _require(list(encoder._n_features_outs) == expected, "an encoder in it has unknown categories")


def _columns(model: Any) -> int:
    """Return how many columns scikit-learn lets through to a model."""
    n_columns = vars(model).get("n_features_in_")
    if not isinstance(n_columns, int | np.integer) or isinstance(n_columns, bool):
        raise _Damaged("it does not say how many columns it takes")
    return int(n_columns)


def _check_nodes(inner: Rows, left: Rows, right: Rows, column: Rows, n_columns: int) -> None:
    """Refuse nodes that point outside of their tree, back, or at columns that are not there."""
    _require(inner.ndim == 1 and inner.size, "a tree in it is empty")
    here = np.flatnonzero(inner)
    for child in (left[here], right[here]):
        inside = (child > here).all() and (child < len(inner)).all()
        _require(inside, "a tree in it points outside of itself")
    known = (column[here] >= 0).all() and (column[here] < n_columns).all()
    _require(known, "a tree in it asks for an unknown column")


def _is_fitted(name: str, check: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return a check for those that were fitted: others refuse to predict."""
    return lambda part: check(part) if hasattr(part, name) else None


CHECKS: tuple[tuple[type, Callable[[Any], None]], ...] = (
    (object, _check_methods),
    (BaseDecisionTree, _is_fitted("tree_", _check_tree)),
    (BaseForest, _is_fitted("estimators_", _check_forest)),
    (BaseGradientBoosting, _is_fitted("estimators_", _check_boosting)),
    (BaseHistGradientBoosting, _is_fitted("_predictors", _check_histogram_boosting)),
    (OneHotEncoder, _is_fitted("categories_", _check_encoder)),
)
