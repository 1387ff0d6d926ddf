"""msB under the paper's protocol: against exhaustive search, and against logitB and rfB.

    python benchmarks/paper_protocol.py mixture      # the Gaussian mixture, about 20 minutes
    PENNYWORTH_DATA=... python benchmarks/paper_protocol.py public   # Vehicle, Concrete; 20 minutes

Each writes its table under benchmarks/results/ and prints the means.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

from pennyworth import BudgetSearch, ModelSchedule
from pennyworth.baselines import logit_b, rf_b
from pennyworth.datasets import make_gaussian_mixture

RESULTS = Path(__file__).parent / "results"
SPLITS = {"validation": 0.25, "test_size": 0.2}
PROTOCOL = {"choose_by": "accuracy", **SPLITS}
PUBLIC = {"vehicle": "vehicle_silhouettes", "concrete": "concrete"}


def timed(job: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    return job(), time.perf_counter() - start


def search(sequences: str, n_trees: int, data: Any, seed: int) -> Any:
    X, y, prices = data
    found = BudgetSearch(
        RandomForestClassifier(n_trees),
        prices=prices,
        sequences=sequences,
        random_state=seed,
        n_jobs=-1,
        **PROTOCOL,
    ).fit(X, y)
    return found.schedule_


def row(name: str, method: str, seed: int, schedule: Any, seconds: float) -> dict[str, Any]:
    return {
        "data": name,
        "method": method,
        "seed": seed,
        "subsets": len({evaluation.subset for evaluation in schedule.evaluations}),
        "validation_aup": schedule.aup(),
        "test_aup": schedule.aup(on="test"),
        "seconds": seconds,
    }


def read_public(name: str, seed: int) -> Any:
    """Read a data set, and draw its prices as the paper does: uniform on 1 to 100."""
    file = Path(os.environ["PENNYWORTH_DATA"]) / f"{PUBLIC[name]}.csv.gz"
    frame = pd.read_csv(file, keep_default_na=False, na_values=[""])
    X, y = frame.drop(columns="target"), frame["target"].to_numpy()
    return X, y, np.random.default_rng(seed).uniform(1, 100, X.shape[1])


def mixture() -> Iterator[dict[str, Any]]:
    for rho in (0.1, 0.3, 0.6):
        for seed in range(5):
            drawn = make_gaussian_mixture(rho, n=5_000, random_state=seed)
            data = drawn.X, drawn.y, drawn.prices
            for sequences in ("paper", "auto", "exhaustive"):
                schedule, seconds = timed(partial(search, sequences, 100, data, seed))
                yield row(f"mixture rho={rho}", sequences, seed, schedule, seconds)
            pairs_up = [e for e in schedule.evaluations if len(e.subset) >= 2]
            papers_space = ModelSchedule(pairs_up, schedule.prices)
            yield row(f"mixture rho={rho}", "exhaustive, 2 or more", seed, papers_space, seconds)


def public() -> Iterator[dict[str, Any]]:
    for name in PUBLIC:
        for seed in range(20):
            X, y, prices = read_public(name, seed)
            schedule, seconds = timed(partial(search, "paper", 500, (X, y, prices), seed))
            yield row(name, "msB", seed, schedule, seconds)
            yield against_rf_b(name, schedule, (X, y, prices), seed)
            path, seconds = timed(partial(logit_b, X, y, prices, random_state=seed, **SPLITS))
            yield row(name, "logitB", seed, path, seconds)


def against_rf_b(name: str, schedule: Any, data: Any, seed: int) -> dict[str, Any]:
    """Compare msB with the one model that rfB makes, at the cost of that model."""
    X, y, prices = data
    settings = {"estimator": RandomForestClassifier(500), "random_state": seed, "n_jobs": -1}
    model, seconds = timed(partial(rf_b, X, y, prices, **settings, **PROTOCOL))
    return {
        "data": name,
        "method": "rfB",
        "seed": seed,
        "subsets": X.shape[1],
        "cost_share": model.cost / schedule.prices.total,
        "test_score": model.test_score,
        "msB_test_score_at_that_cost": schedule.best(model.cost).test_score,
        "seconds": seconds,
    }


def main(part: str) -> None:
    rows = []
    for found in {"mixture": mixture, "public": public}[part]():
        rows.append(found)
        print({k: round(v, 4) if isinstance(v, float) else v for k, v in found.items()}, flush=True)
    table = pd.DataFrame(rows)
    RESULTS.mkdir(exist_ok=True)
    table.to_csv(RESULTS / f"paper_protocol_{part}.csv", index=False, float_format="%.6g")
    print(table.drop(columns="seed").groupby(["data", "method"]).mean().round(4).to_string())


if __name__ == "__main__":
    main(*sys.argv[1:])
