"""Call: one subset and part of the rows, ready for the compiled code."""

from dataclasses import dataclass

import numpy as np

from pennyweight.arrays import Labels, Votes
from pennyweight.learners.forest.binning import BINNINGS
from pennyweight.learners.forest.compiled import memory
from pennyweight.learners.forest.compiled.categories import order_categories
from pennyweight.learners.forest.compiled.grow import grow

NOTHING_STORED = memory.Tree(
    column=np.empty(0, np.int32),
    cut=np.empty(0, np.uint8),
    turn=np.empty(0, np.uint8),
    left=np.empty(0, np.int32),
    value=np.empty((0, 0), np.int64),
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
