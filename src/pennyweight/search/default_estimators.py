"""The random forests that a search tries where nobody says which, and of which kind."""

from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from pennyweight.arrays import Floats, Labels

LEAVES = 1, 3, 10
MOST_CLASSES = 20
SURELY_CLASSES = 10


def default_forests(*, classification: bool = True, **settings: Any) -> dict[str, Any]:
    """Return random forests that differ in how many rows a leaf has at least: 1, 3 and 10.

    Where variables tell little, trees that are grown to the end learn the noise; where they tell
    nearly everything, large leaves blur it. So each subset is tried with all three, and the one
    with the best merit is its model.

    Parameters
    ----------
    classification : bool
        Whether classes are predicted, as against numbers.
    **settings
        Other settings of `RandomForestClassifier` or `RandomForestRegressor`.

    Returns
    -------
    dict of str to estimator
        The forests by name, as `BudgetSearch` takes them.

    Examples
    --------
    >>> from pennyweight import default_forests
    >>> for name, forest in default_forests(n_estimators=500).items():
    ...     print(name, "-", forest)
    forest - RandomForestClassifier(n_estimators=500)
    forest with leaves of 3 - RandomForestClassifier(min_samples_leaf=3, n_estimators=500)
    forest with leaves of 10 - RandomForestClassifier(min_samples_leaf=10, n_estimators=500)
    """
    kind = RandomForestClassifier if classification else RandomForestRegressor
    return {_name(rows): kind(min_samples_leaf=rows, **settings) for rows in LEAVES}


def holds_classes(y: Labels) -> bool:
    """Tell whether a target holds classes: texts, truth values or few whole numbers.

    >>> holds_classes(np.array([0, 1, 2])), holds_classes(np.array([0.1, 0.2, 0.3]))
    (True, False)
    """
    numbers = _different_numbers(y)
    return numbers is None or (_are_whole(numbers) and len(numbers) <= MOST_CLASSES)


def doubt(y: Labels) -> str | None:
    """Return what was taken for what, where that is doubtful, and how to say otherwise.

    Doubtful are more whole numbers than a handful, and many that count from 0 or 1, as codes do.
    """
    numbers = _different_numbers(y)
    if numbers is None or len(numbers) <= SURELY_CLASSES or not _are_whole(numbers):
        return None
    taken, kind, task = "classes", "regressor", "number"
    if len(numbers) > MOST_CLASSES:
        taken, kind, task = "a number", "classifier", "classes"
        counts = numbers[0] in (0, 1) and numbers[-1] - numbers[0] == len(numbers) - 1
        if not counts or len(y) < 2 * len(numbers):
            return None
    return (
        f"the target holds {len(numbers)} different whole numbers and is taken for {taken}; to say "
        f"otherwise, give a {kind} as the estimator, such as "
        f"default_forests(classification={kind == 'classifier'}), or --task {task} on the command "
        "line."
    )


def _different_numbers(y: Labels) -> Floats | None:
    """Return the numbers that a target holds, each once; None where it holds something else."""
    y = np.asarray(pd.Series(y).infer_objects())
    return np.unique(y[np.isfinite(y)]) if y.dtype.kind in "iuf" else None


def _are_whole(numbers: Floats) -> bool:
    return bool((numbers == np.round(numbers)).all())


def _name(rows: int) -> str:
    return "forest" if rows == 1 else f"forest with leaves of {rows}"
