"""Sequences propose subsets of variables: one strategy a file."""

from pennyworth.sequences.backward import BackwardSequence
from pennyworth.sequences.boosted import BoostedSequence
from pennyworth.sequences.context import SearchContext, Sequence
from pennyworth.sequences.cost import CostSequence
from pennyworth.sequences.elimination import EliminationSequence
from pennyworth.sequences.exhaustive import ExhaustiveSequence
from pennyworth.sequences.forward import ForwardSequence
from pennyworth.sequences.importance import ImportanceSequence
from pennyworth.sequences.l1_path import L1PathSequence, WeightedL1Sequence
from pennyworth.sequences.opening import OpeningSequence
from pennyworth.sequences.ratio import RatioSequence
from pennyworth.sequences.sampling import SamplingSequence
from pennyworth.sequences.singles import SinglesSequence
from pennyworth.sequences.surrogate import SurrogateSequence
from pennyworth.sequences.uniform import UniformSequence

__all__ = [
    "BackwardSequence",
    "BoostedSequence",
    "CostSequence",
    "EliminationSequence",
    "ExhaustiveSequence",
    "ForwardSequence",
    "ImportanceSequence",
    "L1PathSequence",
    "OpeningSequence",
    "RatioSequence",
    "SamplingSequence",
    "SearchContext",
    "Sequence",
    "SinglesSequence",
    "SurrogateSequence",
    "UniformSequence",
    "WeightedL1Sequence",
]
