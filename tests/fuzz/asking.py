"""Attacks on schedules: other prices, questions, files; from searches and made up."""

import json
import re
from typing import Any

import numpy as np
import pandas as pd

from fuzz.case import Case
from fuzz.harm import changed_json, harmed
from fuzz.plain import check_answers, check_schedule
from fuzz.random_prices import ODD_AMOUNTS, random_amount, random_list, random_pairs, random_prices
from pennyweight import Evaluation, ModelSchedule, Visit

WORDS = ("price", "budget", "cost", "buy", "variable", "score", "draws", "item", "kind", "on must")


def negotiate(case: Case) -> None:
    """Ask a schedule of made-up evaluations anything."""
    schedule = random_schedule(case)
    case.blame(*WORDS, *schedule.prices.variables)
    case.tell(prices=schedule.prices.to_frame().to_dict("list"), evaluations=schedule.evaluations)
    check_schedule(schedule)
    ask(case, schedule)


def schedule_file(case: Case) -> None:
    """Load a schedule whose file was changed."""
    path = case.folder / "schedule.json"
    schedule = random_schedule(case)
    schedule.save(path)
    assert ModelSchedule.load(path) == schedule
    case.blame(path.name)
    if case.chance(0.6):
        path.write_text(json.dumps(changed_json(case, json.loads(path.read_text()))))
    else:
        harmed(case, path)
    case.tell(file=path.read_bytes() if path.is_file() else None)
    loaded = ModelSchedule.load(path)
    check_schedule(loaded)
    loaded.to_frame()
    if case.chance(0.5):
        loaded.to_html(case.folder / "report.html") if hasattr(loaded, "to_html") else repr(loaded)


def random_schedule(case: Case) -> ModelSchedule:
    n_variables = case.rng.randint(1, 6)
    names = [f"v{i}" for i in range(n_variables)]
    rng, digits = case.numbers, case.rng.choice([1, 2, 15])
    blocks, with_merits = case.rng.choice([1, 2, 5, 10]), case.chance(0.5)
    scale = case.one_of([1.0], [1e-300, 1e300, 0.0], 0.05)

    def evaluation(subset: tuple[int, ...], estimator: str) -> Evaluation:
        scores = np.round(rng.random(blocks), digits)
        merits = np.round(scores - rng.random(blocks), digits) if with_merits else scores[:0]
        scores, merits = scale * scores, scale * merits
        provisional = bool(rng.random() < 0.3)
        rounds = () if provisional else ((50, float(scores.mean()), float(scores.mean())),)
        return Evaluation(
            subset=subset,
            estimator=estimator,
            scores=tuple(scores.tolist()),
            merits=tuple(merits.tolist()),
            test_score=case.one_of([float(rng.random())], [None]),
            trees=50 if provisional else 500,
            provisional=provisional,
            rounds=rounds if rng.random() < 0.5 else (),
        )

    subsets = {tuple(np.flatnonzero(rng.random(n_variables) < 0.5).tolist()) for _ in range(12)}
    tried = [
        evaluation(s, e) for s in sorted(subsets - {()}) for e in ("a", "b") if rng.random() < 0.7
    ]
    empty = Evaluation(subset=(), estimator="baseline", scores=(0.4,) * blocks)
    return ModelSchedule(
        tried,
        random_list(case, names, 0),
        baseline=case.rng.choice([None, empty]),
        choose_by="neg_brier_score" if with_merits else None,
        visits=[Visit(sequence="random", subset=each.subset) for each in tried],
    )


def ask(case: Case, schedule: ModelSchedule) -> None:
    """Ask one question after the other, until one is refused."""
    for question in case.rng.sample(QUESTIONS, case.rng.randint(1, 4)):
        case.tell(question=question.__name__)
        question(case, schedule)


def _budget(case: Case, schedule: ModelSchedule) -> Any:
    costs = [model.cost for model in schedule] or [1.0]
    return case.one_of([*costs, costs[0] / 2, costs[-1] * 2, 0, 10], ODD_AMOUNTS, 0.15)


def best(case: Case, schedule: ModelSchedule) -> None:
    budget = _budget(case, schedule)
    case.tell(budget=budget)
    schedule.best(budget)
    check_answers(schedule, budget)


def reprice(case: Case, schedule: ModelSchedule) -> None:
    if case.chance(0.5):
        items = [item.name for item in schedule.prices.items]
        prices = {name: random_amount(case) for name in items if case.chance(0.5)}
    else:
        prices = random_prices(case, list(schedule.prices.variables))
    case.tell(new_prices=prices)
    repriced = schedule.reprice(prices)
    check_schedule(repriced)
    assert len(repriced.evaluations) == len(schedule.evaluations)
    repriced.compare(schedule).to_frame()


def within(case: Case, schedule: ModelSchedule) -> None:
    limits = {case.one_of(list(schedule.prices.kinds), ["nobody", ""]): _budget(case, schedule)}
    case.tell(limits=limits)
    part = schedule.within(**limits)
    check_schedule(part)
    for kind, most in limits.items():
        for each in part.evaluations:
            assert schedule.prices.kind(kind).cost(each.subset) <= most


