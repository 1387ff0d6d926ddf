"""How much computing a search may spend, and what it shows of it."""

from pennyweight.effort.effort import (
    FEWEST,
    UNLIMITED,
    Callback,
    Effort,
    EffortSpent,
    Meter,
    SearchProgress,
    Stopping,
)
from pennyweight.effort.progress import Progress, tqdm

__all__ = [
    "FEWEST",
    "UNLIMITED",
    "Callback",
    "Effort",
    "EffortSpent",
    "Meter",
    "Progress",
    "SearchProgress",
    "Stopping",
    "tqdm",
]
