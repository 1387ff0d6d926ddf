"""The best split of a node with at most eight rows: all cuts at once, by pairwise comparison."""

from typing import Any

from numba import float64, int64, njit, uint8, uint64

from pennyweight.learners.forest.compiled.bits import LANES, class_gains, sums_up_to
from pennyweight.learners.forest.compiled.candidates import draw
from pennyweight.learners.forest.compiled.gains import of_two
from pennyweight.learners.forest.compiled.histogram import ONE_ROW
from pennyweight.learners.forest.compiled.many_rows import perfect_gain
from pennyweight.learners.forest.compiled.memory import MANY_CLASSES, MOST_PACKED, REGRESSION
from pennyweight.learners.forest.compiled.numbers import (
    INLINE,
    M8,
    M16,
    M32,
    MERGED,
    MISSING,
    U0,
    U1,
    U3,
    U4,
    U16,
    U32,
)


@njit(**INLINE)
def fits(kind: Any, rows: Any, weight: Any, limits: Any) -> Any:
    """Tell whether a node has so few rows that its statistics fit in bytes (or in two words)."""
    if rows > uint64(LANES) or len(kind) == MANY_CLASSES:
        return False
    if len(kind) == REGRESSION:
        return True
    room = len(kind) < MOST_PACKED or limits.in_leaf == 1
    return room and weight < (65536 if len(kind) == 2 else 256)


@njit(**INLINE)
def part(kind: Any, word: Any, number: Any) -> Any:
    """Return one of the packed counts: 16 bits each for two classes, else 8."""
    if len(kind) == 2:
        return int64((word >> (number << U4)) & M16)
    return int64((word >> (number << U3)) & M8)


@njit(**INLINE)
def load_payload(kind: Any, entries: Any, start: Any, rows: Any, target: Any, s: Any) -> Any:
    """Set what each row adds to a cut's left side; return what all of them add."""
    whole = U0
    for i in range(rows):
        entry = entries[start + uint64(i)]
        if len(kind) == REGRESSION:
            weight = entry & M16
            s.payload[i] = weight | ONE_ROW
            s.targets[i] = uint64(int64(weight) * int64(target[entry >> U32]))
        elif len(kind) == 2:
            s.payload[i] = (entry & M32) | ONE_ROW
        else:
            one = U1 << (uint64(len(kind)) << U3) if len(kind) < MOST_PACKED else U0
            s.payload[i] = ((entry & M16) << (((entry >> U16) & M16) << U3)) | one
        whole += s.payload[i]
    return whole


@njit(**INLINE)
def score_few(
    kind: Any, rows: Any, weight: Any, limits: Any, whole: Any, lowest: Any, s: Any
) -> Any:
    """Set the gain of the cut after each row's bin, from the lowest on; return the largest."""
    sums_up_to(s.keys, s.payload, rows, s.sums)
    if len(kind) == REGRESSION:
        sums_up_to(s.keys, s.targets, rows, s.target_sums)
    else:
        class_gains(kind, s.sums, LANES, 16 if len(kind) == 2 else 8, s.floats, weight, s.gain)
    largest = -1.0
    for i in range(LANES):
        word = s.sums[i]
        if len(kind) == REGRESSION:
            left = float64(int64(word & M32))
            gain = of_two(left, float64(int64(s.target_sums[i])), weight, s.floats[1])
        else:
            gain = s.gain[i]
        allowed = s.keys[i] >= lowest and word != whole
        if limits.in_leaf > 1:
            count_left = (
                int64(word >> U32)
                if len(kind) == REGRESSION
                else part(kind, word, uint64(len(kind)))
            )
            allowed = (
                allowed and count_left >= limits.in_leaf and rows - count_left >= limits.in_leaf
            )
        gain = gain if allowed else -1.0
        s.gain[i] = gain
        largest = max(largest, gain)
    return largest


@njit(**INLINE)
def remember_few(
    kind: Any, column: Any, gain: Any, rows: Any, turn: Any, seen: Any, s: Any
) -> None:
    """Keep the best split so far: of equal cuts the lowest, whatever the order of the rows."""
    low, high, at = uint8(255), uint8(255), U0
    for i in range(rows):
        if s.gain[i] == gain and s.keys[i] <= low:
            low, at = s.keys[i], uint64(i)
    for i in range(rows):
        key = s.keys[i]
        high = min(high, key if key > low else uint8(255))
    s.split[0] = column
    s.split[1] = 254 if seen and turn == 0 and high == MISSING else (int64(low) + int64(high)) // 2
    s.split[2] = turn
    s.split[3] = seen
    if len(kind) == REGRESSION:
        s.left[0] = int64(s.sums[at] & M32)
        s.left[1] = int64(s.target_sums[at])
    else:
        for c in range(len(kind)):
            s.left[c] = part(kind, s.sums[at], uint64(c))


@njit(**MERGED)
def split_few(data: Any, limits: Any, entries: Any, node: Any, weight: Any, s: Any) -> Any:
    """Find the best split; return its gain (-1: none) and how many candidates were drawn."""
    start, kind, bins = node.start, data.kind, data.bins
    rows = int64(node.end - start)
    whole = load_payload(kind, entries, start, rows, data.target, s)
    for i in range(LANES):
        s.keys[i] = MISSING
    perfect = perfect_gain(kind, s.floats, weight)
    best = -1.0
    taken, varying, n_columns = U0, 0, uint64(len(data.columns))
    while (
        taken < n_columns and best < perfect and (taken < uint64(limits.candidates) or varying == 0)
    ):
        column = draw(s, data.weights, node.seed, taken)
        taken += U1
        offset = data.columns[column]
        first = bins[offset + (entries[start] >> U32)]
        differ, highest = uint8(0), uint8(0)
        for i in range(rows):
            key = bins[offset + (entries[start + uint64(i)] >> U32)]
            s.keys[i] = key
            differ |= key ^ first
            highest = max(highest, key)
        if differ == 0:
            continue
        varying += 1
        seen = int64(highest == MISSING)
        gain = score_few(kind, rows, weight, limits, whole, uint8(0), s)
        if gain > best:
            best = gain
            remember_few(kind, column, gain, rows, 0, seen, s)
        if seen:
            for i in range(rows):
                s.keys[i] += uint8(1)
            gain = score_few(kind, rows, weight, limits, whole, uint8(1), s)
            if gain > best:
                best = gain
                remember_few(kind, column, gain, rows, 1, 1, s)
    return best, taken
