"""Tables, checks and plots of the quality benchmark, from its tracked results.

    python benchmarks/quality_report.py            # prints tables and checks
    python benchmarks/quality_report.py docs       # puts them in docs/quality.md, and draws plots

A claim is met or not by the figures; nothing here is written by hand.
"""

import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from quality import EFFORTS, PRICED, RESULTS, SEEN, UNSEEN
from quality_plots import draw_efforts, draw_gains
from synthetic import DESIGNS

OURS, PAPER = "pennyworth", "msB"
RIVALS = [
    *("msB", "exhaustive, paper", "exhaustive, by accuracy", "CEGB", "CEGB sets", "NSGA-II"),
    *("CatBoost", "SFS", "mlxtend", "RFE", "rfB", "logitB", "known best sets"),
]
GROUPS = {
    "seen": [(name, "drawn") for name in SEEN],
    "unseen": [(name, "drawn") for name in UNSEEN],
    "real prices": [(name, "real") for name in PRICED],
    "made": [(name, "made") for name in DESIGNS],
}
ROWS = [row for group in GROUPS.values() for row in group]
EFFORT_NAMES = {
    **{f"{OURS}, effort {sign}": times for sign, times in EFFORTS.items() if times < 1},
    OURS: 1.0,
    **{f"{OURS}, effort {sign}": times for sign, times in EFFORTS.items() if times > 1},
}


def areas(table: pd.DataFrame, what: str = "test_aup") -> pd.DataFrame:
    """Return areas with a row for each data set, prices and seed, and a column for each method."""
    return table.pivot_table(index=["data", "prices", "seed"], columns="method", values=what)


def paired(wide: pd.DataFrame, one: str, other: str) -> pd.DataFrame:
    """Return 1000 x the mean difference of two methods on each data set, its error, and n."""
    behind = 1000 * (wide[one] - wide[other]).dropna()
    found = behind.groupby(["data", "prices"]).agg(["mean", "sem", "count"])
    return found.reindex([row for row in ROWS if row in found.index])


def overall(differences: pd.DataFrame, group: str) -> tuple[float, float, int]:
    """Return the mean over the data sets of a group, its standard error, and how many there are."""
    part = differences.reindex([row for row in GROUPS[group] if row in differences.index])
    if part.empty:
        return np.nan, np.nan, 0
    return part["mean"].mean(), np.sqrt((part["sem"] ** 2).sum(skipna=False)) / len(part), len(part)


def written(mean: float, error: float, count: int | None = None) -> str:
    if np.isnan(mean):
        return ""
    few = f" ({count})" if count is not None else ""
    return f"{mean:+.0f}{few}" if np.isnan(error) else f"{mean:+.0f} ± {error:.0f}{few}"


def markdown(table: pd.DataFrame) -> str:
    header = [table.index.name or "", *table.columns]
    lines = [header, ["---"] * len(header), *([i, *row] for i, *row in table.itertuples())]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def lead_table(wide: pd.DataFrame) -> pd.DataFrame:
    """Return by how much pennyworth is ahead of each rival; seeds in brackets where fewer."""
    rivals = [rival for rival in RIVALS if rival in wide.columns]
    leads = {rival: paired(wide, OURS, rival) for rival in rivals}
    seeds = wide[OURS].dropna().groupby(["data", "prices"]).count()
    rows = {}
    for name, group in GROUPS.items():
        for row in [row for row in group if row in seeds.index]:
            area = wide[OURS].dropna().loc[row].mean()
            cells = [f"{area:.3f}"]
            for lead in leads.values():
                known = lead.loc[row] if row in lead.index else None
                few = known is not None and known["count"] < seeds[row]
                count = int(known["count"]) if few else None
                cells.append("" if known is None else written(known["mean"], known["sem"], count))
            rows[f"{row[0]}{', real prices' if row[1] == 'real' else ''}"] = cells
        means = [overall(lead, name) for lead in leads.values()]
        rows[f"**mean, {name}**"] = ["", *(written(mean, error) for mean, error, _ in means)]
    return pd.DataFrame.from_dict(rows, orient="index", columns=["test AUP", *rivals])


def work_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return what each method spends: subsets judged, and seconds, on the median data set."""
    real = table[table["prices"] != "made"]
    spent = real.groupby(["method", "data"])[["subsets", "seconds"]].median()
    by_method = spent.groupby("method").median()
    by_method["seeds"] = real.groupby(["method", "data"])["seed"].nunique().groupby("method").min()
    order = [name for name in [*RIVALS, *EFFORT_NAMES] if name in by_method.index]
    by_method = by_method.loc[order]
    return by_method.assign(
        subsets=by_method["subsets"].round().astype(int),
        seconds=by_method["seconds"].map("{:.2g}".format),
    )


def effort_gains(table: pd.DataFrame, what: str) -> pd.DataFrame:
    """Return 1000 x what each effort gains over the usual one, where all efforts were run."""
    wide = areas(table, what).reindex(columns=list(EFFORT_NAMES)).dropna()
    return 1000 * wide.sub(wide[OURS], axis=0).groupby(["data", "prices"]).mean()


def effort_table(table: pd.DataFrame) -> pd.DataFrame:
    columns = {}
    for title, what in (("chosen by", "aup"), ("test", "test_aup")):
        gains = effort_gains(table, what)
        pairs = zip(gains.mean(), gains.sem(), strict=True)
        columns[title] = [f"{mean:+.1f} ± {error:.1f}" for mean, error in pairs]
    return pd.DataFrame(columns, index=list(EFFORT_NAMES))


def gap_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return 1000 x how much selection and corrected areas are above the test areas."""
    rows = {}
    for method in (PAPER, "exhaustive, paper", "exhaustive, by accuracy", OURS):
        part = table[table["method"] == method].set_index(["data", "prices", "seed"])
        gaps = {
            what: (1000 * (part[what] - part["test_aup"])).dropna()
            for what in ("aup", "corrected_aup")
        }
        rows[method] = [mean_and_error(gap) for gap in gaps.values()]
    return pd.DataFrame.from_dict(rows, orient="index", columns=["selection", "corrected"])


