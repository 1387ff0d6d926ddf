"""The interval around a score: the one place that says how sure a score is."""

from pennyworth.evaluation import Evaluation

NORMAL_95 = 1.96


def interval(evaluation: Evaluation, score: float) -> tuple[float, float] | None:
    """Return the 95 % interval around a score; None when it rests on a single fold or block.

    >>> interval(Evaluation(subset=(0,), estimator="forest", scores=(0.9,)), 0.9)
    """
    if evaluation.stderr is None:
        return None
    half = NORMAL_95 * evaluation.stderr
    return score - half, score + half
