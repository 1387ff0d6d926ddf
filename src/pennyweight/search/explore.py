"""The whole method in one function: sequences propose, the evaluator scores, the front is kept."""

import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from functools import partial

from pennyweight.arrays import Floats
from pennyweight.effort import UNLIMITED, Callback, Effort, Stopping
from pennyweight.evaluations import Evaluation, joined
from pennyweight.evaluators import Evaluate, Task, Tried
from pennyweight.exceptions import BudgetError
from pennyweight.halving import finish
from pennyweight.prices import NO_LIMITS, Limits, PriceList
from pennyweight.problem import Problem
from pennyweight.schedule import ModelSchedule
from pennyweight.search.runner import Runner
from pennyweight.seeds import generator
from pennyweight.sequences import SearchContext, SubsetSequence
from pennyweight.subsets import Subset


def explore(
    problem: Problem,
    prices: PriceList,
    tried: Tried,
    evaluate: Evaluate,
    sequences: Iterable[SubsetSequence],
    *,
    scoring: str,
    choose_by: str | None = None,
    limits: Limits = NO_LIMITS,
    effort: Effort = UNLIMITED,
    also: Iterable[Evaluation] = (),
    progress: bool | Callback = False,
    on_interrupt: str = "raise",
    ranked: dict[Subset, Floats] | None = None,
    known: Callable[[list[Task]], Collection[Task]] = lambda tasks: (),
    others: Callable[[], Iterable[Evaluation]] = tuple,
) -> ModelSchedule:
    """Run the sequences and return the schedule of all that they found.

    Parameters
    ----------
    problem, prices : Problem, PriceList
        The data, and what they cost.
    tried : Tried
        The estimators that subsets are tried with.
    evaluate : callable
        Turns tasks into evaluations.
    sequences : iterable of SubsetSequence
        What to try, in this order.
    scoring, choose_by : str
        The names of the score, and of what chooses; None: the score.
    limits : Limits
        Subsets that cost more are not evaluated; what every model has, and what none has.
    effort : Effort
        How much to try.
    also : iterable of Evaluation
        Evaluations from before that belong in the schedule, whether asked for again or not.
    progress : bool or callable
        Show bars: of the subsets tried, and of the forests near the front that are grown further;
        or what sees a `SearchProgress` after every evaluation.
    on_interrupt : "raise" or "keep"
        What Ctrl-C does: pass through, or end the search with the schedule so far.
    ranked : dict of importances by subset, optional
        Those that are known; what is computed is added.
    known : callable
        Returns those of some tasks whose evaluations are there already, so that they take no time.
    others : callable
        Returns evaluations that belong in the schedule although the sequences did not come to them.
    """
    runner = Runner(tried, evaluate, prices, limits, effort, known=known, progress=progress)
    stopping = Stopping(on_interrupt)
    baseline = tried.baseline()
    importances = partial(importances_of, tried, {} if ranked is None else ranked)
    runs: Counter[str] = Counter()
    with closing(runner), stopping:
        for sequence in sequences:
            name = getattr(sequence, "name", type(sequence).__name__)
            runs[name] += 1
            sequence.run(
                SearchContext(
                    problem=problem,
                    prices=prices,
                    rng=generator(problem.seed, f"{name} {runs[name]}"),
                    evaluate=partial(runner.evaluate, visitor=name),
                    rank=importances,
                    tried=runner.tried,
                    affordable=runner.affordable,
                    keep=limits.keep,
                    exclude=limits.exclude,
                )
            )
    if not runner.evaluations:
        raise KeyboardInterrupt if stopping.interrupted else BudgetError(_nothing_found(limits))
    found = joined(runner.evaluations, [*also, *runner.others(others())])
    if not stopping.interrupted:
        grown, bar = runner.meter.grown, bool(progress) and not callable(progress)
        found = finish(tried, evaluate, prices, found, progress=bar, grown=grown, stopping=stopping)
        with stopping:
            found = joined(found, _of_finalists(tried, evaluate, prices, found))
    if stopping.interrupted:
        warnings.warn("interrupted: the schedule holds what was found so far.", stacklevel=2)
    return ModelSchedule(
        found,
        prices,
        baseline=baseline,
        scoring=scoring,
        choose_by=choose_by,
        visits=runner.visits,
        explorers=tried.names,
    )


def importances_of(tried: Tried, ranked: dict[Subset, Floats], subset: Subset) -> Floats:
    """Return how much each variable matters to the model of a subset, computed once."""
    if subset not in ranked:
        ranked[subset] = tried.importances(subset)
    return ranked[subset]


def _of_finalists(
    tried: Tried, evaluate: Evaluate, prices: PriceList, found: list[Evaluation]
) -> list[Evaluation]:
    """Evaluate the finalists on the subsets of the front."""
    if not tried.finalists:
        return []
    front = ModelSchedule(found, prices, explorers=tried.names)
    tasks = [Task(name, model.subset) for name in tried.finalists for model in front]
    done = {(each.estimator, each.subset): each for each in evaluate(tasks)}
    return [done[task.name, task.subset] for task in tasks]


def _nothing_found(limits: Limits) -> str:
    if not limits.budgets:
        return "the sequences proposed no subset; use 'auto'."
    budget = ", ".join(f"{most:g} ({kind})" for kind, most in limits.budgets.items())
    return (
        f"none of the subsets that the sequences proposed costs at most budget={budget}; "
        "raise the budget, or use sequences='auto', which tries every variable alone."
    )
