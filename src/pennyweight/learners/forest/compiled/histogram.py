"""Histograms of a node's rows over the bins of candidate columns.

An entry is row << 32 | class << 16 | times in the bag, so that one array is divided as the tree
grows and no label or weight is looked up. For two classes it is row << 32 with the times in the low
16 bits or in the next 16, which is just what a histogram adds up. In a histogram the weights of the
classes are packed in words: all in one, with fields as wide as that allows, where the node's weight
fits in them; else in several. The number of rows may be one more field.
"""

from typing import Any, NamedTuple

from numba import int64, njit, uint64

from pennyweight.learners.forest.compiled.bits import nonzero_mask, trailing_zeros
from pennyweight.learners.forest.compiled.memory import REGRESSION
from pennyweight.learners.forest.compiled.numbers import (
    BINS,
    GAP,
    INLINE,
    M16,
    M32,
    U0,
    U1,
    U2,
    U3,
    U4,
    U8,
    U16,
    U32,
    U64,
)

ONE_ROW = uint64(1 << 32)
AS_ENTRY, ONE, SEVERAL = 0, 1, 2  # how the words of a histogram relate to entries


class Fields(NamedTuple):
    """How wide the fields of a histogram are, and how many words they take."""

    bits: Any
    log_in_word: Any  # base-2 logarithm of how many are in a word
    n_words: Any


@njit(**INLINE)
def fields_for(kind: Any, number: Any, weight: Any) -> Any:
    """Return so many fields for a node of this weight."""
    if len(kind) == REGRESSION:
        return Fields(U32, U0, U2)
    bits, log_in_word = U64 // number, uint64(6)
    if len(kind) == 2:
        bits, log_in_word = (U16, U2) if weight < 65536 else (U32, U1)
    elif weight >= int64(U1 << bits):
        if weight < 256:
            bits, log_in_word = U8, U3
        else:
            bits, log_in_word = (U16, U2) if weight < 65536 else (U32, U1)
    return Fields(bits, log_in_word, ((number - U1) >> log_in_word) + U1)


@njit(**INLINE)
def place_of(number: Any, fields: Any) -> Any:
    """Return the offset of a field's word, and by how many bits it is shifted there."""
    in_word = number & ((U1 << fields.log_in_word) - U1)
    return (number >> fields.log_in_word) << U8, in_word * fields.bits


@njit(**INLINE)
def field(words: Any, place: Any, number: Any, fields: Any) -> Any:
    """Return one field of the packed counts at a place."""
    word, shift = place_of(number, fields)
    return (uint64(words[word + place]) >> shift) & ((U1 << fields.bits) - U1)


@njit(**INLINE)
def packed(kind: Any, row: Any, label: Any, times: Any) -> Any:
    """Return the entry of a row that is in the bag so many times."""
    if len(kind) == 2:
        return (row << U32) | (times << (label << U4))
    return (row << U32) | (label << U16) | times


@njit(**INLINE)
def unpacked(kind: Any, entry: Any, fields: Any, words: Any) -> Any:
    """Return the row of an entry, its word's offset, and what to add there."""
    row = entry >> U32
    if len(kind) == 2:
        both = entry & M32
        return row, U0, both if words == AS_ENTRY else (both & M16) | ((both >> U16) << U32)
    label = (entry >> U16) & M16
    if words == ONE:
        return row, U0, (entry & M16) << (label * fields.bits)
    word, shift = place_of(label, fields)
    return row, word, (entry & M16) << shift


@njit(**INLINE)
def add_to_all(
    columns: Any,
    kind: Any,
    entries: Any,
    start: Any,
    end: Any,
    bins: Any,
    stride: Any,
    fields: Any,
    words: Any,
    h: Any,
) -> None:
    """Add class weights to the histograms of a tuple of columns, in one pass over the entries."""
    for i in range(start, end):
        row, word, value = unpacked(kind, entries[i], fields, words)
        for j in range(len(columns)):
            h[word + uint64(j) * stride + uint64(bins[columns[j] + row])] += value


