"""What the quality benchmark had to show, and whether it does."""

import pandas as pd
from scipy.stats import t as student

from benchmarks.quality.tables import (
    ALL,
    DRAWN,
    GROUPS,
    NAMED,
    NAMED_DRAWN,
    NEVER_SEEN,
    ONE_FOREST,
    OURS,
    PAPER,
    PAPER_WITH_ALL,
    RIVALS,
    areas,
    fits_to_judge,
    gaps,
    overall,
    paired,
    written,
)

SAME_WORK, HALF = f"{OURS}, effort / 4", f"{OURS}, effort / 2"
LEAST_LEAD, LEAST_OVER_EXHAUSTIVE, MOST_GAP, MOST_CORRECTED_GAP = 30, 20, 6, 3


def checks(table: pd.DataFrame) -> str:
    wide = areas(table)
    found = [
        *over_msb(wide),
        *at_the_work_of_msb(table, wide),
        *over_exhaustive(table, wide),
        *over_rivals(wide),
        *gaps_are_small(table),
    ]
    return "\n".join(f"- {'met' if met else '**not met**'}: {text}" for met, text in found)


def over_msb(wide: pd.DataFrame) -> list[tuple[bool, str]]:
    lead = paired(wide, OURS, PAPER)
    found = []
    for group in (NAMED_DRAWN, NAMED, DRAWN, ALL):
        mean, error, n = overall(lead, group)
        text = f"{LEAST_LEAD} above msB in the mean, {group}: {mean:+.1f} ± {error:.1f} over {n}"
        found.append((bool(mean >= LEAST_LEAD), text))
    groups = [*GROUPS, NEVER_SEEN]
    by_group = ", ".join(f"{name} {overall(lead, name)[0]:+.1f}" for name in groups)
    found[-1] = (found[-1][0], f"{found[-1][1]} ({by_group})")
    below = significantly_below(lead)
    return [*found, (not below, f"on no data significantly below msB: {below or 'on none'}")]


def at_the_work_of_msb(table: pd.DataFrame, wide: pd.DataFrame) -> list[tuple[bool, str]]:
    found, fitted = [], fits(table)
    for ours, paper in ((f"{ONE_FOREST}, effort / 4", PAPER), (SAME_WORK, PAPER_WITH_ALL)):
        lead = paired(wide, ours, paper)
        below, mean = significantly_below(lead), lead["mean"].mean()
        ours_fits, their_fits = fitted.dropna(subset=ours)[[ours, paper]].mean()
        text = (
            f"{ours} ahead of {paper}, with {ours_fits:.0f} fits on average of {their_fits:.0f}: "
            f"{mean:+.1f}; behind by more than two errors: {below or 'nowhere'}"
        )
        found.append((bool(mean > 0 and not below and ours_fits <= their_fits), text))
    return found


def fits(table: pd.DataFrame) -> pd.DataFrame:
    """Return how many models each method fits to judge its sets, on each data set."""
    judged = table.assign(fits=fits_to_judge(table))
    return judged.pivot_table(index=["data", "prices"], columns="method", values="fits")


def subsets(table: pd.DataFrame) -> pd.DataFrame:
    """Return how many subsets each method tries on each data set."""
    return table.pivot_table(index=["data", "prices"], columns="method", values="subsets")


def over_exhaustive(table: pd.DataFrame, wide: pd.DataFrame) -> list[tuple[bool, str]]:
    found, tried, fitted = [], subsets(table), fits(table)
    for name in ("concrete", "pima"):
        row, paper = (name, "drawn"), "exhaustive, paper"
        for ours, kind, counts in ((OURS, "subsets", tried), (HALF, "fits", fitted)):
            lead = paired(wide, ours, paper).loc[row]
            own, all_of_them = counts.loc[row, [ours, paper]]
            text = (
                f"{ours} {LEAST_OVER_EXHAUSTIVE} above exhaustive search under the paper's "
                f"protocol on {name}, with {own:.0f} {kind} of {all_of_them:.0f}: "
            )
            met = lead["mean"] >= LEAST_OVER_EXHAUSTIVE and own < all_of_them
            found.append((bool(met), text + written(lead["mean"], lead["sem"])))
        lead = paired(wide, OURS, "exhaustive, by accuracy").loc[row]
        text = f"not below exhaustive search by out-of-bag accuracy on {name}"
        met = lead["mean"] >= -2 * lead["sem"]
        found.append((met, f"{text}: {written(lead['mean'], lead['sem'])}"))
    return found


def over_rivals(wide: pd.DataFrame) -> list[tuple[bool, str]]:
    found, n, by_chance = [], 0, 0.0
    for rival in [rival for rival in RIVALS if rival in wide.columns]:
        lead = paired(wide, OURS, rival)
        below, mean = significantly_below(lead), lead["mean"].mean()
        text = f"ahead of {rival} in the mean: {mean:+.1f}; behind by more than two errors: "
        found.append((mean > 0 and not below, text + (below or "nowhere")))
        counts = lead["count"][lead["count"] > 1]
        n, by_chance = n + len(counts), by_chance + student.cdf(-2, counts - 1).sum()
    text = f"of {n} such comparisons, about {by_chance:.0f} would be by chance if all were equal"
    return [*found[:-1], (found[-1][0], f"{found[-1][1]} ({text})")]


def gaps_are_small(table: pd.DataFrame) -> list[tuple[bool, str]]:
    found = []
    for what, name, most in (
        ("aup", "selection", MOST_GAP),
        ("corrected_aup", "corrected", MOST_CORRECTED_GAP),
    ):
        for group in (NAMED_DRAWN, NAMED, ALL):
            mean, error, _ = overall(gaps(table, OURS, what), group)
            text = f"the mean gap between {name} and test area is under {most}, {group}"
            found.append((abs(mean) < most, f"{text}: {mean:+.1f} ± {error:.1f}"))
    return found


def significantly_below(lead: pd.DataFrame) -> str:
    """Return the data on which a lead is more than two standard errors below zero."""
    behind = lead[lead["mean"] < -2 * lead["sem"]]
    return ", ".join(
        f"{name} ({prices} prices) {written(row['mean'], row['sem'])}"
        for (name, prices), row in behind.iterrows()
    )
