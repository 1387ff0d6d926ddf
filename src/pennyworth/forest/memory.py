"""What the compiled code works on, as records of arrays."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

REGRESSION = 0  # a `kind` of length 0; otherwise its length is the number of classes,
MANY_CLASSES = 1  # ... or 1, for more than MOST_PACKED
MOST_PACKED = 8
GROUP = 4  # candidate columns in one pass over the rows
DEEPEST = 80  # the smaller child is grown first, so at most log2(rows) nodes wait
ABOUT_NODE = 6  # start, end, start and end of the rows to score, depth, number


class Data(NamedTuple):
    """The columns of a subset, and the target."""

    kind: Any  # a tuple whose length tells what to predict, so that each kind is compiled apart
    bins: Any  # uint8, all columns one after the other
    columns: Any  # where each column of the subset starts
    n_bins: Any
    weights: Any  # of the columns, as candidates; empty: all the same
    target: Any


class Sample(NamedTuple):
    """The rows to learn from and the rows to score."""

    train: Any
    draws: Any
    shares: Any  # cumulative shares of the rows; empty: all the same
    left_out: Any  # 1: score the rows that are not in the bag
    extra: Any  # score these as well


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


class Rows(NamedTuple):
    """One thread's rows, and the nodes that wait to be grown."""

    times: Any  # how often each training row is in the bag
    entries: Any  # row << 32 | class << 16 | times
    spare: Any
    scored: Any
    spare_scored: Any
    stack: Any
    seeds: Any
    node: Any  # start, end, ... of the node at hand


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
    group: Any
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


def make_rows(n_train: int, n_extra: int, n_statistics: int) -> Rows:
    """Return room for the rows of a tree."""
    n_scored = n_train + n_extra
    return Rows(
        times=np.empty(n_train, np.uint16),
        entries=np.empty(n_train + 1, np.uint64),
        spare=np.empty(n_train + 1, np.uint64),
        scored=np.empty(n_scored + 1, np.uint32),
        spare_scored=np.empty(n_scored + 1, np.uint32),
        stack=np.empty((DEEPEST, ABOUT_NODE + n_statistics), np.int64),
        seeds=np.empty(DEEPEST, np.uint64),
        node=np.empty(ABOUT_NODE, np.int64),
    )


def make_scratch(n_columns: int, word: Word) -> Scratch:
    """Return working memory."""
    dtype, n_words, n_statistics = word
    floats, words, statistics = (
        partial(np.zeros, 256, float),
        partial(np.zeros, 8, np.uint64),
        partial(np.zeros, n_statistics, np.int64),
    )
    return Scratch(
        histogram=np.zeros(GROUP * n_words * 256, dtype),
        running=np.zeros(n_words * 256, dtype),
        occurring=np.zeros(256, np.uint8),
        gain=floats(),
        squares_left=floats(),
        squares_right=floats(),
        weight_left=floats(),
        order=np.arange(n_columns, dtype=np.uint32),
        drawn=np.zeros(n_columns, np.uint32),
        group=np.zeros(GROUP, np.uint32),
        keys=np.zeros(8, np.uint8),
        payload=words(),
        targets=words(),
        sums=words(),
        target_sums=words(),
        node=statistics(),
        floats=np.zeros(n_statistics),
        left=statistics(),
        right=statistics(),
        split=np.zeros(4, np.int64),
    )
