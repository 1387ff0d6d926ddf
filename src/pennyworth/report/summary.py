"""ReportSummary: everything that the page shows, as plain records that JSON can hold."""

from dataclasses import dataclass

from pennyworth.evaluation import Evaluation
from pennyworth.prices import Item, PriceList
from pennyworth.prices.checks import follow_needs
from pennyworth.report.details import RunDetails
from pennyworth.report.interval import interval
from pennyworth.schedule import ModelSchedule
from pennyworth.subsets import Subset
from pennyworth.visit import Visit

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
    scores : tuple of float
        What the front is made by.
    lows, highs : tuples of float or None
        The ends of their intervals.
    test_scores : tuple of float or None
        Their scores on the test rows.
    blocks : tuple of tuples of float
        Their scores by fold or block.
    estimators : tuple of int
        The positions of their estimators' names.
    provisional : tuple of int
        The places of those whose forests stopped early.
    """

    subsets: tuple[Subset, ...]
    scores: tuple[float, ...]
    lows: tuple[float | None, ...]
    highs: tuple[float | None, ...]
    test_scores: tuple[float | None, ...]
    blocks: tuple[tuple[float, ...], ...]
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
class ReportSummary:
    """The content of a page."""

    details: RunDetails
    scoring: str
    kinds: tuple[str, ...]
    items: tuple[ReportItem, ...]
    variables: tuple[ReportVariable, ...]
    estimators: tuple[str, ...]
    evaluations: ReportEvaluations
    sequences: tuple[ReportSequence, ...]
    baseline: ReportBaseline | None


def summarise(schedule: ModelSchedule, details: RunDetails) -> ReportSummary:
    """Collect what the page shows of a schedule."""
    names = tuple(dict.fromkeys(e.estimator for e in schedule.evaluations))
    return ReportSummary(
        details=details,
        scoring=schedule.scoring,
        kinds=schedule.prices.kinds,
        items=tuple(_item(item) for item in schedule.prices.items),
        variables=_variables(schedule.prices),
        estimators=names,
        evaluations=_evaluations(schedule, names),
        sequences=_sequences(schedule),
        baseline=_baseline(schedule.baseline),
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
    position = {item.name: i for i, item in enumerate(prices.items)}
    closure = follow_needs({item.name: item.needs for item in prices.items})
    return tuple(
        ReportVariable(name=name, items=tuple(sorted(position[need] for need in closure[name])))
        for name in prices.variables
    )


def _evaluations(schedule: ModelSchedule, names: tuple[str, ...]) -> ReportEvaluations:
    tried, scores = schedule.evaluations, schedule.comparable_scores.tolist()
    ends = [
        interval(evaluation, score) or (None, None)
        for evaluation, score in zip(tried, scores, strict=True)
    ]
    return ReportEvaluations(
        subsets=tuple(e.subset for e in tried),
        scores=tuple(scores),
        lows=tuple(_short(low) for low, _ in ends),
        highs=tuple(_short(high) for _, high in ends),
        test_scores=tuple(e.test_score for e in tried),
        blocks=tuple(_blocks(e) for e in tried),
        estimators=tuple(names.index(e.estimator) for e in tried),
        provisional=tuple(place for place, e in enumerate(tried) if e.provisional),
    )


def _sequences(schedule: ModelSchedule) -> tuple[ReportSequence, ...]:
    """Return what each sequence visited; of several estimators, the one that did best counts."""
    best: dict[Subset, int] = {}
    scores = schedule.comparable_scores
    for place, evaluation in enumerate(schedule.evaluations):
        known = best.get(evaluation.subset)
        if known is None or scores[place] > scores[known]:
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
        score=evaluation.score, test_score=evaluation.test_score, blocks=_blocks(evaluation)
    )


def _blocks(evaluation: Evaluation) -> tuple[float, ...]:
    return tuple(float(f"{score:.{SHORT}g}") for score in evaluation.scores)


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{SHORT}g}")
