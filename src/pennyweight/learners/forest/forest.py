"""ForestKernel: forests on subsets of the same columns, binned once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pennyweight.arrays import Floats, Labels, Votes
from pennyweight.learners.forest.binning import BINNINGS
from pennyweight.learners.forest.compiled import memory
from pennyweight.learners.forest.compiled.announcing import first_use
from pennyweight.learners.forest.compiled.categories import order_categories
from pennyweight.learners.forest.compiled.grow import grow
from pennyweight.learners.forest.compiled.nearby import near_data
from pennyweight.learners.forest.settings import ForestSettings
from pennyweight.learners.forest.shared import Shared
from pennyweight.learners.parts import Part
from pennyweight.parallel import go_on
from pennyweight.problem import Problem
from pennyweight.seeds import scrambled

ROWS_IN_A_CALL = 1_000_000  # times trees: less than a second, since nothing can interrupt a call
_working_memory = memory.WorkingMemory()
NOTHING_STORED = memory.Tree(
    column=np.empty(0, np.int32),
    cut=np.empty(0, np.uint8),
    turn=np.empty(0, np.uint8),
    left=np.empty(0, np.int32),
    value=np.empty((0, 0), np.int64),
)


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


@dataclass(slots=True, kw_only=True, eq=False)
class Call:
    """One subset and part, ready for the compiled code, with this thread's working memory.

    Trees take the binnings in turn: what is too fine for one of them, the next one may see.
    """

    data: tuple[memory.Data, ...]
    near: memory.Data
    sample: memory.Sample
    limits: memory.Limits
    bag_seed: np.uint64
    node_seed: np.uint64
    word: memory.Word
    rows: memory.Rows
    scratch: memory.Scratch
    categories: tuple[tuple[int, Labels], ...]

    def grow(self, first: int, last: int, votes: Votes, tree: memory.Tree = NOTHING_STORED) -> int:
        """Grow trees and add up their votes; return the number of nodes."""
        return sum(
            int(
                grow(
                    self.of_tree(start),
                    self.near._replace(n_bins=self.of_tree(start).n_bins),
                    self.sample,
                    self.limits,
                    self.bag_seed,
                    self.node_seed,
                    (start, last, BINNINGS),
                    self.rows,
                    self.scratch,
                    votes,
                    tree,
                )
            )
            for start in range(first, min(first + BINNINGS, last))
        )

    def of_tree(self, number: int) -> memory.Data:
        """Return the columns as a tree sees them."""
        return self.data[number % BINNINGS]

    def grow_one(self, number: int, votes: Votes, tree: memory.Tree = NOTHING_STORED) -> int:
        """Put the categories in this tree's order, then grow it."""
        for place, codes in self.categories:
            statistics = np.zeros((int(codes.max()) + 1, self.word.n_statistics))
            seed = self.bag_seed + np.uint64(number)
            order_categories(
                self.of_tree(number), self.sample, seed, self.rows.times, codes, place, statistics
            )
        return self.grow(number, number + 1, votes, tree)


def prepared(problem: Problem, estimators: Mapping[str, Any]) -> dict[str, ForestKernel]:
    """Return the forests of a problem by name, which share their bins and bags."""
    shared = Shared(problem)
    return {name: ForestKernel(shared, estimator) for name, estimator in estimators.items()}
