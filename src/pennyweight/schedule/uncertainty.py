"""What scores leave open: paired differences, the optimism of choosing, intervals."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student

from pennyweight.arrays import Flags, Floats, Rows
from pennyweight.evaluations import EvaluationTable, pareto

RESAMPLES = 200
FEWEST_BLOCKS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How much better one model scores than another, on the same folds or blocks.

    Parameters
    ----------
    mean : float
        The difference of the scores.
    stderr : float or None
        Its standard error, paired; None with a single fold, or with others for each.
    """

    mean: float
    stderr: float | None


def difference(after: Sequence[float], before: Sequence[float]) -> Difference:
    """Return the mean of paired differences and its standard error.

    Where there are not as many of both, they are no pairs, and the error is not known.

    >>> difference([0.8, 0.9], [0.7, 0.6])
    Difference(mean=0.2, stderr=0.1)
    """
    if len(after) != len(before):
        gain = math.fsum(after) / len(after) - math.fsum(before) / len(before)
        return Difference(mean=round(gain, 15), stderr=None)
    gains = [a - b for a, b in zip(after, before, strict=True)]
    spread = statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else None
    return Difference(
        mean=round(math.fsum(gains) / len(gains), 15),
        stderr=None if spread is None else round(spread, 15),
    )


def indistinguishable(merits: Floats, best: int) -> Flags:
    """Tell which rows of merits by block are within one paired standard error of the best one."""
    behind = merits[best] - merits
    stderr = behind.std(axis=1, ddof=1) / math.sqrt(merits.shape[1])
    close: Flags = behind.mean(axis=1) <= stderr
    return close


def frugal(front: Rows, merits: Floats) -> list[int]:
    """Return, for each step of a front, its cheapest step that is as good, but for chance.

    `merits` has a row for each evaluation, by block. What is dearer than a step of the front and no
    better would not be in a schedule.
    """
    close = [
        indistinguishable(merits, best)[front[:step]]
        for step, best in enumerate(front.tolist(), start=1)
    ]
    return [int(front[int(np.argmax(steps))]) for steps in close]


def corrected_scores(scored: EvaluationTable, costs: Floats, budgets: Floats) -> Floats | None:
    """Return the scores to expect at each budget, without the optimism of having chosen.

    The choice is made again on blocks drawn with replacement, and what it finds is scored on the
    blocks that were not drawn; the mean over many draws is free of the luck of the blocks that
    chose (the bootstrap bias correction of Tsamardinos and others, 2018). None with fewer than
    five blocks, which are too few to learn anything from.
    """
    by_block = scored.by_block()
    if by_block is None or by_block[0].shape[1] < FEWEST_BLOCKS:
        return None
    scores, merits = by_block
    found = []
    for times in block_draws(scores.shape[1]):
        steps = pareto.front(costs, merits @ times)
        chosen = steps[np.searchsorted(costs[steps], budgets, side="right") - 1]
        found.append(scores[chosen][:, times == 0].mean(axis=1))
    expected: Floats = np.mean(found, axis=0)
    return expected


def block_draws(n_blocks: int) -> list[Rows]:
    """Return how often each block is drawn, draw by draw; each leaves out at least one block."""
    rng = np.random.default_rng(0)
    drawn = [rng.integers(n_blocks, size=n_blocks) for _ in range(RESAMPLES)]
    times = [np.bincount(draw, minlength=n_blocks) for draw in drawn]
    return [each for each in times if not each.all()]


def half_width(stderr: Floats, n_blocks: int, level: float) -> Floats:
    """Return half the width of a confidence interval: Student's t times the standard error."""
    width: Floats = float(student.ppf(0.5 + level / 2, n_blocks - 1)) * stderr
    return width
