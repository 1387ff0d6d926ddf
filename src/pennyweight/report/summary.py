"""ReportSummary: everything that the page shows, as plain records that JSON can hold."""

from dataclasses import dataclass

import numpy as np

from pennyweight.evaluations import Evaluation, Visit
from pennyweight.prices import Item, PriceList, follow_needs
from pennyweight.report.details import RunDetails
from pennyweight.schedule import FEWEST_BLOCKS, ModelSchedule, block_draws, half_width
from pennyweight.subsets import Subset

SHORT = 7  # significant digits of what is only shown; what chooses keeps all of them


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportItem:
    """A thing with prices, one for each kind of price."""

    name: str
    prices: tuple[float, ...]
    owned: bool
    needs: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportVariable:
    """A variable, and the positions of all items that it needs, itself included."""

    name: str
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportEvaluations:
    """Evaluations, column by column, in the order of the schedule.

    Parameters
    ----------
    subsets : tuple of subsets
        Their variables.
    scores, merits : tuples of float
        What is reported, and what the front is made by.
    stderrs : tuple of float or None
        The standard errors of the scores.
    test_scores : tuple of float or None
        Their scores on the test rows.
    blocks, merit_blocks : tuples of tuples of float
        Their scores by fold or block, and their merits where these are something else.
    estimators : tuple of int
        The positions of their estimators' names.
    provisional : tuple of int
        The places of those whose forests stopped early.
    """

    subsets: tuple[Subset, ...]
    scores: tuple[float, ...]
    merits: tuple[float, ...]
    stderrs: tuple[float | None, ...]
    test_scores: tuple[float | None, ...]
    blocks: tuple[tuple[float, ...], ...]
    merit_blocks: tuple[tuple[float, ...], ...]
    estimators: tuple[int, ...]
    provisional: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSequence:
    """The places of the evaluations that one sequence visited, each with its turn in the search."""

    name: str
    turns: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportBaseline:
    """The empty model."""

    score: float
    test_score: float | None
    blocks: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportUncertainty:
    """What it takes to correct scores for the luck of the choice, as `corrected_scores` does.

    Parameters
    ----------
    draws : tuple of tuples of int
        How often each block is drawn, draw by draw.
    width : float
        Half the width of the 95 % interval, in standard errors.
    """

    draws: tuple[tuple[int, ...], ...]
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSummary:
    """The content of a page."""

    details: RunDetails
    scoring: str
    choose_by: str
    kinds: tuple[str, ...]
    items: tuple[ReportItem, ...]
    variables: tuple[ReportVariable, ...]
    estimators: tuple[str, ...]
    evaluations: ReportEvaluations
    sequences: tuple[ReportSequence, ...]
    baseline: ReportBaseline | None
    uncertainty: ReportUncertainty | None


def summarise(schedule: ModelSchedule, details: RunDetails) -> ReportSummary:
    """Collect what the page shows of a schedule."""
    names = tuple(dict.fromkeys(e.estimator for e in schedule.evaluations))
    return ReportSummary(
        details=details,
        scoring=schedule.scoring,
        choose_by=schedule.choose_by,
        kinds=schedule.prices.kinds,
        items=tuple(_item(item) for item in schedule.prices.items),
        variables=_variables(schedule.prices),
        estimators=names,
        evaluations=_evaluations(schedule, names),
        sequences=_sequences(schedule),
        baseline=_baseline(schedule.baseline),
        uncertainty=_uncertainty(schedule.evaluations),
    )


def _item(item: Item) -> ReportItem:
    return ReportItem(
        name=item.name,
        prices=tuple(item.prices.values()),
        owned=item.owned,
        needs=item.needs,
        columns=item.columns or (),
    )


def _variables(prices: PriceList) -> tuple[ReportVariable, ...]:
    closure = follow_needs({item.name: item.needs for item in prices.items})
    return tuple(
        ReportVariable(name=name, items=tuple(closure[name].tolist())) for name in prices.variables
    )


def _evaluations(schedule: ModelSchedule, names: tuple[str, ...]) -> ReportEvaluations:
    tried = schedule.evaluations
    return ReportEvaluations(
        subsets=tuple(e.subset for e in tried),
        scores=tuple(schedule._scored.scores.tolist()),
        merits=tuple(schedule._scored.merits.tolist()),
        stderrs=tuple(None if e.stderr is None else _short(e.stderr) for e in tried),
        test_scores=tuple(e.test_score for e in tried),
        blocks=tuple(_blocks(e.scores) for e in tried),
        merit_blocks=tuple(
            _blocks(merits)
            for merits in schedule._scored.chosen_by()
            if any(each.merits for each in tried)
        ),
        estimators=tuple(names.index(e.estimator) for e in tried),
        provisional=tuple(place for place, e in enumerate(tried) if e.provisional),
    )


def _sequences(schedule: ModelSchedule) -> tuple[ReportSequence, ...]:
    """Return what each sequence visited; of several estimators, the one that did best counts."""
    best: dict[Subset, int] = {}
    merits = schedule._scored.merits
    for place, evaluation in enumerate(schedule.evaluations):
        known = best.get(evaluation.subset)
        if known is None or merits[place] > merits[known]:
            best[evaluation.subset] = place
    turns: dict[str, list[tuple[int, int]]] = {}
    seen: dict[Subset, Visit] = {}
    for visit in schedule.visits:
        if visit.subset in best and seen.setdefault(visit.subset, visit) is visit:
            turns.setdefault(visit.sequence, []).append((len(seen), best[visit.subset]))
    return tuple(
        ReportSequence(
            name=name,
            turns=tuple(turn for turn, _ in visits),
            places=tuple(place for _, place in visits),
        )
        for name, visits in turns.items()
    )


def _baseline(evaluation: Evaluation | None) -> ReportBaseline | None:
    if evaluation is None:
        return None
    return ReportBaseline(
        score=evaluation.score, test_score=evaluation.test_score, blocks=_blocks(evaluation.scores)
    )


def _uncertainty(evaluations: tuple[Evaluation, ...]) -> ReportUncertainty | None:
    """Return the draws of blocks; None where scores rest on a single one, or on different ones."""
    n_blocks = {len(evaluation.scores) for evaluation in evaluations}
    if len(n_blocks) != 1 or min(n_blocks) < FEWEST_BLOCKS:
        return None
    (n,) = n_blocks
    return ReportUncertainty(
        draws=tuple(tuple(times.tolist()) for times in block_draws(n)),
        width=float(half_width(np.ones(1), n, 0.95)[0]),
    )


def _blocks(scores: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(map(_short, scores))


def _short(value: float) -> float:
    return float(f"{value:.{SHORT}g}")
