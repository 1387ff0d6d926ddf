"""The paper's statements, each with what was found here, in words with figures from the results."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from experiments import exhaustive, mixture, rfb, times
from experiments.drawing import TITLES
from experiments.recording import read, side_by_side
from experiments.runs import ALL_TREES
from experiments.schedules import average
from experiments.settings import Settings

SEQUENCES = ("msB: cost", "msB: importance", "msB: sampling", "msB: l1_path")
NEARLY = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement of the paper, what was found, and whether the two agree."""

    says: str
    found: str
    agreed: str


def _runs(settings: Settings, *methods: str) -> pd.DataFrame:
    """Return the areas on test rows, a row for each run and a column for each method."""
    runs = read(settings.results / "runs.csv")
    return side_by_side(runs, ["data", "seed"], list(methods))


def _named(names: list[str]) -> str:
    return ", ".join(TITLES.get(name, name) for name in names)


def msb_dominates_logitb(settings: Settings) -> Claim:
    """Compare areas, and the average curves cost by cost."""
    wide = _runs(settings, "msB", "logitB")
    gain = (wide["msB"] - wide["logitB"]).groupby("data").mean().sort_values()
    wins = int((wide["msB"] > wide["logitB"]).sum())
    crossed = _curves_that_cross(settings)
    found = (
        f"The mean area of msB is larger on {int((gain > 0).sum())} of {len(gain)} data sets, by "
        f"{gain.iloc[0]:.3f} ({TITLES[gain.index[0]]}) to {gain.iloc[-1]:.3f} "
        f"({TITLES[gain.index[-1]]}), and in {wins} of {len(wide)} runs. "
    )
    if crossed:
        where = ", ".join(f"{TITLES[name]} {low:.2f} to {high:.2f}" for name, low, high in crossed)
        found += f"Its average curve is below logitB's somewhere in these ranges of cost: {where}."
    else:
        found += "Its average curve is above logitB's at every cost that both reach."
    agreed = "yes" if not crossed else "for the area; not at every cost"
    if not (gain > 0).all():
        agreed = f"not on {_named(gain[gain <= 0].index.tolist())}"
    return Claim(
        says="The average schedules of msB dominate those of logitB on all data sets, and so do "
        "the areas, by a large margin on most.",
        found=found,
        agreed=agreed,
    )


def _curves_that_cross(settings: Settings) -> list[tuple[str, float, float]]:
    """Return where logitB's average curve is above msB's, which stays level after its end."""
    models, crossed = read(settings.results / "models.csv"), []
    for name in [name for name in TITLES if name in set(models["data"])]:
        own = models[models["data"] == name]
        msb, logit = (average(own[own["method"] == method]) for method in ("msB", "logitB"))
        costs = np.linspace(max(msb.shares[0], logit.shares[0]), 1, 200)
        above = np.interp(costs, logit.shares, logit.scores) > np.interp(
            costs, msb.shares, msb.scores
        )
        if above.any():
            crossed.append((name, costs[above].min(), costs[above].max()))
    return crossed


def no_sequence_dominates(settings: Settings) -> Claim:
    """Count the runs in which one staircase is nowhere below the others."""
    runs = read(settings.results / "runs.csv")
    alone = runs[runs["method"].isin(SEQUENCES)].assign(
        dominates=lambda t: t["dominates"].astype(str) == "True"
    )
    by_run = alone.groupby(["data", "seed"])["dominates"].any()
    means = alone.groupby("method")["test_aup"].mean().sort_values(ascending=False)
    best = ", ".join(f"{name.removeprefix('msB: ')} {area:.3f}" for name, area in means.items())
    return Claim(
        says="No model sequence dominates the others (naval propulsion).",
        found=f"In {by_run.mean():.0%} of {len(by_run)} runs one sequence is nowhere below the "
        f"other three (naval propulsion: {by_run.loc[['naval']].mean():.0%}). Mean areas on test "
        f"rows over all data sets: {best}.",
        agreed="yes" if by_run.loc[["naval"]].mean() < 0.5 else "no",
    )


