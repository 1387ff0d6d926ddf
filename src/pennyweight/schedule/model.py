"""ScheduledModel: one step of a schedule."""

from dataclasses import dataclass

from pennyweight.subsets import Subset


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledModel:
    """One step of a schedule: a set of variables that is worth its cost.

    Parameters
    ----------
    cost : float
        What its variables cost together.
    score : float
        Its mean score on the rows that chose it; higher is better.
    merit : float
        What it was chosen by, which rises from model to model: that score; or another, steadied by
        what similar subsets got.
    stderr : float or None
        The standard error of that score; None when it rests on a single block of rows.
    test_score : float or None
        The score on the rows that no choice looked at; None when there are none.
    variables : tuple of str
        The variables to buy.
    estimator : str
        The name of the estimator that did best with them.
    subset : tuple of int
        The variables, as indices in the price list.
    provisional : bool
        Whether its forest stopped early. Its score is then what all its trees would bring, judged
        by other forests; its standard error and test score are those of the trees that it has.
    """

    cost: float
    score: float
    merit: float
    stderr: float | None
    test_score: float | None
    variables: tuple[str, ...]
    estimator: str
    subset: Subset
    provisional: bool = False
