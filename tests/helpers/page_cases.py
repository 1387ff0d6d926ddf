"""Cases of all that the report's page computes again; `tests/report/cases.json` has the answers.

Python's tests and those in a real browser run the same cases. When answers are meant to change,
`PYTHONPATH=src:tests python -m helpers.page_cases` writes the file anew.
"""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from helpers.random_schedules import random_prices, random_schedule
from pennyweight import Evaluation, ModelSchedule, PriceList
from pennyweight.evaluations import pareto
from pennyweight.exceptions import BudgetError
from pennyweight.prices.rounding import rounded, total_prices

FILE = Path(__file__).parents[1] / "report" / "cases.json"
NEARLY = {"area", "corrected", "low", "high", "gain", "error"}  # sums in an order of their own


def rounding(values: list[float]) -> list[float]:
    return rounded(values).tolist()


def sums(given: dict[str, Any]) -> list[float]:
    needed = np.zeros((len(given["sets"]), len(given["prices"])), dtype=bool)
    for row, items in zip(needed, given["sets"], strict=True):
        row[items] = True
    return total_prices(needed, np.array(given["prices"])).tolist()


def fronts(given: dict[str, Any]) -> dict[str, Any]:
    costs, merits = np.array(given["costs"]), np.array(given["merits"])
    steps = pareto.front(costs, merits)
    return {
        "steps": steps.tolist(),
        "area": pareto.area(costs[steps], merits[steps], given["full"]),
    }


def schedules(given: dict[str, Any]) -> dict[str, Any]:
    """Return the steps at the new prices, and what to buy next with the cost of each."""
    repriced = schedule_of(given).reprice(prices_of(given))
    table = repriced.to_frame().astype(object)
    table = table.where(table.notna(), None)
    empty = [None] * len(table)
    bounds = zip(*(table.get(name, empty) for name in ("low", "corrected", "high")), strict=True)
    return {
        "total": repriced.prices.total,
        "area": repriced.aup(),
        "steps": [
            {"cost": m.cost, "subset": list(m.subset), "low": low, "corrected": mid, "high": high}
            for m, (low, mid, high) in zip(repriced, bounds, strict=True)
        ],
        "purchases": [_purchase(repriced, most) for most in (0, *(m.cost for m in repriced))],
    }


ANSWERS = {"rounding": rounding, "sums": sums, "fronts": fronts, "schedules": schedules}


def schedule_of(given: dict[str, Any]) -> ModelSchedule:
    """Return the schedule of a case, which has it as its file would."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "schedule.json"
        path.write_text(json.dumps(given["schedule"]))
        return ModelSchedule.load(path)


def prices_of(given: dict[str, Any]) -> PriceList:
    """Return the new prices of a case."""
    items = schedule_of(given).prices.items
    new = zip(items, given["prices"], given["owned"], strict=True)
    return PriceList.from_items(replace(item, price=p, owned=o) for item, p, o in new)


def cases() -> list[tuple[str, Any, Any]]:
    """Return the kind of each case, what is given, and the answer that was kept."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    return [(kind, each["given"], each["answer"]) for kind, all_ in kept.items() for each in all_]


def check_same(answer: Any, kept: Any, name: str = "") -> None:
    """Compare answers to the last bit, but for sums of scores."""
    if isinstance(kept, dict):
        assert set(answer) == set(kept)
        for key in kept:
            check_same(answer[key], kept[key], key)
    elif isinstance(kept, list):
        assert len(answer) == len(kept), name
        for one, other in zip(answer, kept, strict=True):
            check_same(one, other, name)
    elif name in NEARLY and kept is not None:
        assert answer == pytest.approx(kept, abs=1e-6), name
    else:
        assert answer == kept, name


def _purchase(schedule: ModelSchedule, budget: float) -> dict[str, Any] | None:
    try:
        found = schedule.next_purchase(budget)
    except BudgetError:
        return None
    return {
        "cost": found.cost,
        "extra": found.extra_cost,
        "gain": found.gain,
        "error": found.stderr,
        "buy": list(found.buy),
        "drop": list(found.drop),
    }


def _given(rng: np.random.Generator) -> dict[str, list[Any]]:
    values = [0.1 + 0.2, 2.675, 1e-320, 5e-324, 1.7e308, 999999999999.5, 123456789012.5, 0.0]
    values += [10.0**k for k in range(-30, 30)]
    values += [float(np.nextafter(10.0**k, 0)) for k in range(30)]
    values += (10.0 ** rng.uniform(-300, 300, size=200)).tolist()
    amounts = [
        [0.1, 0.2, 0.3, 0.7, 1e-9, 1e9],
        [3.0, 3.0, 0.0, 0.0],
        (10 ** rng.uniform(-8, 8, size=12)).tolist(),
        np.round(10 ** rng.uniform(0, 2, size=12), 2).tolist(),
    ]
    points = [([3.0, 1.0, 2.0, 2.0], [0.9, 0.5, 0.5, 0.8], 10.0), ([0.0, 0.0], [-2.0, -1.0], 0.0)]
    tied = rng.integers(0, 9, size=40) / 4, rng.integers(0, 9, size=40) / 8
    points += [(tied[0].tolist(), tied[1].tolist(), 3.0), ([], [], 1.0)]
    return {
        "rounding": [values],
        "sums": [{"prices": each, "sets": _sets(rng, len(each))} for each in amounts],
        "fronts": [{"costs": c, "merits": m, "full": full} for c, m, full in points],
        "schedules": [_schedule(rng, each) for each in _schedules(rng)],
    }


def _sets(rng: np.random.Generator, n_items: int) -> list[list[int]]:
    flags = rng.random((20, n_items)) < rng.random((20, 1))
    return [[], list(range(n_items)), *(np.flatnonzero(row).tolist() for row in flags)]


def _schedules(rng: np.random.Generator) -> list[ModelSchedule]:
    no_pairs = [
        Evaluation(subset=(0,), estimator="it", scores=(0.5, 0.7)),
        Evaluation(subset=(1,), estimator="it", scores=(0.6, 0.7, 0.8)),
    ]
    nothing = Evaluation(subset=(), estimator="baseline", scores=(0.4,))
    two = ModelSchedule(no_pairs, PriceList({"a": 1, "b": 2}), baseline=nothing)
    return [two, *(random_schedule(rng, 6, 25, digits=6) for _ in range(3))]


def _schedule(rng: np.random.Generator, schedule: ModelSchedule) -> dict[str, Any]:
    items = schedule.prices.items
    if len(items) > 2:
        items = random_prices(rng, len(schedule.prices.variables), digits=None).items
    with TemporaryDirectory() as folder:
        schedule.save(Path(folder) / "schedule.json")
        document = json.loads((Path(folder) / "schedule.json").read_text())
    given = [item.price for item in items], [item.owned for item in items]
    return {"schedule": document, "prices": given[0], "owned": given[1]}


def main() -> None:
    """Keep the answers of Python as it is now."""
    kept = {
        kind: [{"given": each, "answer": ANSWERS[kind](each)} for each in given]
        for kind, given in _given(np.random.default_rng(0)).items()
    }
    FILE.write_text(json.dumps(kept, allow_nan=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
