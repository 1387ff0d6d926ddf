"""How many trees a first look needs: enough that chance hides less than the rows do.

The score of a forest varies with the draws of its trees, and with the rows that it is scored on.
Every subset gets a first round of trees: the smallest number, of 16, 32, 64, ..., that brings the
first kind of noise under half the second (root mean squares over the pilots: all variables, three
random halves of them, and three single ones).
"""

import warnings
from typing import TYPE_CHECKING

import numpy as np

from pennyworth.arrays import Floats, Rows, Votes
from pennyworth.evaluators.base import Rounds, Task
from pennyworth.problem import Problem
from pennyworth.seeds import generator
from pennyworth.splits import Target, deal_blocks
from pennyworth.subsets import Subset, as_subset

if TYPE_CHECKING:
    from pennyworth.evaluators.forest import ForestEvaluator

FEWEST = 16
OF_EACH = 3


def find_rounds(evaluator: "ForestEvaluator", name: str) -> Rounds:
    """Return the rounds of a forest: doubling from the first number of trees to the last.

    Where the noise cannot be measured, there is one round: all trees.
    """
    all_trees = evaluator.kernels[name].settings.n_trees
    first = FEWEST
    while first < all_trees:
        noises = _all_noises(evaluator, name, first)
        if not np.isfinite(noises).all():
            break
        forest, rows = np.sqrt(np.square(noises).mean(axis=0))
        if forest <= rows / 2:
            return Rounds(_doubling(first, all_trees), float(forest))
        first *= 2
    return Rounds((all_trees,), 0.0)


def _doubling(first: int, last: int) -> tuple[int, ...]:
    return (first, *_doubling(2 * first, last)) if first < last else (last,)


def _all_noises(evaluator: "ForestEvaluator", name: str, trees: int) -> Floats:
    """Return both noises of every pilot."""
    pilots = [Task(name, subset) for subset in _pilots(evaluator.problem)]
    halves = [(p, *half) for p in pilots for half in ((0, trees // 2), (trees // 2, trees))]
    grown = evaluator.spreading.as_done("votes", halves, evaluator.n_jobs, compiled=True)
    votes = {place: of_parts[0] for place, of_parts in grown}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a block without a class, say: then there is no noise
        return np.array(
            [
                _noises(evaluator, pilot, votes[2 * i], votes[2 * i + 1])
                for i, pilot in enumerate(pilots)
            ]
        )


def _pilots(problem: Problem) -> list[Subset]:
    rng = generator(problem.seed, "pilots")
    sizes = [max(1, len(problem.full) // 2)] * OF_EACH + [1] * OF_EACH
    drawn = [rng.choice(len(problem.full), size, replace=False).tolist() for size in sizes]
    return list(dict.fromkeys([problem.full, *map(as_subset, drawn)]))


def _noises(
    evaluator: "ForestEvaluator", task: Task, first: Votes, second: Votes
) -> tuple[float, float]:
    """Return the standard errors of a score by the draw of trees, and by the draw of rows.

    The first is seen in how the two halves of the forest differ, block by block.
    """
    blocks = _blocks(evaluator.problem)
    scored = evaluator.vote_scores(task.name, evaluator.chooser or evaluator.scorer, blocks)

    def scores(votes: Votes) -> Floats:
        try:
            return np.array(scored.of(votes, task.subset))
        except ValueError:  # what scikit-learn's scorers raise on rows that they cannot score
            return np.full(len(blocks), np.nan)

    between = scores(first) - scores(second)
    whole = scores(first + second)
    forest = float(np.sqrt(np.mean(between**2) / (4 * len(blocks))))
    return forest, float(whole.std(ddof=1) / np.sqrt(len(blocks)))


def _blocks(problem: Problem) -> list[Rows]:
    if len(problem.blocks) > 1:
        return list(problem.blocks)
    validate = problem.folds[0].validate
    target = Target(y=problem.y[validate], classification=problem.classification)
    return [validate[b] for b in deal_blocks(target, generator(problem.seed, "pilot blocks"))]
