"""How much to run: everything, or the same code for minutes."""

from dataclasses import dataclass
from pathlib import Path

from pennyweight.datasets import names

HERE = Path(__file__).parent
FULL_RUNS = {"census": 5}
QUICK_RUNS = {"concrete": 5, "vehicle": 5, "steel": 2, "thyroid": 2, "naval": 2}
QUICK_ROWS = {"census": 10_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What to run, and where the results go.

    Parameters
    ----------
    quick : bool
        Few runs, in a folder that is not tracked.
    data : names
        The data sets of the shared table of runs.
    most_runs : int or None
        At most so many runs of each data set.
    methods : names
        Those of the shared table of runs; none named: all of them.
    n_trees : int
        The size of the forests.
    folder : Path or None
        Where results go; None: where they belong.
    """

    quick: bool = False
    data: tuple[str, ...] = names("paper")
    most_runs: int | None = None
    methods: tuple[str, ...] = ()
    n_trees: int = 500
    folder: Path | None = None

    @property
    def results(self) -> Path:
        """Where the tables go."""
        return self.folder or (HERE / "results" / "quick" if self.quick else HERE / "results")

    @property
    def figures(self) -> Path:
        """Where the pictures go: into the documentation, where they are of the full results."""
        if self.folder or self.quick:
            return self.results / "figures"
        return HERE.parent / "docs" / "images" / "experiments"

    def runs(self, name: str) -> int:
        """Return how many runs a data set gets."""
        usual = QUICK_RUNS.get(name, 1) if self.quick else FULL_RUNS.get(name, 100)
        return usual if self.most_runs is None else min(usual, self.most_runs)

    def rows(self, name: str) -> int | None:
        """Return how many rows are drawn; None: all of them."""
        return QUICK_ROWS.get(name) if self.quick else None
