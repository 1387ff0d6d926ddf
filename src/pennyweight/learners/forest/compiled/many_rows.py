"""The best split of a node with many rows: histograms over bins."""

from typing import Any

from numba import float64, int64, njit, uint64

from pennyweight.learners.forest.compiled.candidates import draw
from pennyweight.learners.forest.compiled.gains import best_of, forbid_small, score_cuts
from pennyweight.learners.forest.compiled.histogram import (
    AS_ENTRY,
    ONE,
    SEVERAL,
    add_classes,
    add_rows,
    add_targets,
    compress,
    compress_word,
    field,
    fields_for,
    place_of,
)
from pennyweight.learners.forest.compiled.memory import GROUP, REGRESSION, n_statistics
from pennyweight.learners.forest.compiled.numbers import (
    BINS,
    GAP,
    INLINE,
    INNER,
    M32,
    MERGED,
    MISSING,
    U0,
    U1,
    U16,
    U32,
)

PERFECT = 1 - 1e-9
MOST = uint64(GROUP)


@njit(**INLINE)
def perfect_gain(kind: Any, node: Any, weight: Any) -> Any:
    """Return (nearly) the gain of a cut with two pure sides: no candidate can beat it."""
    if len(kind) == REGRESSION:
        return float64(1e300)
    return (node[0] * node[1] if len(kind) == 2 else weight) * PERFECT


@njit(**INLINE)
def remember(kind: Any, column: Any, at: Any, turn: Any, seen: Any, fields: Any, s: Any) -> None:
    """Keep the split that is the best so far, and the statistics of its left child."""
    low, high = int64(s.occurring[at]), int64(s.occurring[at + U1])
    s.split[0] = column
    s.split[1] = (low + high) // 2 + turn if high != int64(MISSING) or turn == 1 else 254
    s.split[2] = turn
    s.split[3] = seen
    if len(kind) == REGRESSION:
        s.left[0] = int64(uint64(s.running[at]) & M32)
        s.left[1] = int64(s.running[BINS + at])
    else:
        for c in range(n_statistics(kind, s.left)):
            s.left[c] = int64(field(s.running, at, uint64(c), fields))


@njit(**MERGED)
def judge(
    kind: Any,
    column: Any,
    count: Any,
    fields: Any,
    rows: Any,
    limits: Any,
    weight: Any,
    best: Any,
    s: Any,
) -> Any:
    """Return the best gain so far, after the cuts of one more column; missing values go right."""
    seen = int64(s.occurring[count - U1] == MISSING)
    score_cuts(kind, s.running, count - U1, fields, weight, s)
    if limits.in_leaf > 1:
        forbid_small(kind, s.running, count - U1, fields, rows, limits.in_leaf, s)
    gain, at = best_of(s.gain, count - U1)
    if gain > best:
        best = gain
        remember(kind, column, at, 0, seen, fields, s)
    if seen and count > U1 + U1:
        best = judge_missing_left(kind, column, count, fields, rows, limits, weight, best, s)
    return best


@njit(**INNER)
def judge_missing_left(
    kind: Any,
    column: Any,
    count: Any,
    fields: Any,
    rows: Any,
    limits: Any,
    weight: Any,
    best: Any,
    s: Any,
) -> Any:
    """Return the best gain so far, after the same cuts with missing values on the left."""
    for word in range(fields.n_words):
        of_word = uint64(word) * BINS
        last = of_word + count - U1
        missing = uint64(s.running[last]) - uint64(s.running[last - U1])
        for i in range(count - U1):
            s.running[of_word + uint64(i)] += missing
    score_cuts(kind, s.running, count - U1 - U1, fields, weight, s)
    if limits.in_leaf > 1:
        forbid_small(kind, s.running, count - U1 - U1, fields, rows, limits.in_leaf, s)
    gain, at = best_of(s.gain, count - U1 - U1)
    if gain > best:
        best = gain
        remember(kind, column, at, 1, 1, fields, s)
    return best


@njit(**MERGED)
def count_rows(
    entries: Any, start: Any, end: Any, data: Any, n: Any, stride: Any, fields: Any, s: Any
) -> None:
    """Add the number of rows to the histograms, as the field after those of the classes."""
    base, shift = place_of(uint64(n_statistics(data.kind, s.node)), fields)
    columns, one = data.columns, U1 << shift
    add_rows(entries, start, end, data.bins, columns, s.group, s.histogram, n, stride, base, one)