def ensemble_dominates(settings: Settings) -> Claim:
    """Compare the ensemble with the best of its sequences, on both kinds of rows."""
    runs = read(settings.results / "runs.csv")
    chosen, wide = (
        side_by_side(runs, ["data", "seed"], [ALL_TREES, *SEQUENCES], what)
        for what in ("aup", "test_aup")
    )
    where_it_chose = (
        chosen[ALL_TREES] >= chosen[list(SEQUENCES)].max(axis=1) - 1e-5
    )  # of rounded figures
    difference = wide[ALL_TREES] - wide[list(SEQUENCES)].max(axis=1)
    return Claim(
        says="The ensemble dominates each of its sequences.",
        found=f"On the rows that choose, in {where_it_chose.mean():.0%} of the runs, as it must be "
        "by construction. On the test rows, which the paper does not look at, its area is at least "
        f"that of the best sequence of the same run in {(difference >= 0).mean():.0%} of "
        f"{len(wide)} runs, and {difference.mean():+.4f} from it on average.",
        agreed="yes" if where_it_chose.all() else "no",
    )


def forest_beats_logistic(settings: Settings) -> Claim:
    """Compare forests and logistic regressions on the L1 path."""
    wide = _runs(settings, "msB: l1_path", "logitB")
    gain = (wide["msB: l1_path"] - wide["logitB"]).groupby("data").mean()
    worse = [name for name in TITLES if name in gain.index and gain[name] <= 0]
    found = (
        f"Naval propulsion: the forest's area is {gain.get('naval', np.nan):.3f} larger. So it is "
        f"on {int((gain > 0).sum())} of {len(gain)} data sets"
    )
    found += f"; not on {_named(worse)}." if worse else "."
    return Claim(
        says="On the same L1 path, the forest dominates logistic regression by a large margin "
        "(naval propulsion).",
        found=found,
        agreed="yes" if gain.get("naval", 0) > 0 else "no",
    )


def near_optimal_on_the_mixture(settings: Settings) -> Claim:
    """Compare msB with exhaustive search on the Gaussian mixture."""
    table = read(settings.results / "mixture.csv")
    wide = side_by_side(table, ["rho", "seed"], mixture.SHOWN)
    share = (wide["msB"] / wide["exhaustive, 2 or more"]).groupby("rho").mean()
    all_of_them = (wide["msB"] / wide["exhaustive"]).mean()
    auto = (wide["auto"] / wide["exhaustive"]).mean()
    tried = table[table["method"] == "msB"]["subsets"].mean()
    listed = ", ".join(f"{value:.1%} (rho {rho:g})" for rho, value in share.items())
    return Claim(
        says="On the Gaussian mixture, msB visits 12% of the subsets and its schedule is nearly "
        "identical to that of exhaustive search.",
        found=f"It visits {tried / 247:.0%} of the 247 subsets of two or more variables, and its "
        f"area on test rows is {listed} of exhaustive search's. Of the area over all 255 subsets "
        f"it is {all_of_them:.1%}; that of `auto` is {auto:.1%}.",
        agreed="yes" if share.min() > 0.99 else "nearly" if share.min() > 0.97 else "no",
    )


def above_rfb(settings: Settings) -> Claim:
    """Compare accuracies at the cost of rfB's model."""
    table = rfb.summary(settings)
    clear = table["msB gain"].abs() > 2 * table["msB sem"]
    above = table[clear & (table["msB gain"] > 0)].index.tolist()
    below = table[clear & (table["msB gain"] < 0)].index.tolist()
    return Claim(
        says="At the cost of rfB's model, msB is more accurate in most cases.",
        found=f"On average over data sets, msB differs from rfB by "
        f"{table['msB gain'].mean():+.4f}; by more than two standard errors above on: "
        f"{_named(above) or 'none'}; below on: {_named(below) or 'none'}. rfB's model costs "
        f"{table['share'].mean():.0%} of all variables.",
        agreed="yes" if len(above) > len(table) / 2 else "no",
    )