def worth(case: Case, schedule: ModelSchedule) -> None:
    """A variable is in the best model up to its worth, and not beyond."""
    usual = list(schedule.prices.variables)
    items = [item.name for item in schedule.prices.items]
    name = case.one_of(usual, [*items, 0, -1, 99, "nobody", None, 1.5, ["v0"]], 0.1)
    budget = _budget(case, schedule)
    case.tell(variable=name, budget=budget)
    answer = schedule.worth(name, budget)
    answer.to_frame()
    item = next(item for item in schedule.prices.items if item.name == answer.variable)
    if item.owned or not isinstance(name, str):
        return

    def belongs_at(price: float) -> bool:
        repriced = schedule.reprice({name: price})
        affordable = [model for model in repriced if model.cost <= answer.budget]
        return bool(affordable) and name in affordable[-1].variables

    if answer.worth is None:
        assert not belongs_at(0), "worth nothing, and in the best model for nothing"
    elif answer.worth > 1e-6:
        step = 1e-9 * max(answer.worth, answer.budget)  # costs have twelve digits
        below = max(answer.worth - step, 0)
        assert belongs_at(below), f"does not belong below {answer.worth}"
        assert not belongs_at(answer.worth + step), f"belongs above {answer.worth}"


def next_purchase(case: Case, schedule: ModelSchedule) -> None:
    budget = _budget(case, schedule)
    case.tell(budget=budget)
    bought = schedule.next_purchase(budget)
    assert bought.cost > float(budget)
    if any(model.cost <= float(budget) for model in schedule):  # else it is compared with nothing
        assert bought.gain > 0, bought
    bought.to_frame()


def sensitivity(case: Case, schedule: ModelSchedule) -> None:
    names = [item.name for item in schedule.prices.items if not item.owned]
    low = random_pairs(case, case.rng.sample(names, min(2, len(names))), 0.05)
    high = {name: random_amount(case, 0.05) for name in low}
    draws = case.one_of([1, 5], [0, -1, "3", None, 1.5, True], 0.1)
    case.tell(low=low, high=high, draws=draws)
    schedule.sensitivity(low, high, draws=draws).to_frame()


def reprice_batch(case: Case, schedule: ModelSchedule) -> None:
    names = list(schedule.prices.variables)
    draws = case.numbers.integers(0, 9, (3, len(names))).astype(float)
    odd = [draws[0], draws[:, :-1], draws * np.nan, -draws - 1, "draws", None, [[]], draws * 1e308]
    given = case.one_of([draws, pd.DataFrame(draws, columns=names)], odd)
    budgets = case.one_of([[5.0, 10.0]], [5, [], "5", None, [np.nan], [[5.0]], [-1]], 0.1)
    case.tell(draws=given, budgets=budgets)
    batch = schedule.reprice_batch(given)
    scores = batch.scores(budgets)
    assert scores.shape == (len(batch), len(np.atleast_1d(budgets)))
    assert batch.members(budgets).shape == (*scores.shape, len(names))


def front_over(case: Case, schedule: ModelSchedule) -> None:
    kind = case.one_of(list(schedule.prices.kinds), ["nobody", None, 3])
    case.tell(kind=kind)
    table = schedule.front_over(kind)
    if kind != schedule.prices.kinds[0]:
        points = table[["cost", kind, "score"]].to_numpy().tolist()
        assert len(set(map(tuple, points))) == len(points), points


def save(case: Case, schedule: ModelSchedule) -> None:
    path = case.folder / "saved.json"
    schedule.save(path)
    assert ModelSchedule.load(path) == schedule


def join(case: Case, schedule: ModelSchedule) -> None:
    half = ModelSchedule(
        schedule.evaluations[::2],
        schedule.prices,
        scoring=schedule.scoring,
        choose_by=schedule.choose_by,
        baseline=schedule.baseline,
    )
    joined = half | schedule
    check_schedule(joined)
    assert {(e.subset, e.estimator) for e in joined.evaluations} == {
        (e.subset, e.estimator) for e in schedule.evaluations
    }


def look(case: Case, schedule: ModelSchedule) -> None:
    repr(schedule)
    schedule._repr_html_()
    part = case.one_of(["validation", "corrected", "test"], ["nobody", None], 0.1)
    case.tell(part=part)
    costs, area = [model.cost for model in schedule], schedule.aup(part)
    scores = schedule.scores(part)
    total = schedule.prices.total
    ends = [*costs, total][1:]
    steps = zip(costs, ends, scores, strict=True)
    expected = sum((end - start) * score for start, end, score in steps) / total if total else None
    assert expected is None or abs(area - expected) <= 1e-9 * max(1, abs(expected))


def report(case: Case, schedule: ModelSchedule) -> None:
    """The page holds the costs of the schedule, and no name of others as markup."""
    path = case.folder / "report.html"
    schedule.report(path, title="<b>" + schedule.scoring)
    page = path.read_text(encoding="utf-8")
    (data,) = re.findall(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S)
    assert isinstance(json.loads(data), dict)
    assert page.count("<b>") == 0


def honest(case: Case, schedule: ModelSchedule) -> None:
    """Corrected scores and intervals are there for every model, or for none."""
    corrected, (low, high) = schedule.corrected(), schedule.interval()
    assert corrected.shape == low.shape == high.shape == (len(schedule),)
    known = ~np.isnan(low)
    assert (low[known] <= high[known]).all()
    cheaper = schedule.parsimonious()
    assert {model.subset for model in cheaper} <= {e.subset for e in schedule.evaluations}
    if len(schedule):
        schedule.difference(case.rng.choice(schedule), case.rng.choice(schedule))


def draw(case: Case, schedule: ModelSchedule) -> None:
    axes = schedule.plot()
    axes.figure.canvas.draw()


QUESTIONS = [
    *(best, reprice, within, worth, next_purchase, sensitivity, reprice_batch),
    *(front_over, save, join, look, report, honest, draw),
]
