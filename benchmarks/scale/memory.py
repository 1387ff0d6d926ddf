"""The most memory that a forest on ten million rows and twenty columns takes, table included.

python -m benchmarks.scale.memory [ROWS]    # about 2 minutes, 2 threads
"""

import resource
import sys
import time

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import get_scorer

from pennyweight.evaluators import SeveralEvaluators, Task
from pennyweight.learners.forest import ForestKernel, Shared
from pennyweight.prices import PriceList
from pennyweight.problem import Target, make_problem

COLUMNS, TREES = 20, 4


def table(n_rows: int) -> np.ndarray:
    X = np.empty((n_rows, COLUMNS), np.float32)
    rng = np.random.default_rng(0)
    for start in range(0, n_rows, 100_000):
        X[start : start + 100_000] = rng.normal(size=X[start : start + 100_000].shape)
    return X


def said(what: str, start: float) -> None:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"{what}: {time.perf_counter() - start:.1f} s, at most {most:.2f} GB so far", flush=True)


def main(n_rows: int = 10_000_000) -> None:
    start = time.perf_counter()
    X = table(n_rows)
    y = (X[:, 0] > X[:, 1]).astype(np.uint8)
    said(f"table of {X.nbytes / 1024**3:.2f} GB", start)
    problem = make_problem(
        X,
        Target(y=y, classification=True),
        PriceList.for_columns(None, [f"x{i}" for i in range(COLUMNS)]),
        validation="oob",
        test_size=0.2,
        weights=None,
        seed=0,
    )
    said("rows divided", start)
    forests = {"forest": RandomForestClassifier(TREES)}
    learners = {name: ForestKernel(Shared(problem), forest) for name, forest in forests.items()}
    scorer = get_scorer("accuracy")
    evaluator = SeveralEvaluators(problem, forests, scorer, learners=learners, n_jobs=2)
    said("binned", start)
    (found,) = evaluator.evaluate_all([Task("forest", problem.full)])
    said(f"{TREES} trees, accuracy {found.score:.3f}", start)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
