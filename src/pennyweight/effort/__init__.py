"""How much computing a search may spend, and what it shows of it."""

from pennyweight.effort.effort import (
    FEWEST,
    Callback,
    Effort,
    EffortSpent,
    Meter,
    SearchProgress,
    Stopping,
    with_default,
)
from pennyweight.effort.progress import Progress, tqdm

__all__ = [
    "FEWEST",
    "Callback",
    "Effort",
    "EffortSpent",
    "Meter",
    "Progress",
    "SearchProgress",
    "Stopping",
    "tqdm",
    "with_default",
]
