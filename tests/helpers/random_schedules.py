"""Random schedules with everything that makes re-pricing hard: ties, needs, things owned."""

import numpy as np

from pennyweight import Evaluation, Item, ModelSchedule, PriceList, Visit

BLOCKS = 10


def random_prices(rng: np.random.Generator, n_variables: int, digits: int | None = 2) -> PriceList:
    """Variables that need set-ups and each other; some are owned, some are free."""
    items = [
        Item(name=f"set-up {i}", price=_price(rng, digits), columns=(), other=_minutes(rng))
        for i in range(3)
    ]
    for i in range(n_variables):
        before = [item.name for item in items]
        needs = {f"set-up {i}"} if i < 3 else set()
        needs |= set(map(str, rng.choice(before, size=rng.integers(0, 3), replace=False)))
        items.append(
            Item(
                name=f"v{i}",
                price=_price(rng, digits),
                needs=tuple(sorted(needs)),
                columns=(f"v{i}",),
                owned=bool(rng.random() < 0.1),
                other=_minutes(rng),
            )
        )
    return PriceList.from_items(items)


def _price(rng: np.random.Generator, digits: int | None) -> float:
    if rng.random() < 0.1:
        return 0.0
    price = float(10 ** rng.uniform(-3, 4))
    return price if digits is None else round(price, digits)


def _minutes(rng: np.random.Generator) -> tuple[tuple[str, float], ...]:
    return (("minutes", float(rng.integers(0, 60))),)


def random_schedule(
    rng: np.random.Generator, n_variables: int, n_subsets: int, *, digits: int = 1
) -> ModelSchedule:
    """Scores of few digits, so that many tie; two estimators; some forests stopped early."""
    subsets = {
        tuple(np.flatnonzero(rng.random(n_variables) < rng.random()).tolist())
        for _ in range(n_subsets)
    } - {()}
    tried = [_evaluation(rng, subset, digits) for subset in sorted(subsets)]
    return ModelSchedule(
        tried,
        random_prices(rng, n_variables),
        choose_by="neg_brier_score",
        baseline=Evaluation(subset=(), estimator="baseline", scores=(0.4,) * BLOCKS),
        visits=[Visit(sequence=f"sequence {i % 3}", subset=e.subset) for i, e in enumerate(tried)],
    )


def _evaluation(rng: np.random.Generator, subset: tuple[int, ...], digits: int) -> Evaluation:
    scores = np.round(0.5 + 0.4 * rng.random(BLOCKS), digits)
    merits = np.round(scores - 1 + 0.1 * rng.random(BLOCKS), digits)
    provisional = bool(rng.random() < 0.3)
    return Evaluation(
        subset=subset,
        estimator=str(rng.choice(["forest", "logistic"])),
        scores=tuple(scores.tolist()),
        test_score=float(rng.random()),
        trees=50 if provisional else 500,
        provisional=provisional,
        merits=tuple(merits.tolist()),
        rounds=() if provisional else ((50, scores.mean() - 0.05, merits.mean() - 0.05),),
    )
