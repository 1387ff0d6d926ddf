"""Permutation importance, tree by tree, on the rows that each tree has not seen."""

from typing import Any

import numpy as np
from numba import float64, int64, njit, uint8, uint64

from pennyweight.arrays import Floats
from pennyweight.learners.forest.call import Call
from pennyweight.learners.forest.compiled.bits import borrowed
from pennyweight.learners.forest.compiled.caching import compiled
from pennyweight.learners.forest.compiled.memory import REGRESSION, Tree
from pennyweight.learners.forest.compiled.numbers import GOLDEN, INNER, U1, below, mixed
from pennyweight.learners.forest.target import EncodedTarget
from pennyweight.problem import Problem
from pennyweight.subsets import Subset

SHUFFLE = uint64(0xA0761D6478BD642F)


def permutation_drops(
    problem: Problem, target: EncodedTarget, call: Call, subset: Subset, first: int, last: int
) -> Floats:
    """Return how much worse each tree does, for each variable, when its values are shuffled.

    The measure is the share of the leaf that has the right class, or minus the squared error. All
    columns of a variable are shuffled together.
    """
    columns = problem.columns(subset)
    owner = np.empty(len(columns), dtype=np.int64)
    for variable in subset:
        owner[[columns.index(column) for column in problem.columns_of_each[variable]]] = variable
    tree = room_for_tree(2 * len(call.sample.train), target.n_statistics)
    drops = np.zeros((last - first, len(problem.variables)))
    for place, number in enumerate(range(first, last)):
        call.grow_one(number, target.no_votes(len(problem.y)), tree)
        rows = np.flatnonzero(call.rows.times == 0)
        left_out = call.sample.train[rows].astype(np.uint64)
        seed = call.bag_seed + np.uint64(number)
        if len(left_out):
            add_drops(call.of_tree(number), tree, owner, left_out, seed, drops[place])
            drops[place] *= target.unit**2 / len(left_out)
    return drops


def room_for_tree(n_nodes: int, n_statistics: int) -> Tree:
    """Return room for a tree."""
    return Tree(
        column=np.empty(n_nodes, np.int32),
        cut=np.empty(n_nodes, np.uint8),
        turn=np.empty(n_nodes, np.uint8),
        left=np.empty(n_nodes, np.int32),
        value=np.empty((n_nodes, n_statistics), np.int64),
    )


@compiled
def add_drops(data: Any, tree: Any, owner: Any, rows: Any, seed: Any, drops: Any) -> None:
    """Add up what is lost when a variable's values come from another row.

    A variable can only matter to a row where it turns the row from its way through the tree.
    """
    data, tree = borrowed(data), borrowed(tree)
    other = rows.copy()
    for i in range(len(other) - 1, 0, -1):
        j = below(mixed((seed ^ SHUFFLE) + uint64(i) * GOLDEN), uint64(i) + U1)
        other[i], other[j] = other[j], other[i]
    met = np.full(len(drops), -1)
    for i in range(len(rows)):
        row = rows[i]
        before = goodness(data, tree, descend(data, tree, owner, int64(0), row, row, -1), row)
        node = int64(0)
        while tree.column[node] >= 0:
            variable, child = owner[tree.column[node]], next_node(data, tree, node, row)
            if met[variable] != i:
                turned = next_node(data, tree, node, other[i])
                if turned != child:
                    met[variable] = i
                    leaf = descend(data, tree, owner, turned, row, other[i], variable)
                    drops[variable] += before - goodness(data, tree, leaf, row)
            node = child


@njit(**INNER)
def next_node(data: Any, tree: Any, node: Any, row: Any) -> Any:
    """Return the child that a row goes to."""
    place = data.columns[tree.column[node]] + row
    goes_right = uint8(data.bins[place] + tree.turn[node]) > tree.cut[node]
    return int64(tree.left[node]) + int64(goes_right)


@njit(**INNER)
def descend(
    data: Any, tree: Any, owner: Any, node: Any, row: Any, other: Any, shuffled: Any
) -> Any:
    """Return the leaf, below a node, of a row whose values of one variable are another row's."""
    while tree.column[node] >= 0:
        takes_other = owner[tree.column[node]] == shuffled
        node = next_node(data, tree, node, other if takes_other else row)
    return node


@njit(**INNER)
def goodness(data: Any, tree: Any, leaf: Any, row: Any) -> Any:
    """Return how well a leaf predicts a row."""
    if len(data.kind) == REGRESSION:
        error = float64(tree.value[leaf, 1]) / float64(tree.value[leaf, 0]) - data.target[row]
        return -error * error
    total = int64(0)
    for c in range(tree.value.shape[1]):
        total += tree.value[leaf, c]
    return float64(tree.value[leaf, data.target[row]]) / float64(total)
