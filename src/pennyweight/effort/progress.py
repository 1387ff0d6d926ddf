"""A bar with the subsets done, their rate and the best score so far."""

import math
import warnings

from tqdm import TqdmWarning

from pennyweight import words

with warnings.catch_warnings():  # a notebook without widgets shows bars of text, and that is fine
    warnings.simplefilter("ignore", TqdmWarning)
    from tqdm.auto import tqdm

__all__ = ["Progress", "tqdm"]


class Progress:
    """Counts evaluated subsets, in the terminal or in a notebook."""

    def __init__(
        self, total: int | None, *, shown: bool, of: str = "subsets", patience: float = 0
    ) -> None:
        self._bar = tqdm(total=total, unit=f" {of}", disable=not shown, delay=patience)
        self._best = -math.inf

    def advance(self, score: float) -> None:
        """Count one more subset."""
        self._best = max(self._best, score)
        self._bar.set_postfix_str(f"best score {words.score(self._best)}", refresh=False)
        self._bar.update()

    def close(self) -> None:
        """Leave the finished bar behind."""
        self._bar.close()
