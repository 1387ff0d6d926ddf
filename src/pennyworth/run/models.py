"""Fitted models on disk, saved with skops: nothing is ever unpickled."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED

import skops.io

from pennyworth import atomic
from pennyworth.exceptions import RunFolderError
from pennyworth.run.trees import check_trees
from pennyworth.scheduled_model import ScheduledModel

# Functions that stand in our pipelines, and what scikit-learn's models are made of.
TRUSTED = (
    "numpy.dtype",
    "pennyworth.columns.as_plain",
    "pennyworth.columns.categorical_columns",
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
        unknown = sorted(set(skops.io.get_untrusted_types(file=path)) - {*TRUSTED, *trusted})
    except Exception as error:
        raise RunFolderError(f"{path} is damaged, or no model ({error}).") from error
    if unknown:
        raise RunFolderError(
            f"{path} holds types that are not trusted: {', '.join(unknown)}; "
            "if you trust where it comes from, name them with --trust."
        )
    model = skops.io.load(path, trusted=[*TRUSTED, *trusted])
    check_trees(model, path)
    return model
