"""The evaluations of two searches of the same problem, as one."""

from collections.abc import Iterable

from pennyweight.evaluations.evaluation import Evaluation
from pennyweight.subsets import Subset

Forest = tuple[str, Subset, int | None]


def joined(mine: Iterable[Evaluation], theirs: Iterable[Evaluation]) -> list[Evaluation]:
    """Return all evaluations, each model once: with most trees, where it has been grown further."""
    mine, theirs = list(mine), list(theirs)
    first, second = _scores_by_forest(mine), _scores_by_forest(theirs)
    if any(first[model] != second[model] for model in first.keys() & second.keys()):
        raise ValueError(
            "the schedules score the same subset differently, so they come from other rows, "
            "folds or seeds; joining them would keep the luckier score."
        )
    return _most_trees(dict.fromkeys(mine + theirs))


def _scores_by_forest(evaluations: list[Evaluation]) -> dict[Forest, set[tuple[float, ...]]]:
    scores: dict[Forest, set[tuple[float, ...]]] = {}
    for evaluation in evaluations:
        model = evaluation.estimator, evaluation.subset, evaluation.trees
        scores.setdefault(model, set()).add(evaluation.scores)
    return scores


def _most_trees(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    best: dict[tuple[str, Subset, tuple[float, ...]], Evaluation] = {}
    for e in evaluations:
        key = e.estimator, e.subset, () if e.trees else e.scores
        best[key] = max(best.get(key, e), e, key=lambda e: (e.trees or 0, e.rounds))
    return list(best.values())
