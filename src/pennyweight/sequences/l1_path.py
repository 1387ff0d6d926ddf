"""Follow the L1 regularisation path."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pennyweight.arrays import Floats
from pennyweight.learners.l1 import lasso_coefficients, logistic_path
from pennyweight.problem import encode
from pennyweight.sequences.context import SearchContext
from pennyweight.subsets import Subset

# Low: only the order in which variables enter matters, and a variable too many does no harm.
TOLERANCE = 1e-2


@dataclass(kw_only=True)
class L1PathSequence:
    """Propose the sets of variables that an L1-penalised linear model uses, at every penalty.

    The penalties go down until all variables are in. The model (multinomial or binomial logistic
    regression, the lasso for a numeric target) only finds the sets; each is then evaluated with the
    search's own estimator.

    Parameters
    ----------
    n_penalties : int
        How many penalties to try.
    weakest : float
        The weakest penalty, as a share of the one that leaves no variable in.
    power : float
        How much a variable's penalty rises with its price alone: price ** power; 0: not at all.
    min_variables : int
        Leave out sets with fewer variables.
    max_rows : int
        On more training rows than this, follow the path on a sample of so many.
    name : str
        How the schedule calls it; "weighted_l1" is a power of 1.
    """

    n_penalties: int = 60
    weakest: float = 1e-3
    power: float = 0.0
    min_variables: int = 1
    max_rows: int = 20_000
    name: str = "l1_path"

    def run(self, search: SearchContext) -> None:
        """Propose the distinct active sets, and at last all variables: no penalty.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        active = []
        for variables in self._active_sets(search):
            if len(variables) >= max(1, self.min_variables):
                active.append(variables)
            if len(variables) == len(search.problem.variables):
                break
        search.evaluate([*active, search.full])

    def _active_sets(self, search: SearchContext) -> Iterator[Subset]:
        problem, rows = search.problem, search.problem.training
        if len(rows) > self.max_rows:
            rows = np.sort(search.rng.choice(rows, self.max_rows, replace=False))
        encoded = encode(problem, rows)
        matrix = encoded.matrix[rows] / self._penalties(search)[encoded.owner]
        known = matrix, problem.y[rows], problem.weights_of(rows)
        steps = np.geomspace(1.0, self.weakest, self.n_penalties)
        if problem.classification:
            for model in logistic_path(*known, steps, tolerance=TOLERANCE):
                yield encoded.active(model.coef_)
        else:
            for coefficients in lasso_coefficients(*known, steps):
                yield encoded.active(coefficients)

    def _penalties(self, search: SearchContext) -> Floats:
        """Return the relative penalty of each variable; a column that is divided by it pays it."""
        alone = np.array([search.prices.cost([v]) for v in range(len(search.problem.variables))])
        relative = np.maximum(alone / (alone.mean() or 1.0), 1e-3)
        penalties: Floats = relative**self.power
        return penalties
