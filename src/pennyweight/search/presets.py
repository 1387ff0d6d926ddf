"""Presets: lists of sequences that go well together."""

import math
from collections.abc import Callable, Iterable
from typing import Any

from pennyweight.effort import FEWEST, UNLIMITED, Effort
from pennyweight.sequences import (
    SEQUENCES,
    ExhaustiveSequence,
    OpeningSequence,
    RatioSequence,
    SinglesSequence,
    SubsetSequence,
    SurrogateSequence,
)

POWERS = 0.0, 0.25, 0.5, 1.0, 2.0, 4.0, math.inf
APART_FIRST = 1.0, 0.0, math.inf, 0.5, 2.0, 0.25, 4.0  # the first few differ most
FEW, MANY, FEW_VARIABLES = 100, 300, 15


def paper() -> list[SubsetSequence]:
    """Return the four sequences of msB; as in the paper, no model has fewer than two variables."""
    names = "cost", "importance", "sampling", "l1_path"
    return [SEQUENCES[name](min_variables=2) for name in names]


def auto(n_variables: int, effort: Effort) -> list[SubsetSequence]:
    """Return what finds most for its effort: everything, where that is little.

    Otherwise single variables; removal orders by importance per price ** power, thinned; and then,
    with the effort that is left, what the surrogate expects to gain from. An effort that single
    variables would use up, or that is a time, goes to the orders first.
    """
    if 2**n_variables <= (effort.subsets or _enough(n_variables)):
        return [ExhaustiveSequence(max_variables=n_variables)]
    most = None if effort.subsets or effort.seconds else _enough(n_variables)
    singles = SinglesSequence(screened=True)
    surrogate = SurrogateSequence(n_subsets=most, in_all=True)
    if effort.seconds or (effort.subsets or math.inf) < 2 * n_variables:
        return [*_orders(APART_FIRST), singles, surrogate]
    return [singles, *_orders(POWERS), surrogate]


def _orders(powers: Iterable[float]) -> list[SubsetSequence]:
    """Return thinned removal orders."""
    return [RatioSequence(power=power, thinning=1.35, screened=True) for power in powers]


def opening_of(sequences: Any, effort: Effort) -> list[SubsetSequence]:
    """Return what a search with "auto" begins with where time may end it at any moment."""
    timed = effort.seconds is not None and any(map(_is_auto, entries_of(sequences)))
    return [OpeningSequence(n_singles=FEWEST - 1)] if timed else []


def default_effort(sequences: Any, n_variables: int) -> int | None:
    """Return how many subsets "auto" tries when nobody says; other sequences end by themselves."""
    return _enough(n_variables) if all(map(_is_auto, entries_of(sequences))) else None


def _enough(n_variables: int) -> int:
    return FEW if n_variables <= FEW_VARIABLES else MANY


PRESETS: dict[str, Callable[[int, Effort], list[SubsetSequence]]] = {
    "paper": lambda n_variables, effort: paper(),
    "auto": auto,
}


def resolve(
    sequences: Any, n_variables: int = FEW_VARIABLES, effort: Effort = UNLIMITED
) -> list[SubsetSequence]:
    """Turn a preset, a name, a sequence, or a list of them into sequences.

    Presets may depend on how many variables there are to choose from, and on the effort.
    """
    resolved = [s for entry in entries_of(sequences) for s in _named(entry, n_variables, effort)]
    if not resolved:
        raise ValueError("sequences is empty; give at least one, or 'auto'.")
    return resolved


def entries_of(sequences: Any) -> list[Any]:
    """Return presets, names and sequences as a list, also where there is a single one.

    >>> entries_of("auto"), entries_of(("auto", "cost"))
    (['auto'], ['auto', 'cost'])
    """
    is_list = isinstance(sequences, Iterable) and not isinstance(sequences, str)
    return list(sequences) if is_list else [sequences]


def _is_auto(entry: Any) -> bool:
    return isinstance(entry, str) and entry == "auto"


def _named(entry: Any, n_variables: int, effort: Effort) -> list[SubsetSequence]:
    if isinstance(entry, str):
        if entry in PRESETS:
            return PRESETS[entry](n_variables, effort)
        if entry in SEQUENCES:
            return [SEQUENCES[entry]()]
        known = ", ".join(map(repr, [*PRESETS, *SEQUENCES]))
        raise ValueError(f"there is no sequence {entry!r}; the names are {known}.")
    if isinstance(entry, type) or not callable(getattr(entry, "run", None)):
        raise TypeError(
            f"{entry!r} is no sequence; give a name, or an object with a method run(search)."
        )
    return [entry]
