"""rfB: a forest that looks at cheap variables more often, used to rank them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from pennyweight.arrays import Floats
from pennyweight.learners.forest import ForestKernel, Shared
from pennyweight.prices import PriceList
from pennyweight.problem import Problem
from pennyweight.schedule import ScheduledModel
from pennyweight.search import BudgetSearch
from pennyweight.sequences import SearchContext

MOST_FAVOURED = 100  # a variable is looked at no more than so often as the dearest one


@dataclass(kw_only=True)
class CostForestSequence:
    """Rank variables by a forest that draws them with probability inverse to price; try the top k.

    Parameters
    ----------
    n_estimators : int
        The number of trees.
    """

    n_estimators: int = 500
    name = "cost_forest"

    def run(self, search: SearchContext) -> None:
        """Propose the first variable of the ranking, the first two, and so on.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        ranking = np.argsort(-self._importances(search), kind="stable").tolist()
        search.evaluate(ranking[: size + 1] for size in range(len(ranking)))

    def _importances(self, search: SearchContext) -> Floats:
        problem = search.problem
        kind = RandomForestClassifier if problem.classification else RandomForestRegressor
        forest = kind(self.n_estimators, max_features="sqrt")
        kernel = ForestKernel(Shared(problem), forest)
        weights = column_weights(problem, search.prices)
        drops = kernel.drops(problem.full, kernel.unseen, 0, self.n_estimators, weights)
        mean: Floats = drops.mean(axis=0)
        return mean


def column_weights(problem: Problem, prices: PriceList) -> Floats:
    """Return how likely each column is to be looked at: inverse to its variable's price alone."""
    alone = np.array([prices.cost([variable]) for variable in prices.variables])
    cheapest = alone.max() / MOST_FAVOURED or 1.0
    of_variable = 1.0 / np.maximum(alone, cheapest)
    owner = {column: v for v, columns in enumerate(problem.columns_of_each) for column in columns}
    return np.array([of_variable[owner[column]] for column in problem.columns(problem.full)])


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

    Returns
    -------
    ScheduledModel
        The best of the ranked sets.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> from pennyweight.baselines import rf_b
    >>> from pennyweight.datasets import make_gaussian_mixture
    >>> data = make_gaussian_mixture(0.3, n=400, random_state=0)
    >>> forest = RandomForestClassifier(20)
    >>> model = rf_b(data.X, data.y, data.prices, estimator=forest, random_state=0)
    >>> model.cost, model.variables
    (369.0, ('x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7'))
    """
    search = BudgetSearch(
        RandomForestClassifier() if estimator is None else estimator,
        prices=prices,
        sequences=CostForestSequence(),
        validation=validation,
        random_state=random_state,
        **settings,
    )
    return search.fit(X, y).best_model_