def cheap_and_as_good_as_a_forest(settings: Settings) -> Claim:
    """Find the share of the cost at which msB is as accurate as the forest of all variables."""
    runs, models = (read(settings.results / f"{name}.csv") for name in ("runs", "models"))
    full = runs[runs["method"] == "forest"].set_index(["data", "seed"])["test_score"]
    own = models[models["method"] == "msB"].join(full.rename("full"), on=["data", "seed"])
    enough = own[own["test_score"] >= own["full"] - NEARLY]
    least = enough.groupby(["data", "seed"])["share"].min().reindex(full.index).fillna(1.0)
    median = least.groupby("data").median().sort_values()
    listed = ", ".join(f"{TITLES[name]} {value:.0%}" for name, value in median.items())
    return Claim(
        says="In several cases msB reaches the accuracy of the unconstrained forest at a low "
        "budget.",
        found=f"The median cost at which a schedule comes within {NEARLY} of the forest of all "
        f"variables, as a share of the full cost: {listed}.",
        agreed="yes" if (median < 0.5).sum() >= 3 else "no",
    )


def within_a_percent_of_exhaustive(settings: Settings) -> Claim:
    """Compare areas on the same runs."""
    behind = exhaustive.msb_behind(settings)
    listed = ", ".join(
        f"{TITLES[name]} {row['mean']:+.1%} ± {row['sem']:.1%} ({row['count']:.0f} runs)"
        for name, row in behind.iterrows()
    )
    close = bool((behind["mean"].abs() <= 0.01).all())
    return Claim(
        says="The area of msB is within about 1% of exhaustive search's (Concrete, naval "
        "propulsion, Vehicle).",
        found=f"On test rows, msB against all subsets of two or more variables: {listed}. The "
        "printed areas differ by 1.0%, 0.6% and 1.5%.",
        agreed="yes" if close else "not on all three",
    )


def running_times(settings: Settings) -> Claim:
    """Compare running times."""
    table = times.summary(settings)
    ratio = table["msB"] / table["logitB"]
    return Claim(
        says="logitB runs faster than msB on all data sets, as it does part of the work.",
        found=f"It does on {int((ratio > 1).sum())} of {len(ratio)}: msB takes "
        f"{ratio.min():.0f} to {ratio.max():.0f} times as long.",
        agreed="yes" if (ratio > 1).all() else "not on all",
    )


def exhaustive_is_feasible(settings: Settings) -> Claim:
    """Tell what exhaustive search takes here."""
    means = exhaustive.summary(settings)
    spent = {
        name: means.loc[(name, "exhaustive"), "cpu_seconds"]
        for name in exhaustive.PRINTED
        if (name, "exhaustive") in means.index
    }
    printed = {name: exhaustive.PRINTED[name][0] for name in spent}
    listed = ", ".join(
        f"{TITLES[name]} {seconds:,.0f} s (printed: {printed[name]:,} s)"
        for name, seconds in spent.items()
    )
    moved = all(seconds < printed[name] / 10 for name, seconds in spent.items())
    return Claim(
        says="Exhaustive search is feasible only with very few variables.",
        found=f"Seconds of processors, of which two cores give two in a second: {listed}. Each "
        "further variable doubles that.",
        agreed="the limit has moved" if moved else "yes",
    )


CLAIMS: tuple[Callable[[Settings], Claim], ...] = (
    no_sequence_dominates,
    forest_beats_logistic,
    ensemble_dominates,
    near_optimal_on_the_mixture,
    msb_dominates_logitb,
    running_times,
    above_rfb,
    cheap_and_as_good_as_a_forest,
    within_a_percent_of_exhaustive,
    exhaustive_is_feasible,
)
