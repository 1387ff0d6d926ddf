"""ForestKernel: forests on subsets of the same columns, binned once."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pennyweight.arrays import Floats, Votes
from pennyweight.learners.forest.call import Call
from pennyweight.learners.forest.compiled import memory
from pennyweight.learners.forest.compiled.announcing import first_use
from pennyweight.learners.forest.compiled.nearby import near_data
from pennyweight.learners.forest.importance import permutation_drops
from pennyweight.learners.forest.settings import ForestSettings
from pennyweight.learners.forest.shared import Shared
from pennyweight.learners.parts import Part
from pennyweight.parallel import go_on
from pennyweight.problem import Problem
from pennyweight.seeds import scrambled
from pennyweight.subsets import Subset

VERSION = "compiled forest 4"  # the number is to be raised when the same trees would vote otherwise
ROWS_IN_A_CALL = 1_000_000  # times trees: less than a second, since nothing can interrupt a call
_working_memory = memory.WorkingMemory()


class ForestKernel:
    """Grows forests on subsets of a problem's columns and adds up their votes.

    Tree number t has the same bag for all subsets, so that differences between subsets are paired;
    what its nodes draw depends on the subset as well.

    Parameters
    ----------
    shared : Shared
        What all forests of the problem share.
    estimator : RandomForestClassifier or RandomForestRegressor
        The settings, which `why_not` must have found possible.
    """

    def __init__(self, shared: Shared, estimator: Any) -> None:
        self.shared = shared
        self.problem = shared.problem
        self.table = shared.table
        self.target = shared.target
        self.unseen = shared.unseen
        self.settings = ForestSettings(estimator)
        self.estimator = estimator
        self.n_steps = self.settings.n_trees
        self.version = VERSION

    def predictions(self, subset: Subset, part: Part, first: int, last: int) -> Votes:
        """Return the votes of some trees on a subset of the variables."""
        return self.votes(self.problem.columns(subset), part, first, last)

    def importances(self, subset: Subset, first: int, last: int) -> Floats:
        """Return the permutation importances in some trees, on the rows that each left out."""
        return self.drops(subset, self.unseen, first, last)

    def drops(
        self,
        subset: Subset,
        part: Part,
        first: int,
        last: int,
        candidate_weights: Floats | None = None,
    ) -> Floats:
        """Return the permutation importances in some trees that grow on a part of the rows."""
        columns = self.problem.columns(subset)
        call = self.call(columns, part, candidate_weights)
        with first_use(f"{self.target.described}, and importances"):
            return permutation_drops(self.problem, self.target, call, subset, first, last)

    def votes(
        self,
        columns: Sequence[int],
        part: Part,
        first: int,
        last: int,
        *,
        candidate_weights: Floats | None = None,
    ) -> Votes:
        """Return the votes of the trees first, ..., last - 1 for all rows, a row of votes for each.

        They are whole numbers: the votes of two ranges of trees add up to those of both.
        """
        call = self.call(columns, part, candidate_weights)
        votes = self.target.no_votes(len(self.problem.y), self.settings.n_trees)
        with first_use(self.target.described):
            step = 1 if call.categories else max(1, ROWS_IN_A_CALL // len(part.train))
            for start in range(first, last, step):
                go_on()
                if call.categories:
                    call.grow_one(start, votes)
                else:
                    call.grow(start, min(start + step, last), votes)
        return votes

    def call(
        self, columns: Sequence[int], part: Part, candidate_weights: Floats | None = None
    ) -> "Call":
        """Return all that the compiled code needs for one subset and part."""
        sample, data = (
            self.shared.sample(part, self.settings),
            self._data(columns, candidate_weights),
        )
        limits = self.settings.limits(len(columns), len(part.train))
        seed = self.shared.seed(part, self.settings)
        word = self.target.word(sample.draws, limits.in_leaf)
        n_train, n_extra, most = len(part.train), len(part.extra), self.table.places.shape[1]
        rows, scratch = _working_memory.take(n_train, n_extra, len(columns), most, word)
        return Call(
            data=data,
            near=near_data(data[0], n_train + n_extra, limits.candidates),
            sample=sample,
            limits=limits,
            bag_seed=scrambled(*seed),
            node_seed=scrambled(*seed, *columns),
            word=word,
            rows=rows,
            scratch=scratch,
            categories=tuple(
                (place, self.table.codes[column])
                for place, column in enumerate(columns)
                if column in self.table.codes
            ),
        )

    def _data(
        self, columns: Sequence[int], candidate_weights: Floats | None
    ) -> tuple[memory.Data, ...]:
        """Return the columns in each binning."""
        table, places = self.table, self.table.places[:, list(columns)]
        bins, n_bins = table.bins, table.n_bins
        if any(column in table.codes for column in columns):  # each call writes its own
            held, inverse = np.unique(places, return_inverse=True)
            bins, n_bins, places = bins[held], n_bins[held], inverse.reshape(places.shape)
            n_bins[places[0, [column in table.codes for column in columns]]] = 256
        return tuple(
            memory.Data(
                kind=self.target.kind,
                bins=bins.reshape(-1),
                columns=place.astype(np.uint64) * np.uint64(bins.shape[1]),
                n_bins=n_bins[place].astype(np.int64),
                weights=np.empty(0) if candidate_weights is None else candidate_weights,
                target=self.target.codes,
                names=np.empty(0, np.uint32),
            )
            for place in places
        )


def prepared(problem: Problem, estimators: Mapping[str, Any]) -> dict[str, ForestKernel]:
    """Return the forests of a problem by name, which share their bins and bags."""
    shared = Shared(problem)
    return {name: ForestKernel(shared, estimator) for name, estimator in estimators.items()}
