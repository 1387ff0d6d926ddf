"""Grow trees, and score rows while growing: rows to be scored go down with the training rows.

So no tree is stored and none is walked through afterwards, and a branch that no scored row enters
is not grown. A tree depends on its seeds alone, not on which rows are scored, nor on other trees.
"""

from typing import Any

from numba import float64, int64, njit, uint8, uint64

from pennyweight.learners.forest.compiled.bits import borrowed
from pennyweight.learners.forest.compiled.bootstrap import enter_rows, take_bag
from pennyweight.learners.forest.compiled.caching import compiled
from pennyweight.learners.forest.compiled.candidates import put_back
from pennyweight.learners.forest.compiled.few_rows import fits, split_few
from pennyweight.learners.forest.compiled.leaves import is_leaf, vote, vote_if_pure
from pennyweight.learners.forest.compiled.many_rows import split_many
from pennyweight.learners.forest.compiled.memory import ABOUT_NODE, REGRESSION, Node, n_statistics
from pennyweight.learners.forest.compiled.nearby import fits_near, move_near
from pennyweight.learners.forest.compiled.numbers import INLINE, INNER, MERGED, U0, U1, mixed
from pennyweight.learners.forest.compiled.partition import divide_entries, divide_scored

LEFT, RIGHT = uint64(0x2545F4914F6CDD1D), uint64(0xD1342543DE82EF95)


@compiled
def grow(
    data: Any,
    near: Any,
    sample: Any,
    limits: Any,
    bag_seed: Any,
    node_seed: Any,
    numbers: Any,
    rows: Any,
    scratch: Any,
    votes: Any,
    tree: Any,
) -> Any:
    """Grow trees of a range of numbers and add up their votes; return the number of nodes."""
    data, near, sample, rows = borrowed(data), borrowed(near), borrowed(sample), borrowed(rows)
    s, votes, tree = borrowed(scratch), borrowed(votes), borrowed(tree)
    n_nodes = 0
    first, last, step = numbers
    for number in range(first, last, step):
        take_bag(number, bag_seed, sample, rows.times)
        n_entries, n_scored = enter_rows(data, sample, rows, s.node)
        root = Node(U0, n_entries, U0, n_scored, 0, n_nodes, mixed(node_seed + uint64(number)))
        push(data.kind, rows.stack, U0, root, s.node)
        top = U1
        n_nodes += 1
        here, is_near, branch = data, False, U0
        while top:
            if is_near and top == branch:
                here, is_near = data, False
            if not is_near and fits_near(near, rows.stack, top - U1):
                move_near(data, near, rows, top - U1)
                here, is_near, branch = near, True, top - U1
            top, n_nodes = grow_node(here, limits, rows, s, top - U1, n_nodes, votes, tree)
    return n_nodes


@njit(**INLINE)
def push(kind: Any, stack: Any, top: Any, node: Any, statistics: Any) -> None:
    """Put a node on the stack."""
    stack[top, 0], stack[top, 1] = node.start, node.end
    stack[top, 2], stack[top, 3] = node.scored_start, node.scored_end
    stack[top, 4], stack[top, 5], stack[top, 6] = node.depth, node.number, node.seed
    for c in range(n_statistics(kind, statistics)):
        stack[top, ABOUT_NODE + c] = statistics[c]


@njit(**INLINE)
def take(kind: Any, stack: Any, top: Any, s: Any) -> Any:
    """Take a node from the stack; return it and its weight."""
    total = int64(0)
    for c in range(n_statistics(kind, s.node)):
        s.node[c] = stack[top, ABOUT_NODE + c]
        s.floats[c] = float64(s.node[c])
        total += s.node[c]
    node = Node(
        uint64(stack[top, 0]),
        uint64(stack[top, 1]),
        uint64(stack[top, 2]),
        uint64(stack[top, 3]),
        stack[top, 4],
        stack[top, 5],
        uint64(stack[top, 6]),
    )
    return node, s.node[0] if len(kind) == REGRESSION else total


@njit(**MERGED)
def find_split(data: Any, limits: Any, entries: Any, node: Any, weight: Any, s: Any) -> Any:
    """Tell whether a node has a split, and leave the best one in the scratch memory."""
    if fits(data.kind, node.end - node.start, weight, limits):
        gain, taken = split_few(data, limits, entries, node, float64(weight), s)
    else:
        gain, taken = split_many(data, limits, entries, node, float64(weight), s)
    put_back(s, taken)
    return gain >= 0


