"""How many trees a first look needs: enough that chance hides less than the rows do.

The merit of a forest varies with the draws of its trees, and with the rows that it is scored on.
Every subset gets a first round of trees: the smallest number, of 16, 32, 64, ..., that brings the
first kind of noise under half the second (root mean squares over the pilots: all variables, three
random halves of them, and three single ones). What more trees must be expected to bring is a small
share of what variables bring: of the range of the pilots' merits. It is larger for merits that
count right answers: much of what these gain is luck.
"""

import warnings
from collections.abc import Callable, Sequence

import numpy as np

from pennyweight.arrays import Floats, Rows, Votes
from pennyweight.evaluators.base import Rounds
from pennyweight.evaluators.fitting import Scorer
from pennyweight.evaluators.measures import uses_predictions
from pennyweight.evaluators.votes import VoteScores
from pennyweight.learners import Target as Predicted
from pennyweight.problem import Problem, Target, deal_blocks
from pennyweight.seeds import generator
from pennyweight.subsets import Subset, as_subset

FEWEST = 16
OF_EACH = 3
SMALL_SHARE, OF_COUNTS = 1 / 1000, 1 / 300


def find_rounds(
    problem: Problem,
    target: Predicted,
    scorer: Scorer,
    all_trees: int,
    votes: Callable[[Sequence[Subset], int, int], list[Votes]],
) -> Rounds:
    """Return the rounds of a forest: doubling from the first number of trees to the last.

    Where the noise cannot be measured, there is one round: all trees. `votes` gives those of some
    trees for the first part of the rows, of every subset; `scorer` is what chooses.
    """
    pilots, blocks, trees = _pilots(problem), _blocks(problem), FEWEST
    scored = VoteScores(problem, target, scorer, blocks)
    forests: list[Votes] = []
    while 2 * trees <= all_trees:
        forests = forests or votes(pilots, 0, trees)
        others = votes(pilots, trees, 2 * trees)
        noises, errors, merits, gains = _compared(scored, len(blocks), pilots, forests, others)
        if not np.isfinite([noises, errors, merits]).all():
            break
        noise = float(np.sqrt(np.square(noises).mean()))
        if noise <= np.sqrt(np.square(errors).mean()) / 2:
            counted = uses_predictions(scorer) and problem.classification
            worth = (OF_COUNTS if counted else SMALL_SHARE) * float(np.ptp(merits))
            return Rounds(_doubling(trees, all_trees), noise, worth, float(gains.mean()))
        trees *= 2
        forests = [first + second for first, second in zip(forests, others, strict=True)]
    return Rounds((all_trees,))


def _doubling(first: int, last: int) -> tuple[int, ...]:
    return (first, *_doubling(2 * first, last)) if first < last else (last,)


def _compared(
    scored: VoteScores,
    n_blocks: int,
    pilots: list[Subset],
    forests: list[Votes],
    others: list[Votes],
) -> Floats:
    """Return the noises of all pilots, the errors by the draw of rows, the merits, and gains."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a block without a class, say: then there is no noise
        pairs = zip(pilots, forests, others, strict=True)
        return np.array([_of_halves(scored, n_blocks, *pair) for pair in pairs]).T


def _pilots(problem: Problem) -> list[Subset]:
    rng = generator(problem.seed, "pilots")
    sizes = [max(1, len(problem.full) // 2)] * OF_EACH + [1] * OF_EACH
    drawn = [rng.choice(len(problem.full), size, replace=False).tolist() for size in sizes]
    return list(dict.fromkeys([problem.full, *map(as_subset, drawn)]))


def _of_halves(
    scored: VoteScores, n_blocks: int, subset: Subset, first: Votes, second: Votes
) -> tuple[float, float, float, float]:
    """Return the standard errors of a merit by the draw of trees and by the draw of rows; and it.

    The first is seen in how two forests differ, block by block. Last comes what the merit of both
    together has gained on those of each.
    """

    def scores(votes: Votes) -> Floats:
        try:
            return np.array(scored.of(votes, subset))
        except ValueError:  # what scikit-learn's scorers raise on rows that they cannot score
            return np.full(n_blocks, np.nan)

    one, other, whole = scores(first), scores(second), scores(first + second)
    forest = np.sqrt(np.mean((one - other) ** 2) / (2 * n_blocks))
    rows = whole.std(ddof=1) / np.sqrt(n_blocks)
    gain = whole.mean() - (one.mean() + other.mean()) / 2
    return float(forest), float(rows), float(whole.mean()), float(gain)


def _blocks(problem: Problem) -> list[Rows]:
    if len(problem.blocks) > 1:
        return list(problem.blocks)
    validate = problem.folds[0].validate
    target = Target(y=problem.y[validate], classification=problem.classification)
    return [validate[b] for b in deal_blocks(target, generator(problem.seed, "pilot blocks"))]
