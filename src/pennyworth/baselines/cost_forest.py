"""rfB: a forest that looks at cheap variables more often, used to rank them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from pennyworth.arrays import Floats, Rows
from pennyworth.encoding import ordinal
from pennyworth.prices import PriceList
from pennyworth.scheduled_model import ScheduledModel
from pennyworth.search import BudgetSearch
from pennyworth.sequences import SearchContext

MOST_COPIES = 100


@dataclass(kw_only=True)
class CostForestSequence:
    """Rank variables by a forest that draws them with probability inverse to price; try the top k.

    The forest is scikit-learn's, on columns copied as often as they are cheap: so each draw of a
    candidate column is a draw of a variable with the wanted probability, up to rounding.

    Parameters
    ----------
    n_estimators : int
        The number of trees.
    """

    n_estimators: int = 500
    name = "cost_forest"

    def run(self, search: SearchContext) -> None:
        """Propose the first variable of the ranking, the first two, and so on."""
        ranking = np.argsort(-self._importances(search), kind="stable").tolist()
        search.evaluate(ranking[: size + 1] for size in range(len(ranking)))

    def _importances(self, search: SearchContext) -> Floats:
        problem, rows = search.problem, search.problem.training
        numbers, owner = ordinal(problem)
        copied = np.repeat(np.arange(len(owner)), copies(search.prices)[owner])
        kind = RandomForestClassifier if problem.classification else RandomForestRegressor
        forest = kind(
            self.n_estimators,
            max_features=max(1, int(np.sqrt(len(problem.full)))),
            random_state=int(search.rng.integers(2**31)),
        )
        forest.fit(numbers[rows][:, copied], problem.y[rows], problem.weights_of(rows))
        return np.bincount(owner[copied], forest.feature_importances_).astype(float)


def copies(prices: PriceList) -> Rows:
    """Return how often to copy the columns of each variable: inverse to its price alone."""
    alone = np.array([prices.cost([variable]) for variable in prices.variables])
    if not alone.any():
        return np.ones(len(alone), dtype=np.intp)
    ratio: Floats = alone.max() / np.maximum(alone, alone.max() / MOST_COPIES)
    return np.rint(ratio).astype(np.intp)


def rf_b(
    X: Any,
    y: Any,
    prices: Any = None,
    *,
    estimator: Any = None,
    validation: Any = 0.25,
    random_state: Any = None,
    **settings: Any,
) -> ScheduledModel:
    """Return the one model that rfB ends with: the k cheapest-and-best ranked, k by validation.

    Parameters
    ----------
    X, y : table and array
        The data, and what to predict.
    prices : anything that `PriceList` takes
        What the variables cost.
    estimator : estimator or None
        What is fitted to the ranked variables; None: a random forest.
    validation : as in `BudgetSearch`
        How k is chosen.
    random_state : int, RandomState or None
        An int makes the result repeatable.
    **settings
        Further settings of `BudgetSearch`.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> from pennyworth.baselines import rf_b
    >>> from pennyworth.datasets import make_gaussian_mixture
    >>> data = make_gaussian_mixture(0.3, n=400, random_state=0)
    >>> forest = RandomForestClassifier(20)
    >>> model = rf_b(data.X, data.y, data.prices, estimator=forest, random_state=0)
    >>> model.cost <= data.prices.total
    True
    """
    search = BudgetSearch(
        estimator,
        prices=prices,
        sequences=CostForestSequence(),
        validation=validation,
        random_state=random_state,
        **settings,
    )
    return search.fit(X, y).best_model_