def mean_and_error(gaps: pd.Series) -> tuple[float, float]:
    """Return the mean over data sets, and its standard error."""
    by_data = gaps.groupby(["data", "prices"]).agg(["mean", "sem"])
    return by_data["mean"].mean(), np.sqrt((by_data["sem"] ** 2).sum(skipna=False)) / len(by_data)


def checks(table: pd.DataFrame) -> list[str]:
    """Return what had to be shown, whether it is, and the figures."""
    wide = areas(table)
    over_msb = paired(wide, OURS, PAPER)
    drawn = over_msb.loc[
        [row for row in GROUPS["seen"] + GROUPS["unseen"] if row in over_msb.index]
    ]
    below = significantly_below(over_msb)
    found = [
        verdict(
            drawn["mean"].mean() >= 30,
            f"30 above msB in the mean of the data sets: {drawn['mean'].mean():+.1f}",
        ),
        verdict(not below, f"on no data set significantly below msB: {below or 'none'}"),
    ]
    for name in ("concrete", "pima"):
        for rival, least in (("exhaustive, paper", 20), ("exhaustive, by accuracy", None)):
            lead = paired(wide, OURS, rival).loc[(name, "drawn")]
            met = lead["mean"] >= least if least else lead["mean"] >= -2 * lead["sem"]
            text = f"{least} above" if least else "not below"
            text += f" {rival} on {name}: {written(lead['mean'], lead['sem'])}"
            found.append(verdict(met, text))
    for rival in [rival for rival in RIVALS if rival in wide.columns]:
        lead = paired(wide, OURS, rival)
        below = significantly_below(lead)
        mean = lead["mean"].mean()
        text = f"ahead of {rival} in the mean ({mean:+.1f}), nowhere significantly behind: "
        found.append(verdict(mean > 0 and not below, text + (below or "nowhere")))
    selection, corrected = gap_table(table).loc[OURS]
    text = "the mean gap between selection and test area is under 6: {:+.1f} ± {:.1f}"
    found.append(verdict(abs(selection[0]) < 6, text.format(*selection)))
    text = "the mean gap between corrected and test area is under 3: {:+.1f} ± {:.1f}"
    found.append(verdict(abs(corrected[0]) < 3, text.format(*corrected)))
    return found


def verdict(met: bool, text: str) -> str:
    return f"- {'met' if met else '**not met**'}: {text}"


def significantly_below(lead: pd.DataFrame) -> str:
    """Return the data sets on which a lead is more than two standard errors below zero."""
    behind = lead[lead["mean"] < -2 * lead["sem"]]
    return ", ".join(
        f"{name} ({prices}) {written(row['mean'], row['sem'])}"
        for (name, prices), row in behind.iterrows()
    )


def draw(table: pd.DataFrame, folder: Path) -> None:
    wide = areas(table)
    gains = {method: paired(wide, method, PAPER) for method in wide.columns if method != PAPER}
    draw_gains(gains).savefig(folder / "quality.png", dpi=120)
    by_effort = {what: effort_gains(table, what) for what in ("aup", "test_aup")}
    draw_efforts(by_effort, list(EFFORT_NAMES.values())).savefig(folder / "effort.png", dpi=120)


def put_in(page: Path, parts: dict[str, str]) -> None:
    """Replace what is between the marks of each part."""
    text = page.read_text(encoding="utf-8")
    for name, part in parts.items():
        marks = rf"(<!-- {name} -->\n).*?(\n<!-- end -->)"
        text = re.sub(marks, lambda m, part=part: f"{m[1]}\n{part}\n{m[2]}", text, flags=re.DOTALL)
    page.write_text(text, encoding="utf-8")


def main() -> None:
    table = pd.read_csv(RESULTS)
    gaps = gap_table(table).map(lambda pair: "{:+.1f} ± {:.1f}".format(*pair))
    parts = {
        "leads": markdown(lead_table(areas(table))),
        "checks": "\n".join(checks(table)),
        "work": markdown(work_table(table)),
        "efforts": markdown(effort_table(table)),
        "gaps": markdown(gaps),
    }
    print("\n\n".join(parts.values()))
    if len(sys.argv) > 1:
        docs = Path(sys.argv[1])
        put_in(docs / "quality.md", parts)
        draw(table, docs / "images")


if __name__ == "__main__":
    main()
