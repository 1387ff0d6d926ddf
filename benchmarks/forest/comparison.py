"""The compiled forest against other forests: fit 60% of the rows, score 20%, 100 trees, 2 threads.

    PENNYWEIGHT_DATA=... python -m benchmarks.forest            # about 20 minutes
    PENNYWEIGHT_DATA=... python -m benchmarks.forest vehicle    # one shape anew

Rivals that are not installed are left out: `pip install scikit-learn-intelex ydf`, and in R
`ranger` and `randomForest`. All run in turn, in one process each, several times; a ratio is the
median over these rounds. What is done once for all subsets (binning here) is not counted; what
a rival does for every subset is. The table goes to benchmarks/results/forest.csv.
"""

import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import get_scorer

from benchmarks import RESULTS_FOLDER
from benchmarks.datasets import read_numbers
from pennyweight.evaluators import SeveralEvaluators, Task
from pennyweight.learners import Part
from pennyweight.learners.forest import ForestKernel, Shared
from pennyweight.learners.forest.importance import room_for_tree
from pennyweight.prices import PriceList
from pennyweight.problem import Target, make_problem

RESULTS = RESULTS_FOLDER / "forest.csv"
R_SCRIPT = Path(__file__).parent / "forest.R"
SHAPES = ["vehicle", "spambase", "naval", "mixture", "census"]
TREES, THREADS, OURS = 100, 2, "pennyweight"
ROUNDS = {"vehicle": 21, "mixture": 5, "census": 3}
ENOUGH = 0.5  # seconds; what takes less is repeated
SLOW = 20.0  # seconds; what takes longer runs once


