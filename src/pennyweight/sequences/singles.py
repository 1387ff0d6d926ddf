"""Every variable alone."""

from dataclasses import dataclass

from pennyweight.sequences.context import SearchContext


@dataclass(kw_only=True)
class SinglesSequence:
    """Propose every variable alone: the cheap end of the schedule.

    Parameters
    ----------
    screened : bool
        Of very many variables, propose only those most important for their price.
    """

    screened: bool = False
    name = "singles"

    def run(self, search: SearchContext) -> None:
        """Propose the single variables."""
        variables = search.promising if self.screened else search.full
        search.evaluate((variable,) for variable in variables)
