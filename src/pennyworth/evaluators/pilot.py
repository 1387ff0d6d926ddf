"""How many trees a first look needs: enough that chance hides less than the rows do.

The score of a forest varies with the draws of its trees, and with the rows that it is scored on.
Every subset gets a first round of trees: the smallest number, of 16, 32, 64, ..., that brings the
first kind of noise under half the second, on the pilots: all variables, and three random halves.
"""

from typing import TYPE_CHECKING

import numpy as np

from pennyworth.arrays import Floats, Rows, Votes
from pennyworth.evaluators.base import Rounds, Task
from pennyworth.problem import Problem
from pennyworth.seeds import generator
from pennyworth.subsets import Subset, as_subset

if TYPE_CHECKING:
    from pennyworth.evaluators.forest import ForestEvaluator

FEWEST = 16
HALVES = 3
BLOCKS = 10


def find_rounds(evaluator: "ForestEvaluator", name: str) -> Rounds:
    """Return the rounds of a forest: doubling from the first number of trees to the last."""
    all_trees = evaluator.kernels[name].settings.n_trees
    first = min(FEWEST, all_trees)
    forest, rows = _mean_noises(evaluator, name, first)
    while forest > rows / 2 and first < all_trees:
        first = min(2 * first, all_trees)
        forest, rows = _mean_noises(evaluator, name, first)
    trees = [first]
    while trees[-1] < all_trees:
        trees.append(min(2 * trees[-1], all_trees))
    return Rounds(tuple(trees), forest)


def _mean_noises(evaluator: "ForestEvaluator", name: str, trees: int) -> tuple[float, float]:
    """Return the root mean squares of both noises over the pilots."""
    pilots = [Task(name, subset) for subset in _pilots(evaluator.problem)]
    squares = np.square([_noises(evaluator, pilot, trees) for pilot in pilots])
    forest, rows = np.sqrt(squares.mean(axis=0)).tolist()
    return forest, rows


def _pilots(problem: Problem) -> list[Subset]:
    rng = generator(problem.seed, "pilots")
    half = max(1, len(problem.full) // 2)
    drawn = [rng.choice(len(problem.full), half, replace=False).tolist() for _ in range(HALVES)]
    return list(dict.fromkeys([problem.full, *map(as_subset, drawn)]))


def _noises(evaluator: "ForestEvaluator", task: Task, trees: int) -> tuple[float, float]:
    """Return the standard errors of a score by the draw of trees, and by the draw of rows.

    The first is seen in how the two halves of the forest differ, block by block.
    """
    half = trees // 2
    (first, *_), (second, *_) = evaluator.votes(task, 0, half), evaluator.votes(task, half, trees)
    blocks = _blocks(evaluator.problem)

    def scores(votes: Votes) -> Floats:
        scored = evaluator.vote_scores(task.name)
        return np.array([scored.of(votes, rows, task.subset) for rows in blocks])

    between = scores(first) - scores(second)
    whole = scores(first + second)
    forest = float(np.sqrt(np.mean(between**2) / (4 * len(blocks))))
    return forest, float(whole.std(ddof=1) / np.sqrt(len(blocks)))


def _blocks(problem: Problem) -> list[Rows]:
    if problem.blocks:
        return list(problem.blocks)
    validate = problem.folds[0].validate
    n_blocks = max(2, min(BLOCKS, len(validate) // 20))
    return [np.sort(validate[start::n_blocks]) for start in range(n_blocks)]
