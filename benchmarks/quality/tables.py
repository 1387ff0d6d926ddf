"""The tables of the quality benchmark: leads over rivals, work, efforts, and gaps."""

import numpy as np
import pandas as pd

from benchmarks.quality.cegb import FOLDS as BOOSTED_FOLDS
from benchmarks.quality.cegb import RATES
from benchmarks.quality.comparison import ADDED, EFFORTS, ONE_MODEL, TAKEN_APART
from benchmarks.quality.data import PRICED, SEEN, SMALL, UNSEEN
from benchmarks.quality.rivals import FOLDS
from benchmarks.quality.synthetic import DESIGNS
from pennyweight.search import LEAVES

OURS, PAPER = "pennyweight", "msB"
ONE_FOREST, PAPER_WITH_ALL = "pennyweight, one forest", "msB, all forests"
RIVALS = [
    *(PAPER, PAPER_WITH_ALL, "exhaustive, paper", "exhaustive, by accuracy", "CEGB", "CEGB sets"),
    *("NSGA-II", "CatBoost", "SFS", "mlxtend", "RFE", "rfB", "logitB"),
]
REFERENCE = "known best sets"
GROUPS = {
    "seen": [(name, "drawn") for name in SEEN],
    "unseen": [(name, "drawn") for name in UNSEEN],
    "real prices": [(name, "real") for name in PRICED],
    "made": [(name, "made") for name in DESIGNS],
}
PUBLIC = [row for name, group in GROUPS.items() if name != "made" for row in group]
# Named, with the claims, before anything was run.
NAMED_SETS = [
    *("concrete", "vehicle", "steel", "landsat", "spambase", "thyroid"),
    *("naval", "bank", "pima", "heart"),
]
NAMED, NAMED_DRAWN = "the ten named sets", "the ten named sets, drawn prices"
ALL, DRAWN = "all public data", "all drawn prices"
NEVER_SEEN = "unseen, but for naval and breast_cancer"
FEW, MANY = "155 to 345 rows", "569 rows and more"
ROWS_OF = {
    **GROUPS,
    NAMED_DRAWN: [(name, "drawn") for name in NAMED_SETS],
    NAMED: [row for row in PUBLIC if row[0] in NAMED_SETS],
    ALL: PUBLIC,
    DRAWN: [row for row in PUBLIC if row[1] == "drawn"],
    NEVER_SEEN: [row for row in GROUPS["unseen"] if row[0] not in {"naval", "breast_cancer"}],
    FEW: [row for row in PUBLIC if row[0] in SMALL],
    MANY: [row for row in PUBLIC if row[0] not in SMALL],
}
ROWS = [row for group in GROUPS.values() for row in group]
EFFORT_NAMES = {
    **{f"{OURS}, effort {sign}": times for sign, times in EFFORTS.items()},
    OURS: 1.0,
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
    part = differences.reindex([row for row in ROWS_OF[group] if row in differences.index])
    if part.empty:
        return np.nan, np.nan, 0
    return part["mean"].mean(), np.sqrt((part["sem"] ** 2).sum(skipna=False)) / len(part), len(part)


def written(mean: float, error: float, count: int | None = None) -> str:
    if np.isnan(mean):
        return ""
    few = f" ({count})" if count is not None else ""
    return f"{mean:+.0f}{few}" if np.isnan(error) else f"{mean:+.0f} ± {error:.0f}{few}"


def lead_table(wide: pd.DataFrame) -> pd.DataFrame:
    """Return by how much pennyweight is ahead of each rival; seeds in brackets where fewer."""
    rivals = [rival for rival in [*RIVALS, REFERENCE] if rival in wide.columns]
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


def fits_to_propose(method: str, n_columns: int) -> int:
    """Return how many models a rival fits before any of its sets is judged."""
    forward = FOLDS * n_columns * (n_columns + 1) // 2
    boosted = len(RATES) * (1 + BOOSTED_FOLDS * (method == "CEGB"))
    eliminated = {"RFE": n_columns, "CatBoost": max(1, n_columns // 3)}
    known = {"SFS": forward, "mlxtend": forward, "CEGB": boosted, "CEGB sets": boosted}
    return {**known, **eliminated}.get(method, 0)


def fits_to_judge(table: pd.DataFrame) -> pd.Series:
    """Return how many models are fitted to the sets that a method judges."""
    models = table["method"].map(lambda name: 1 if name in ONE_MODEL else len(LEAVES))
    return table["subsets"] * models.where(table["method"] != "CEGB", 0)


def work_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return what each method spends: subsets, fits and seconds, on its median data set."""
    real = table[table["prices"] != "made"]
    columns = real[real["method"] == "RFE"].groupby("data")["subsets"].max()
    proposing = map(
        fits_to_propose, real["method"], real["data"].map(columns).fillna(0).astype(int)
    )
    real = real.assign(fits=fits_to_judge(real) + list(proposing))
    spent = real.groupby(["method", "data"])[["subsets", "fits", "seconds"]].median()
    by_method = spent.groupby("method").median()
    by_method["seeds"] = real.groupby(["method", "data"])["seed"].nunique().groupby("method").min()
    order = [name for name in [*RIVALS, *EFFORT_NAMES, ONE_FOREST] if name in by_method.index]
    by_method = by_method.loc[order]
    return by_method.assign(
        subsets=by_method["subsets"].round().astype(int),
        fits=by_method["fits"].round().astype(int),
        seconds=by_method["seconds"].map("{:.2g}".format),
    )


def leaf_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return what three forests gain over one, in our search and in msB; and our lead with one."""
    wide = areas(table)
    pairs = {
        "pennyweight, three forests over one": (OURS, ONE_FOREST),
        "msB, three forests over one": (PAPER_WITH_ALL, PAPER),
        "pennyweight over msB, one forest": (ONE_FOREST, PAPER),
        "pennyweight over msB, three forests": (OURS, PAPER_WITH_ALL),
    }
    gains = {title: paired(wide, *pair) for title, pair in pairs.items()}
    cells = {
        name: [written(*overall(gain, name)[:2]) for gain in gains.values()]
        for name in [*GROUPS, NAMED_DRAWN, FEW, MANY]
    }
    return pd.DataFrame.from_dict(cells, orient="index", columns=list(gains))


def sequence_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return what `auto` gains when sequences are left out or added, at the same effort."""
    wide = areas(table)
    changes = ["without singles", "without orders", "without surrogate"]
    rows = {}
    for change in [*changes, *(f"and {name}" for name in ADDED)]:
        if (method := f"auto {change}") in wide.columns:
            gain = paired(wide, method, OURS).loc[[(name, "drawn") for name in TAKEN_APART]]
            cells = [written(mean, error) for mean, error in gain[["mean", "sem"]].to_numpy()]
            error = np.sqrt((gain["sem"] ** 2).sum()) / len(gain)
            rows[method] = [*cells, f"{gain['mean'].mean():+.1f} ± {error:.1f}"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=[*TAKEN_APART, "mean"])


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


def gaps(table: pd.DataFrame, method: str, what: str) -> pd.DataFrame:
    """Return 1000 x how far areas are above the test areas: mean, error and n by data set."""
    part = table[table["method"] == method].set_index(["data", "prices", "seed"])
    above = (1000 * (part[what] - part["test_aup"])).dropna()
    return above.groupby(["data", "prices"]).agg(["mean", "sem", "count"])


def gap_table(table: pd.DataFrame) -> pd.DataFrame:
    rows = {}
    for method in (PAPER, "exhaustive, paper", "exhaustive, by accuracy", OURS):
        for name in ROWS_OF if method == OURS else [ALL]:
            found = [overall(gaps(table, method, what), name) for what in ("aup", "corrected_aup")]
            rows[f"{method}, {name}"] = [f"{mean:+.1f} ± {error:.1f}" for mean, error, _ in found]
    return pd.DataFrame.from_dict(rows, orient="index", columns=["selection", "corrected"])
