"""What every schedule needs: all variables, and the best of them alone."""

from dataclasses import dataclass

from pennyweight.sequences.context import SearchContext


@dataclass(kw_only=True)
class OpeningSequence:
    """Propose all variables together, and alone those most important for their price.

    Parameters
    ----------
    n_singles : int
        How many to propose alone.
    """

    n_singles: int = 5
    name = "opening"

    def run(self, search: SearchContext) -> None:
        """Propose all, and the single variables."""
        singles = ((variable,) for variable in search.most_promising(self.n_singles))
        search.evaluate([search.full, *singles])