class Shape:
    """One data set: rows to fit and to score, and the columns of a subset."""

    def __init__(self, name: str, columns: str) -> None:
        X, y = read_numbers(name)
        rng = np.random.default_rng(0)
        order = rng.permutation(len(X))[: round(0.8 * len(X))]
        self.name, self.which = name, columns
        self.X, self.y = X[order], y[order]
        self.n_fit = round(0.75 * len(order))
        n = X.shape[1]
        half = np.sort(rng.choice(n, n // 2, replace=False))
        self.columns = np.arange(n) if columns == "all" else half

    @property
    def parts(self) -> tuple[np.ndarray, ...]:
        """The rows to fit, their classes, the rows to score, their classes."""
        X = np.ascontiguousarray(self.X[:, self.columns])
        n = self.n_fit
        return X[:n], self.y[:n], X[n:], self.y[n:]

    def kernel(self) -> ForestKernel:
        """Return our forest, with the data binned."""
        n, n_all = self.n_fit, len(self.y)
        problem = make_problem(
            self.X,
            Target(y=self.y, classification=True),
            PriceList.for_columns(None, [f"x{i}" for i in range(self.X.shape[1])]),
            validation=[(np.arange(n), np.arange(n, n_all))],
            test_size=None,
            weights=None,
            seed=0,
        )
        return ForestKernel(Shared(problem), RandomForestClassifier(TREES))


def ours(shape: Shape) -> Callable[[], float]:
    kernel = shape.kernel()
    evaluator = SeveralEvaluators(
        kernel.problem,
        {OURS: kernel.settings.estimator},
        get_scorer("accuracy"),
        learners={OURS: kernel},
        n_jobs=THREADS,
    )
    task = Task(OURS, tuple(shape.columns.tolist()))
    return lambda: next(iter(list(evaluator.evaluate_all([task])))).score


def fit_and_score(make: Callable[[], Any], shape: Shape) -> Callable[[], float]:
    fit_X, fit_y, score_X, score_y = shape.parts
    return lambda: float(make().fit(fit_X, fit_y).score(score_X, score_y))


def ydf(shape: Shape) -> Callable[[], float]:
    import ydf as library  # noqa: PLC0415

    fit_X, fit_y, score_X, score_y = shape.parts
    fitted, scored = {"X": fit_X, "y": fit_y}, {"X": score_X, "y": score_y}

    def run() -> float:
        learner = library.RandomForestLearner(
            label="y", num_trees=TREES, max_depth=-1, min_examples=1, num_threads=THREADS,
            compute_oob_performances=False, winner_take_all=False,
        )  # fmt: skip
        return float(learner.train(fitted, verbose=0).evaluate(scored).accuracy)

    return run


def in_r(method: str, shape: Shape) -> Callable[[], Any]:
    folder = Path(tempfile.mkdtemp())
    fit_X, fit_y, score_X, score_y = shape.parts
    for part, X, y in (("fit", fit_X, fit_y), ("score", score_X, score_y)):
        frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
        frame.assign(target=y).to_csv(folder / f"{part}.csv", index=False)

    def run() -> tuple[float, float]:
        command = ["Rscript", str(R_SCRIPT), method, str(folder), str(TREES), str(THREADS)]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        return float(out[-1]), float(out[-2])

    return run


def rivals() -> dict[str, Callable[[Shape], Callable[[], Any]]]:
    """Return those that are installed, by name."""
    settings: Any = {"n_estimators": TREES, "n_jobs": THREADS}
    found: dict[str, Any] = {
        OURS: ours,
        "scikit-learn": partial(fit_and_score, partial(RandomForestClassifier, **settings)),
    }
    try:
        from sklearnex.ensemble import RandomForestClassifier as Intel  # noqa: PLC0415

        found["scikit-learn-intelex"] = partial(fit_and_score, partial(Intel, **settings))
    except ImportError:
        pass
    try:
        import ydf as _  # noqa: F401, PLC0415

        found["ydf"] = ydf
    except ImportError:
        pass
    for package in ("ranger", "randomForest") if shutil.which("Rscript") else ():
        check = ["Rscript", "-e", f"library({package})"]
        if subprocess.run(check, capture_output=True, check=False).returncode == 0:
            found[f"{package} (R)"] = partial(in_r, package)
    return found


def timed(job: Callable[[], Any]) -> tuple[float, float]:
    """Return the score and the seconds; R reports its own seconds, without start and reading.

    Short jobs are repeated and their median taken, for half a second whatever the method, so that
    the threads of the one before are at rest and the caches are the job's own.
    """
    seconds: list[float] = []
    while sum(seconds) < ENOUGH:
        start = time.perf_counter()
        result = job()
        seconds.append(time.perf_counter() - start)
        if isinstance(result, tuple):
            return result
    return result, statistics.median(seconds)


def cells(shape: Shape) -> float:
    """Return the cells that our trees look at: rows x candidate columns, over all nodes split.

    A node's rows are its weight times the share of distinct rows in the bag.
    """
    kernel = shape.kernel()
    part = Part(train=np.arange(shape.n_fit), extra=np.arange(0), left_out=True)
    call = kernel.call(shape.columns.tolist(), part)
    tree = room_for_tree(2 * shape.n_fit, kernel.target.n_statistics)
    n_nodes = call.grow(0, 1, kernel.target.no_votes(len(shape.y)), tree)
    split = tree.column[:n_nodes] >= 0
    distinct = (call.rows.times > 0).sum() / call.sample.draws
    weight = tree.value[:n_nodes][split].sum()
    return float(weight * distinct * call.limits.candidates * TREES)


def measure(shape: Shape) -> Iterator[dict[str, Any]]:
    jobs = {name: make(shape) for name, make in rivals().items()}
    for name, job in jobs.items():
        if not name.endswith("(R)"):  # compiles, starts threads
            job()
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    for _ in range(ROUNDS.get(shape.name, 7)):
        for name, job in jobs.items():
            if not runs[name] or runs[name][0][1] < SLOW:
                runs[name].append(timed(job))
    ours = [seconds for _, seconds in runs[OURS]]
    for name, results in runs.items():
        seconds = [taken for _, taken in results]
        yield {
            "shape": shape.name,
            "rows": shape.n_fit,
            "columns": len(shape.columns),
            "subset": shape.which,
            "method": name,
            "seconds": statistics.median(seconds),
            "times_slower_than_ours": statistics.median(
                theirs / our for theirs, our in zip(seconds, ours, strict=False)
            ),
            "accuracy": statistics.mean(accuracy for accuracy, _ in results),
            "ns_per_cell": 1e9 * THREADS * statistics.median(seconds) / cells(shape)
            if name == OURS
            else np.nan,
        }


def main(names: list[str]) -> None:
    """Measure, and put the rows in the table in place of older ones of the same shapes."""
    table = pd.read_csv(RESULTS) if RESULTS.exists() else pd.DataFrame(columns=["shape", "subset"])
    for name in names or SHAPES:
        for columns in ("all", "half"):
            rows = pd.DataFrame(list(measure(Shape(name, columns))))
            print(rows.to_string(index=False), flush=True)
            older = (table["shape"] == name) & (table["subset"] == columns)
            table = pd.concat([table[~older], rows], ignore_index=True)
            table.to_csv(RESULTS, index=False, float_format="%.5g")
    ratios = table[table["method"] != OURS].groupby("method")["times_slower_than_ours"]
    print(ratios.agg([("geometric mean", lambda r: np.exp(np.log(r).mean())), "min"]))
