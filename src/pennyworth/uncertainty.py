"""What scores leave open: paired differences, the optimism of choosing, intervals."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student

from pennyworth import pareto
from pennyworth.arrays import Flags, Floats, Rows
from pennyworth.evaluation import Evaluation
from pennyworth.scored import ScoredSubsets

RESAMPLES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How much better one model scores than another, on the same folds or blocks.

    Parameters
    ----------
    mean : float
        The difference of the scores.
    stderr : float or None
        Its standard error, paired; None with a single fold.
    """

    mean: float
    stderr: float | None


def difference(after: Sequence[float], before: Sequence[float]) -> Difference:
    """Return the mean of paired differences and its standard error.

    >>> difference([0.8, 0.9], [0.7, 0.6])
    Difference(mean=0.2, stderr=0.1)
    """
    gains = [a - b for a, b in zip(after, before, strict=True)]
    spread = statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else None
    return Difference(
        mean=round(math.fsum(gains) / len(gains), 15),
        stderr=None if spread is None else round(spread, 15),
    )


def indistinguishable(evaluations: Sequence[Evaluation], best: Evaluation) -> Flags:
    """Tell which evaluations are within one paired standard error of the merit of the best."""
    merits = np.array([evaluation.chosen_by for evaluation in evaluations])
    behind = np.array(best.chosen_by) - merits
    stderr = behind.std(axis=1, ddof=1) / math.sqrt(merits.shape[1])
    close: Flags = behind.mean(axis=1) <= stderr
    return close


def optimism(scored: ScoredSubsets, costs: Floats, budgets: Floats) -> Floats | None:
    """Return by how much scores are too good at each budget, because they have chosen as well.

    The choice is made again on blocks drawn with replacement. What it finds scores better on the
    blocks that were drawn than on all of them; the mean of that difference over many draws is the
    optimism (Efron, 1983). None with a single block.
    """
    by_block = _by_block(scored)
    if by_block is None:
        return None
    scores, merits = by_block
    n_blocks = scores.shape[1]
    total = np.zeros(len(budgets))
    for times in block_draws(n_blocks):
        steps = pareto.front(costs, merits @ times)
        chosen = steps[np.searchsorted(costs[steps], budgets, side="right") - 1]
        total += scores[chosen] @ (times - 1.0) / n_blocks
    return total / RESAMPLES


def block_draws(n_blocks: int) -> list[Rows]:
    """Return how often each block is drawn, draw by draw."""
    rng = np.random.default_rng(0)
    drawn = [rng.integers(n_blocks, size=n_blocks) for _ in range(RESAMPLES)]
    return [np.bincount(draw, minlength=n_blocks) for draw in drawn]


def half_width(stderr: Floats, n_blocks: int, level: float) -> Floats:
    """Return half the width of a confidence interval: Student's t times the standard error."""
    width: Floats = float(student.ppf(0.5 + level / 2, n_blocks - 1)) * stderr
    return width


def _by_block(scored: ScoredSubsets) -> tuple[Floats, Floats] | None:
    """Return the scores and merits by block; few trees get what the whole got for them."""
    n_blocks = {len(evaluation.scores) for evaluation in scored.evaluations}
    if len(n_blocks) != 1 or n_blocks == {1}:
        return None
    scores = np.array([evaluation.scores for evaluation in scored.evaluations])
    merits = np.array([evaluation.chosen_by for evaluation in scored.evaluations])
    scores += (scored.scores - scores.mean(axis=1))[:, None]
    merits += (scored.merits - merits.mean(axis=1))[:, None]
    return scores, merits
