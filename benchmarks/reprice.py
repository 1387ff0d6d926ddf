"""How long re-pricing takes: 10,000 evaluations of 60 variables, one price list and many.

    python -m benchmarks.reprice

Writes benchmarks/results/reprice.csv and prints it; medians of 21 runs.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from benchmarks import RESULTS_FOLDER
from pennyweight import Evaluation, ModelSchedule, PriceList

N_EVALUATIONS, N_VARIABLES, N_DRAWS = 10_000, 60, 200


def schedule(rng: np.random.Generator) -> ModelSchedule:
    """Random subsets with shared set-ups: six groups of ten variables."""
    prices = {f"v{i}": float(rng.uniform(1, 100)) for i in range(N_VARIABLES)}
    setups = {f"set-up {g}": 50.0 for g in range(6)}
    needs = {f"v{i}": [f"set-up {i % 6}"] for i in range(N_VARIABLES)}
    price_list = PriceList(prices | setups, needs=needs).bind(list(prices))
    subsets = {
        tuple(np.flatnonzero(rng.random(N_VARIABLES) < rng.random()).tolist())
        for _ in range(12_000)
    }
    tried = [
        Evaluation(subset=s, estimator="f", scores=tuple(rng.random(10).tolist()))
        for s in sorted(subsets - {()})[:N_EVALUATIONS]
    ]
    return ModelSchedule(tried, price_list)


def milliseconds(job: Callable[[], Any], repeats: int = 21) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def main() -> None:
    rng = np.random.default_rng(0)
    made = schedule(rng)
    new = {f"v{i}": float(rng.uniform(1, 100)) for i in range(N_VARIABLES)}
    low = {name: 0.8 * price for name, price in new.items()}
    high = {name: 1.2 * price for name, price in new.items()}
    rows = [
        ("reprice", 1, milliseconds(lambda: made.reprice(new))),
        ("worth", 1, milliseconds(lambda: made.worth("v0", budget=500))),
        (
            "sensitivity, 20 budgets",
            N_DRAWS,
            milliseconds(
                lambda: made.sensitivity(low, high, N_DRAWS, budgets=np.linspace(50, 3000, 20)), 5
            ),
        ),
    ]
    table = pd.DataFrame(rows, columns=["question", "price_lists", "milliseconds"])
    table["evaluations"], table["variables"] = len(made.evaluations), N_VARIABLES
    RESULTS_FOLDER.mkdir(exist_ok=True)
    table.to_csv(RESULTS_FOLDER / "reprice.csv", index=False, float_format="%.4g")
    print(table.to_string(index=False))


if __name__ == "__main__":
    main()
