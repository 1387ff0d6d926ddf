"""What the compiled code works on, as records of arrays."""

import math
import threading
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pennyweight.learners.forest.compiled.numbers import GAP, INLINE

REGRESSION = 0  # a `kind` of length 0; otherwise its length is the number of classes,
MANY_CLASSES = 1  # ... or 1, for more than MOST_PACKED
MOST_PACKED = 8
GROUP = 8  # candidate columns in one pass over the rows
DEEPEST = 80  # the smaller child is grown first, so at most log2(rows) nodes wait
APART = 128  # bytes: two cache lines, since they are fetched in pairs
ABOUT_NODE = 7  # the numbers in a Node
MOST_ROWS_KEPT = 100_000  # with more, working memory is made for each subset, and given back


class Data(NamedTuple):
    """The columns of a subset, and the target."""

    kind: Any  # a tuple whose length tells what to predict, so that each kind is compiled apart
    bins: Any  # uint8, all columns one after the other
    columns: Any  # where each column of the subset starts
    n_bins: Any
    weights: Any  # of the columns, as candidates; empty: all the same
    target: Any
    names: Any  # the numbers of the rows in the whole table; empty: this is the whole table


class Sample(NamedTuple):
    """The rows to learn from and the rows to score."""

    train: Any
    draws: Any
    shares: Any  # cumulative shares of the rows; empty: all the same
    left_out: Any  # 1: score the rows that are not in the bag
    extra: Any  # score these as well
    bags: Any  # of the first trees: how often each row is in the bag; the others draw theirs


class Limits(NamedTuple):
    """When a tree stops, and how many columns a node may look at."""

    candidates: int
    depth: int
    to_split: int
    in_leaf: int


class Tree(NamedTuple):
    """A stored tree; a leaf has no column (-1). Empty arrays: do not store it."""

    column: Any
    cut: Any
    turn: Any
    left: Any  # the left child; the right one follows it
    value: Any  # the statistics of every node


class Word(NamedTuple):
    """The words that a histogram is made of, and how many statistics they hold."""

    dtype: Any
    n_words: int
    n_statistics: int


class Node(NamedTuple):
    """A node that waits: its entries, its rows to score, and all that its growth depends on."""

    start: Any
    end: Any
    scored_start: Any
    scored_end: Any
    depth: Any
    number: Any
    seed: Any


class Rows(NamedTuple):
    """One thread's rows, and the nodes that wait to be grown."""

    times: Any  # how often each training row is in the bag
    entries: Any  # row << 32 | class << 16 | times
    spare: Any
    scored: Any
    spare_scored: Any
    stack: Any  # a Node and its statistics in each row


class Scratch(NamedTuple):
    """One thread's working memory for the search of splits."""

    histogram: Any  # packed counts: candidate, word, bin
    running: Any  # ... added up over the bins that occur
    occurring: Any  # those bins
    gain: Any
    squares_left: Any
    squares_right: Any
    weight_left: Any
    order: Any  # of the columns, to draw candidates from
    drawn: Any  # places in that order, to put it back
    group: Any  # the candidates of one pass
    ends: Any  # where the cuts of each end
    keys: Any
    payload: Any
    targets: Any
    sums: Any
    target_sums: Any
    node: Any  # statistics of the node: class weights; or weight and sum
    floats: Any  # the same as floats
    left: Any  # statistics of the children
    right: Any
    split: Any  # column, cut, turn, whether values are missing


@njit(**INLINE)
def n_statistics(kind: Any, statistics: Any) -> Any:
    """Return how many statistics a node has: a constant, wherever the compiler can know it."""
    if len(kind) == REGRESSION:
        return 2
    return len(statistics) if len(kind) == MANY_CLASSES else len(kind)


class Arena:
    """Arrays in one block of memory, each on cache lines of its own.

    Small arrays of two threads on one cache line would make each wait for the other.
    """

    def __init__(self, n_bytes: int) -> None:
        self._block = np.zeros(n_bytes + 2 * APART, np.uint8)
        self._used = -self._block.ctypes.data % APART

    def take(self, shape: int | tuple[int, int], dtype: Any) -> Any:
        """Return an array of zeros."""
        cells = math.prod(shape) if isinstance(shape, tuple) else shape
        start, size = self._used, cells * np.dtype(dtype).itemsize
        self._used += -(-size // APART) * APART
        return self._block[start : start + size].view(dtype).reshape(shape)


class WorkingMemory(threading.local):
    """What a thread works on, kept from one subset to the next: a small tree takes less to grow.

    A tree leaves it as it found it, where that matters: histograms empty, columns in their order.
    """

    _kept: tuple[tuple[Any, ...], Rows, Scratch] | None = None

    def take(
        self, n_train: int, n_extra: int, n_columns: int, most_columns: int, word: Word
    ) -> tuple[Rows, Scratch]:
        """Return room for the rows of a tree, and for the search of splits in some columns."""
        sizes = n_train, n_extra, most_columns, word
        if self._kept is None or self._kept[0] != sizes:
            rows = make_rows(n_train, n_extra, word.n_statistics)
            self._kept = sizes, rows, make_scratch(most_columns, word)
        _, rows, scratch = self._kept
        if n_train + n_extra > MOST_ROWS_KEPT:
            self._kept = None
        order, drawn = scratch.order[:n_columns], scratch.drawn[:n_columns]
        return rows, scratch._replace(order=order, drawn=drawn)


def make_rows(n_train: int, n_extra: int, n_statistics: int) -> Rows:
    """Return room for the rows of a tree."""
    n_scored = n_train + n_extra
    waiting = DEEPEST * (ABOUT_NODE + n_statistics) * 8
    arena = Arena(n_train * 18 + n_scored * 8 + waiting + 8 * APART)
    return Rows(
        times=arena.take(n_train, np.uint16),
        entries=arena.take(n_train + 1, np.uint64),
        spare=arena.take(n_train + 1, np.uint64),
        scored=arena.take(n_scored + 1, np.uint32),
        spare_scored=arena.take(n_scored + 1, np.uint32),
        stack=arena.take((DEEPEST, ABOUT_NODE + n_statistics), np.int64),
    )


def make_scratch(n_columns: int, word: Word) -> Scratch:
    """Return working memory."""
    dtype, n_words, n_statistics = word
    arena = Arena(
        256 * (8 * (n_words + 1) * GROUP + 8 * max(GROUP, n_words) + 33 * GROUP)
        + 8 * (n_columns + 5 * n_statistics)
        + 23 * APART
    )
    take = arena.take
    scratch = Scratch(
        histogram=take(GROUP * (n_words * 256 + int(GAP)), dtype),
        running=take(max(GROUP, n_words) * 256, dtype),
        occurring=take(GROUP * 256, np.uint8),
        gain=take(GROUP * 256, float),
        squares_left=take(GROUP * 256, float),
        squares_right=take(GROUP * 256, float),
        weight_left=take(GROUP * 256, float),
        order=take(n_columns, np.uint32),
        drawn=take(n_columns, np.uint32),
        group=take(GROUP, np.uint32),
        ends=take(GROUP, np.int64),
        keys=take(8, np.uint8),
        payload=take(8, np.uint64),
        targets=take(8, np.uint64),
        sums=take(8, np.uint64),
        target_sums=take(8, np.uint64),
        node=take(n_statistics, np.int64),
        floats=take(n_statistics, float),
        left=take(n_statistics, np.int64),
        right=take(n_statistics, np.int64),
        split=take(4, np.int64),
    )
    scratch.order[:] = np.arange(n_columns)
    return scratch
