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
        """Propose the single variables.

        Parameters
        ----------
        search : SearchContext
            What the sequence sees, and how it has subsets evaluated.
        """
        variables = search.promising if self.screened else search.full
        search.evaluate((variable,) for variable in variables)