@njit(**INLINE)
def add_classes(
    kind: Any,
    entries: Any,
    start: Any,
    end: Any,
    data: Any,
    n: Any,
    stride: Any,
    fields: Any,
    words: Any,
    s: Any,
) -> None:
    """Add class weights to the histograms of n candidates; the loop over them is unrolled."""
    c, g = data.columns, s.group
    apart = stride if words == SEVERAL else BINS + GAP
    rest = kind, entries, start, end, data.bins, apart, fields, words, s.histogram
    if n == 1:
        add_to_all((c[g[0]],), *rest)
    elif n == 2:
        add_to_all((c[g[0]], c[g[1]]), *rest)
    elif n == 3:
        add_to_all((c[g[0]], c[g[1]], c[g[2]]), *rest)
    elif n == 4:
        add_to_all((c[g[0]], c[g[1]], c[g[2]], c[g[3]]), *rest)
    elif n == 5:
        add_to_all((c[g[0]], c[g[1]], c[g[2]], c[g[3]], c[g[4]]), *rest)
    elif n == 6:
        add_to_all((c[g[0]], c[g[1]], c[g[2]], c[g[3]], c[g[4]], c[g[5]]), *rest)
    elif n == 7:
        add_to_all((c[g[0]], c[g[1]], c[g[2]], c[g[3]], c[g[4]], c[g[5]], c[g[6]]), *rest)
    else:
        add_to_all((c[g[0]], c[g[1]], c[g[2]], c[g[3]], c[g[4]], c[g[5]], c[g[6]], c[g[7]]), *rest)


@njit(**INLINE)
def add_rows(
    entries: Any,
    start: Any,
    end: Any,
    bins: Any,
    columns: Any,
    group: Any,
    h: Any,
    n: Any,
    stride: Any,
    base: Any,
    one: Any,
) -> None:
    """Add one for each row, at the field that follows those of the classes."""
    for j in range(n):
        column = columns[group[j]]
        to = base + uint64(j) * stride
        for i in range(start, end):
            h[to + uint64(bins[column + (entries[i] >> U32)])] += one


@njit(**INLINE)
def add_targets(
    entries: Any,
    start: Any,
    end: Any,
    bins: Any,
    columns: Any,
    group: Any,
    h: Any,
    n: Any,
    stride: Any,
    target: Any,
) -> None:
    """Add weights (and rows, 32 bits up) in the first word, weighted targets in the second."""
    for j in range(n):
        column = columns[group[j]]
        base = uint64(j) * stride
        for i in range(start, end):
            row, weight = entries[i] >> U32, entries[i] & M16
            at = base + uint64(bins[column + row])
            h[at] += weight | ONE_ROW
            h[at + BINS] += uint64(int64(weight) * int64(target[row]))


@njit(**INLINE)
def compress_word(
    histogram: Any, base: Any, n_bins: Any, running: Any, occurring: Any, count: Any
) -> Any:
    """Add up, list and clear bins of one word, after those listed; return how many are listed."""
    total = U0
    for block in range((n_bins + 63) >> 6):
        mask = nonzero_mask(histogram, int64(base) + block * 64)
        while mask:
            b = uint64(block * 64) + trailing_zeros(mask)
            mask &= mask - U1
            total += uint64(histogram[base + b])
            histogram[base + b] = U0
            running[count] = total
            occurring[count] = b
            count += U1
    return count


@njit(**INLINE)
def compress(
    histogram: Any, base: Any, n_bins: Any, n_words: Any, running: Any, occurring: Any
) -> Any:
    """Add up the bins that occur, list them, and clear them; return how many they are."""
    if n_words == U1:
        return compress_word(histogram, base, n_bins, running, occurring, U0)
    count = U0
    for block in range((n_bins + 63) >> 6):
        mask = U0
        for word in range(n_words):
            mask |= nonzero_mask(histogram, int64(base + uint64(word) * BINS) + block * 64)
        while mask:
            b = uint64(block * 64) + trailing_zeros(mask)
            mask &= mask - U1
            occurring[count] = b
            for word in range(n_words):
                at = base + uint64(word) * BINS + b
                to = uint64(word) * BINS + count
                before = uint64(running[to - U1]) if count > U0 else U0
                running[to] = uint64(before) + uint64(histogram[at])
                histogram[at] = U0
            count += U1
    return count
