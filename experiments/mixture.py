"""The Gaussian mixture: msB against exhaustive search for three rho, and the map of points."""

from typing import Any

import pandas as pd

from experiments.drawing import picture
from experiments.protocol import PAPER, Timed, search, timed
from experiments.recording import Table, read
from experiments.runs import areas
from experiments.settings import Settings
from experiments.visits import evaluated, rebuilt, visited
from pennyweight import ModelSchedule
from pennyweight.datasets import make_gaussian_mixture
from pennyweight.display import plot_schedules, plot_solution_space

RHOS = (0.1, 0.3, 0.6)
TREES = 100
METHODS: dict[str, dict[str, Any]] = {
    "msB": {"sequences": "paper", "stop_early": False, **PAPER},
    "auto": {},
    "exhaustive": {"sequences": "exhaustive", **PAPER},
}

SHOWN = ("msB", "exhaustive, 2 or more", "auto", "exhaustive")


def size(settings: Settings) -> tuple[int, int]:
    """Return the number of rows, and of runs."""
    rows, runs = (5_000, 1) if settings.quick else (50_000, 3)
    return rows, min(runs, settings.most_runs or runs)


def compute(settings: Settings) -> None:
    """Search the same draws with msB, with what is the default here, and exhaustively."""
    table = Table(settings.results / "mixture.csv", ["rho", "seed", "method"])
    space = Table(settings.results / "mixture_space.csv", ["rho", "method"], signed=False)
    n_rows, n_runs = size(settings)
    trees = min(TREES, settings.n_trees)
    for seed in range(n_runs):
        for rho in RHOS:
            data = make_gaussian_mixture(rho, n=n_rows, random_state=seed)
            for method, how in METHODS.items():
                if table.has(rho, seed, method):
                    continue
                done = timed(lambda data=data, how=how, seed=seed: search(data, seed, trees, **how))
                if seed == 0 and method != "auto":
                    space.add({"rho": rho, "method": method, **row} for row in points(done.result))
                key = {"rho": rho, "seed": seed}
                table.add(described(key, method, done, f"{trees} trees; {n_rows} rows"))
                print(f"mixture, rho {rho}, run {seed}, {method}: {done.seconds:.0f} s", flush=True)


def points(schedule: ModelSchedule) -> list[dict[str, Any]]:
    """Return what was visited; of an exhaustive search, all there is."""
    names = {visit.sequence for visit in schedule.visits}
    rows = evaluated(schedule, "exhaustive") if "exhaustive" in names else visited(schedule)
    return list(rows)


def described(key: dict[str, Any], method: str, done: Timed, how: str) -> list[dict[str, Any]]:
    """Describe a search; an exhaustive one also without the single variables."""
    schedule = done.result
    found = {method: schedule}
    if method == "exhaustive":
        several = [e for e in schedule.evaluations if len(e.subset) > 1]
        found["exhaustive, 2 or more"] = ModelSchedule(several, schedule.prices)
    return [
        {**key, "method": name, **areas(each), "seconds": done.seconds, "settings": how}
        for name, each in found.items()
    ]


def draw(settings: Settings) -> None:
    """Draw the staircases for each rho, and the map for the strongest correlation."""
    rows = read(settings.results / "mixture_space.csv")
    prices = make_gaussian_mixture(0.3, n=10).prices

    def schedule(rho: float, method: str) -> ModelSchedule:
        chosen: pd.DataFrame = rows[(rows["rho"] == rho) & (rows["method"] == method)]
        if method == "exhaustive":
            chosen = chosen[chosen["variables"].astype(str).str.contains(" ")]
        return rebuilt(chosen, prices)

    with picture(settings, "mixture", columns=3, size=(4.6, 3.8)) as axes:
        for rho, ax in zip(RHOS, axes, strict=True):
            both = {"exhaustive": schedule(rho, "exhaustive"), "msB": schedule(rho, "msB")}
            plot_schedules(both, ax=ax)
            ax.set_title(f"rho = {rho:g}")
    with picture(settings, "mixture_map", size=(8, 5)) as ax:
        plot_solution_space(schedule(0.6, "msB"), schedule(0.6, "exhaustive"), ax=ax)
