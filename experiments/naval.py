"""The paper's figures on naval propulsion: importances, and the schedules of the sequences."""

from sklearn.ensemble import RandomForestClassifier

from experiments.drawing import picture
from experiments.protocol import PAPER, drawn, logitb
from experiments.recording import Table, read
from experiments.settings import Settings
from experiments.visits import evaluated, rebuilt, visited
from pennyweight import BudgetSearch, ModelSchedule, PriceList
from pennyweight.display import plot_schedules

SEED = 0
NAMES = {
    "importance": "by importance",
    "cost": "by cost",
    "sampling": "by sampling",
    "l1_path": "L1 path (forest)",
    "logistic": "L1 path (logistic regression)",
}


def compute(settings: Settings) -> None:
    """Search once, with all trees for every subset."""
    importances = Table(settings.results / "naval_importances.csv", ["variable"])
    visits = Table(settings.results / "naval_visits.csv", ["run"], signed=False)
    if visits.has(SEED):
        return
    data = drawn("naval", SEED, settings)
    forest = RandomForestClassifier(settings.n_trees)
    search = BudgetSearch(
        forest,
        prices=data.prices,
        sequences="paper",
        stop_early=False,
        random_state=SEED,
        n_jobs=-1,
        **PAPER,
    ).fit(data.X, data.y)
    evaluator = search._evaluator
    weights = evaluator.importances(evaluator.problem.full)
    named = zip(search.prices_.variables, weights, strict=True)
    importances.add(
        {
            "variable": number,
            "name": name,
            "price": search.prices_.cost([name]),
            "importance": weight,
            "settings": f"{settings.n_trees} trees; 60/20/20; seed {SEED}",
        }
        for number, (name, weight) in enumerate(named, start=1)
    )
    rows = [*visited(search.schedule_), *evaluated(logitb(data, SEED), "logistic")]
    visits.add({"run": SEED, **row} for row in rows)


def schedules(settings: Settings) -> dict[str, ModelSchedule]:
    """Return the schedule of each sequence, of logistic regression, and of all four together."""
    prices = PriceList(read(settings.results / "naval_importances.csv")["price"].to_numpy())
    prices = prices.bind([f"x{i}" for i in range(1, len(prices.items) + 1)])
    rows = read(settings.results / "naval_visits.csv")
    found = {
        name: rebuilt(rows[rows["sequence"] == sequence], prices)
        for sequence, name in NAMES.items()
    }
    return {**found, "all": rebuilt(rows[rows["sequence"] != "logistic"], prices)}


def draw(settings: Settings) -> None:
    """Draw the five figures."""
    table = read(settings.results / "naval_importances.csv")
    with picture(settings, "naval_importances") as ax:
        ax.bar(table["variable"], table["importance"], color="C0")
        ax.set(xlabel="variable", ylabel="mean fall of accuracy when permuted")
        ax.set_xticks(table["variable"])
    every = schedules(settings)
    sequences = {name: every[NAMES[name]] for name in ("importance", "cost", "sampling", "l1_path")}
    shown = {NAMES[name]: schedule for name, schedule in sequences.items()}
    names = ("L1 path (forest)", "L1 path (logistic regression)")
    figures = {
        "naval_by_importance": {"by importance": every["by importance"]},
        "naval_sequences": shown,
        "naval_l1": {name: every[name] for name in names},
        "naval_ensemble": {**shown, "all four": every["all"]},
    }
    for name, drawn_together in figures.items():
        with picture(settings, name) as ax:
            plot_schedules(drawn_together, ax=ax)
            ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False)
