"""Sequences propose subsets of variables: one strategy a file."""

from pennyworth.sequences.context import SearchContext, Sequence
from pennyworth.sequences.cost import CostSequence
from pennyworth.sequences.exhaustive import ExhaustiveSequence
from pennyworth.sequences.importance import ImportanceSequence
from pennyworth.sequences.l1_path import L1PathSequence
from pennyworth.sequences.presets import resolve
from pennyworth.sequences.ratio import RatioSequence
from pennyworth.sequences.sampling import SamplingSequence
from pennyworth.sequences.singles import SinglesSequence
from pennyworth.sequences.uniform import UniformSequence

__all__ = [
    "CostSequence",
    "ExhaustiveSequence",
    "ImportanceSequence",
    "L1PathSequence",
    "RatioSequence",
    "SamplingSequence",
    "SearchContext",
    "Sequence",
    "SinglesSequence",
    "UniformSequence",
    "resolve",
]