@njit(**MERGED)
def fill(
    entries: Any,
    start: Any,
    end: Any,
    data: Any,
    limits: Any,
    n: Any,
    stride: Any,
    fields: Any,
    s: Any,
) -> None:
    """Fill the histograms of n candidates."""
    bins, columns = data.bins, data.columns
    if len(data.kind) == REGRESSION:
        add_targets(
            entries, start, end, bins, columns, s.group, s.histogram, n, stride, data.target
        )
        return
    if len(data.kind) == 2 and fields.bits == U16:
        add_classes(data.kind, entries, start, end, data, n, stride, fields, AS_ENTRY, s)
    elif fields.n_words == U1:
        add_classes(data.kind, entries, start, end, data, n, stride, fields, ONE, s)
    else:
        add_classes(data.kind, entries, start, end, data, n, stride, fields, SEVERAL, s)
    if limits.in_leaf > 1:
        count_rows(entries, start, end, data, n, stride, fields, s)


@njit(**INLINE)
def group_size(room: Any) -> Any:
    """Return how many of the candidates to look at in one pass: in as few passes as possible."""
    if room <= MOST:
        return int64(room)
    passes = (room + MOST - U1) // MOST
    return int64((room + passes - U1) // passes)


@njit(**INLINE)
def whole_word(kind: Any, fields: Any, node: Any) -> Any:
    """Return the word of a bin with all rows in it, where the classes share one word."""
    whole = U0
    for c in range(n_statistics(kind, node)):
        whole += uint64(node[c]) << (uint64(c) * fields.bits)
    return whole


@njit(**INLINE)
def none_missing(histogram: Any, n: Any) -> Any:
    """Tell whether no row lacks the value of any of n candidates."""
    missing = U0
    for j in range(n):
        missing |= uint64(histogram[uint64(j) * (BINS + GAP) + uint64(MISSING)])
    return missing == U0


@njit(**MERGED)
def judge_together(
    data: Any, n: Any, fields: Any, first: Any, weight: Any, best: Any, s: Any
) -> Any:
    """Return the best gain so far, after all cuts of n candidates of one word, and if any varies.

    After the last cut of each comes one with all rows on its left, whose gain is no number.
    """
    count, whole = U0, whole_word(data.kind, fields, s.node)
    for j in range(n):
        base, column = uint64(j) * (BINS + GAP), s.group[j]
        at = base + uint64(data.bins[data.columns[column] + first])
        if uint64(s.histogram[at]) == whole:
            s.histogram[at] = U0
        else:
            count = compress_word(
                s.histogram, base, data.n_bins[column], s.running, s.occurring, count
            )
        s.ends[j] = count
    if count > U0:
        score_cuts(data.kind, s.running, count, fields, weight, s)
        gain, at = best_of(s.gain, count)
        if gain > best:
            best, j = gain, 0
            while uint64(s.ends[j]) <= at:
                j += 1
            remember(data.kind, s.group[j], at, 0, 0, fields, s)
    return best, int64(count > U0)


@njit(**MERGED)
def judge_one_by_one(
    data: Any,
    limits: Any,
    n: Any,
    stride: Any,
    fields: Any,
    rows: Any,
    weight: Any,
    perfect: Any,
    best: Any,
    s: Any,
) -> Any:
    """Do the same for words in any number, missing values, and leaves of a least size."""
    varying = 0
    for j in range(n):
        column = s.group[j]
        count = compress(
            s.histogram,
            uint64(j) * stride,
            data.n_bins[column],
            fields.n_words,
            s.running,
            s.occurring,
        )
        varying += count > U1
        if count > U1 and best < perfect:
            best = judge(data.kind, column, count, fields, rows, limits, weight, best, s)
    return best, varying


@njit(**MERGED)
def split_many(data: Any, limits: Any, entries: Any, node: Any, weight: Any, s: Any) -> Any:
    """Find the best split; return its gain (-1: none) and how many candidates were drawn."""
    start, end, kind = node.start, node.end, data.kind
    rows = int64(end - start)
    number = uint64(n_statistics(kind, s.node)) + uint64(limits.in_leaf > 1)
    fields = fields_for(kind, number, int64(weight))
    stride = fields.n_words * BINS + GAP
    plain = len(kind) != REGRESSION and fields.n_words == U1 and limits.in_leaf == 1
    perfect, best = perfect_gain(kind, s.floats, weight), -1.0
    taken, varying = U0, 0
    n_columns, wanted = uint64(len(data.columns)), uint64(limits.candidates)
    while taken < n_columns and best < perfect and (taken < wanted or varying == 0):
        room = min(wanted, n_columns) - taken if taken < wanted else U1
        n = group_size(room)
        for j in range(n):
            s.group[j] = draw(s, data.weights, node.seed, taken)
            taken += U1
        fill(entries, start, end, data, limits, n, stride, fields, s)
        if plain and none_missing(s.histogram, n):
            first = entries[start] >> U32
            best, more = judge_together(data, n, fields, first, weight, best, s)
        else:
            best, more = judge_one_by_one(
                data, limits, n, stride, fields, rows, weight, perfect, best, s
            )
        varying += more
    return best, taken
