"""Sequences by name: the presets, and single ones."""

from collections.abc import Callable, Iterable
from typing import Any

from pennyworth.sequences.context import Sequence
from pennyworth.sequences.cost import CostSequence
from pennyworth.sequences.exhaustive import ExhaustiveSequence
from pennyworth.sequences.importance import ImportanceSequence
from pennyworth.sequences.l1_path import L1PathSequence
from pennyworth.sequences.ratio import RatioSequence
from pennyworth.sequences.sampling import SamplingSequence
from pennyworth.sequences.singles import SinglesSequence
from pennyworth.sequences.uniform import UniformSequence

SINGLE: dict[str, Callable[[], Sequence]] = {
    "importance": ImportanceSequence,
    "cost": CostSequence,
    "sampling": SamplingSequence,
    "uniform": UniformSequence,
    "l1_path": L1PathSequence,
    "exhaustive": ExhaustiveSequence,
    "singles": SinglesSequence,
    "ratio": RatioSequence,
}


def paper() -> list[Sequence]:
    """Return the four sequences of msB; as in the paper, no model has fewer than two variables."""
    return [
        CostSequence(min_variables=2),
        ImportanceSequence(min_variables=2),
        SamplingSequence(min_variables=2),
        L1PathSequence(min_variables=2),
    ]


def auto() -> list[Sequence]:
    """Return msB's sequences, single variables, and removal by importance per price."""
    return [*paper(), SinglesSequence(), RatioSequence()]


PRESETS: dict[str, Callable[[], list[Sequence]]] = {"paper": paper, "auto": auto}


def resolve(sequences: Any) -> list[Sequence]:
    """Turn a preset, a name, a sequence, or a list of them into sequences."""
    is_list = isinstance(sequences, Iterable) and not isinstance(sequences, str)
    resolved = [
        sequence for entry in (sequences if is_list else [sequences]) for sequence in _named(entry)
    ]
    if not resolved:
        raise ValueError("sequences is empty; give at least one, or 'auto'.")
    return resolved


def _named(entry: Any) -> list[Sequence]:
    if isinstance(entry, str):
        if entry in PRESETS:
            return PRESETS[entry]()
        if entry in SINGLE:
            return [SINGLE[entry]()]
        known = ", ".join(map(repr, [*PRESETS, *SINGLE]))
        raise ValueError(f"there is no sequence {entry!r}; the names are {known}.")
    if isinstance(entry, type) or not callable(getattr(entry, "run", None)):
        raise TypeError(
            f"{entry!r} is no sequence; give a name, or an object with a method run(search)."
        )
    return [entry]
