"""Every variable alone."""

from dataclasses import dataclass

from pennyworth.sequences.context import SearchContext


@dataclass(kw_only=True)
class SinglesSequence:
    """Propose every variable alone: the cheap end of the schedule."""

    name = "singles"

    def run(self, search: SearchContext) -> None:
        """Propose the single variables."""
        search.evaluate((variable,) for variable in search.full)
