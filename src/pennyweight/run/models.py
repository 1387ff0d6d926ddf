"""Fitted models on disk, saved with skops: nothing is ever unpickled."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import skops.io

from pennyweight.exceptions import RunFolderError
from pennyweight.files import atomic
from pennyweight.run.trees import check_trees
from pennyweight.schedule import ScheduledModel

# What is not checked is refused: compiled code that follows numbers of a file might read anything.
CHECKED = (
    "builtins",
    "numpy",
    "pennyweight.function",
    *(
        f"sklearn.{module}"
        for module in (
            "_loss",
            "compose",
            "discriminant_analysis",
            "dummy",
            "ensemble._bagging",
            "ensemble._forest",
            "ensemble._gb",
            "ensemble._hist_gradient_boosting",
            "ensemble._voting",
            "ensemble._weight_boosting",
            "impute._base",
            "linear_model",
            "multiclass",
            "naive_bayes",
            "neural_network",
            "pipeline",
            "preprocessing",
            "tree",
        )
    ),
)
# Functions that stand in our pipelines, and what scikit-learn's models are made of.
TRUSTED = (
    "numpy.dtype",
    "pennyweight.as_plain",
    "pennyweight.categorical_columns",
    "sklearn.compose._column_transformer.make_column_selector",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.tree._tree.Tree",
)


def model_name(model: ScheduledModel) -> str:
    """Return the name of a model's files; another model never has the same."""
    what = json.dumps([model.variables, model.estimator])
    return f"{len(model.variables)}-variables-{hashlib.sha256(what.encode()).hexdigest()[:10]}"


def save_model(path: Path, estimator: Any) -> None:
    """Save a fitted estimator."""
    with atomic.replacing(path) as part:
        skops.io.dump(estimator, part, compression=ZIP_DEFLATED)


def load_model(path: Path, trusted: Iterable[str] = ()) -> Any:
    """Load a fitted estimator; types that are not trusted are refused, and never made.

    Parameters
    ----------
    path : Path
        What `save_model` wrote.
    trusted : names
        Further types to trust, such as "my_package.MyClassifier".
    """
    if not path.exists():
        raise RunFolderError(f"{path} is not there; run fit again.")
    try:
        unchecked = {name for name in _types(path) if not name.startswith(CHECKED)}
        unknown = {*unchecked, *skops.io.get_untrusted_types(file=path)} - {*TRUSTED, *trusted}
    except Exception as error:
        raise RunFolderError(f"{path} is damaged, or no model ({error}).") from error
    if unknown:
        raise RunFolderError(
            f"{path} holds types that are not trusted: {', '.join(sorted(unknown))}; "
            "if you trust where it comes from, name them with --trust."
        )
    try:
        model = skops.io.load(path, trusted=[*TRUSTED, *trusted])
    except Exception as error:
        raise RunFolderError(f"{path} is damaged ({error}).") from error
    check_trees(model, path)
    return model


def _types(path: Path) -> set[str]:
    """Return the names of all types that a file has objects of."""
    with ZipFile(path) as file:
        waiting, found = [json.loads(file.read("schema.json"))], set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if "__class__" in node:
                found.add(f"{node['__module__']}.{node['__class__']}")
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return found