@njit(**INLINE)
def settle_split(data: Any, weight: Any, s: Any) -> Any:
    """Return the column, the cut and the turn, now that both children are known.

    Where the node has seen no missing value, those to be scored go to the heavier child.
    """
    left_weight = int64(0)
    for c in range(n_statistics(data.kind, s.node)):
        s.right[c] = s.node[c] - s.left[c]
        left_weight += s.left[c]
    if len(data.kind) == REGRESSION:
        left_weight = s.left[0]
    turn = s.split[2]
    if s.split[3] == 0 and 2 * left_weight > weight:
        turn = 1
        s.split[1] += 1
        s.split[2] = 1
    return data.columns[s.split[0]], uint8(s.split[1]), uint8(turn)


@njit(**MERGED)
def grow_node(
    data: Any, limits: Any, rows: Any, s: Any, top: Any, n_nodes: Any, votes: Any, tree: Any
) -> Any:
    """Split the node on top of the stack, or let it vote; return the new top and node count."""
    node, weight = take(data.kind, rows.stack, top, s)
    stored = len(tree.column) > 0
    if stored:
        store_leaf(tree, node.number, s.node)
    if is_leaf(data, limits, rows.entries, node, s.node) or not find_split(
        data, limits, rows.entries, node, weight, s
    ):
        vote(data, s.node, float64(weight), rows.scored, node.scored_start, node.scored_end, votes)
        return top, n_nodes
    split = settle_split(data, weight, s)
    if stored:
        store_split(tree, node.number, s.split, n_nodes, s.left, s.right)
    return divide(data, rows, s, top, node, split, n_nodes, votes, stored), n_nodes + 2


@njit(**MERGED)
def divide(
    data: Any,
    rows: Any,
    s: Any,
    top: Any,
    node: Any,
    split: Any,
    first_child: Any,
    votes: Any,
    stored: Any,
) -> Any:
    """Divide the rows of a node; put on the stack what must still be grown; return the new top.

    A pure child votes at once, and a child without rows to score is wanted only in a stored tree.
    """
    start, end, scored_start, scored_end = node.start, node.end, node.scored_start, node.scored_end
    scored_middle = divide_scored(
        rows.scored, rows.spare_scored, scored_start, scored_end, data.bins, split
    )
    voted_left = vote_if_pure(data, s.left, rows.scored, scored_start, scored_middle, votes)
    voted_right = vote_if_pure(data, s.right, rows.scored, scored_middle, scored_end, votes)
    grow_left = not voted_left and (stored or scored_middle > scored_start)
    grow_right = not voted_right and (stored or scored_end > scored_middle)
    if not grow_left and not grow_right:
        return top
    middle = divide_entries(rows.entries, rows.spare, start, end, data.bins, split, grow_right)
    depth, seed = node.depth + 1, node.seed
    left = Node(start, middle, scored_start, scored_middle, depth, first_child, mixed(seed ^ LEFT))
    right = Node(
        middle, end, scored_middle, scored_end, depth, first_child + 1, mixed(seed ^ RIGHT)
    )
    left_waits_longer = middle - start > end - middle
    for is_left in (left_waits_longer, not left_waits_longer):
        if is_left and grow_left:
            push(data.kind, rows.stack, top, left, s.left)
            top += U1
        if not is_left and grow_right:
            push(data.kind, rows.stack, top, right, s.right)
            top += U1
    return top


@njit(**INNER)
def store_leaf(tree: Any, number: Any, statistics: Any) -> None:
    """Store a node as a leaf, which it may stop to be."""
    tree.column[number] = -1
    for c in range(len(statistics)):
        tree.value[number, c] = statistics[c]


@njit(**INNER)
def store_split(tree: Any, number: Any, split: Any, child: Any, left: Any, right: Any) -> None:
    """Store a split, and both children as leaves."""
    tree.column[number], tree.cut[number], tree.turn[number] = split[0], split[1], split[2]
    tree.left[number] = child
    store_leaf(tree, child, left)
    store_leaf(tree, child + 1, right)
