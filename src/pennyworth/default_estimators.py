"""The random forests that a search tries where nobody says which."""

from typing import Any

from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

LEAVES = 1, 3, 10


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

    Examples
    --------
    >>> from pennyworth import default_forests
    >>> for name, forest in default_forests(n_estimators=500).items():
    ...     print(name, "-", forest)
    forest - RandomForestClassifier(n_estimators=500)
    forest with leaves of 3 - RandomForestClassifier(min_samples_leaf=3, n_estimators=500)
    forest with leaves of 10 - RandomForestClassifier(min_samples_leaf=10, n_estimators=500)
    """
    kind = RandomForestClassifier if classification else RandomForestRegressor
    return {_name(rows): kind(min_samples_leaf=rows, **settings) for rows in LEAVES}


def _name(rows: int) -> str:
    return "forest" if rows == 1 else f"forest with leaves of {rows}"
