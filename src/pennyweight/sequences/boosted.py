"""Let LightGBM boost trees that pay for the features they use."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyweight.optional import require
from pennyweight.problem import Encoded, encode
from pennyweight.sequences.context import SearchContext
from pennyweight.subsets import Subset


@dataclass(kw_only=True)
class BoostedSequence:
    """Propose the sets of variables that cost-efficient gradient boosting uses, at every penalty.

    LightGBM charges a variable's price when a tree uses it for the first time (`cegb_*`); a sweep
    of the exchange rate between price and loss gives sets from few variables to all. It needs
    the optional package lightgbm.

    Parameters
    ----------
    n_penalties : int
        How many exchange rates to try.
    n_trees : int
        How many trees each has.
    """

    n_penalties: int = 20
    n_trees: int = 50
    name = "boosted"

    def run(self, search: SearchContext) -> None:
        """Propose the distinct sets, and at last all variables: as if they cost nothing.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        search.evaluate(dict.fromkeys([*self._used_sets(search), search.full]))

    def _used_sets(self, search: SearchContext) -> Iterator[Subset]:
        lightgbm = require("lightgbm", extra="boosted")
        problem, rows = search.problem, search.problem.training
        encoded = encode(problem, rows)
        codes = np.unique(problem.y[rows], return_inverse=True)[1]
        data = {
            "X": encoded.matrix[rows],
            "y": codes if problem.classification else problem.y[rows],
            "sample_weight": problem.weights_of(rows),
        }
        kind = lightgbm.LGBMClassifier if problem.classification else lightgbm.LGBMRegressor
        prices = self._prices(search, encoded)
        # What a split gains adds up over rows, so that a price must, too.
        for rate in len(rows) * np.geomspace(1e-3, 10, self.n_penalties):
            booster = kind(
                n_estimators=self.n_trees,
                random_state=problem.seed % 2**31,
                n_jobs=1,
                verbose=-1,
                cegb_tradeoff=float(rate),
                cegb_penalty_feature_coupled=prices,
            )
            if used := self._used(booster, data, encoded):
                yield used

    def _prices(self, search: SearchContext, encoded: Encoded) -> list[float]:
        """Return the price of each encoded column, in shares of all."""
        total = search.prices.total or 1.0
        alone = [search.prices.cost([v]) / total for v in range(len(search.problem.variables))]
        return [alone[variable] for variable in encoded.owner.tolist()]

    @staticmethod
    def _used(booster: Any, data: dict[str, Any], encoded: Encoded) -> Subset:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            booster.fit(**data)
        return encoded.active(booster.feature_importances_)
