"""Sequences propose subsets of variables: one strategy a file."""

from pennyweight.sequences.backward import BackwardSequence
from pennyweight.sequences.boosted import BoostedSequence
from pennyweight.sequences.context import SearchContext, SubsetSequence
from pennyweight.sequences.elimination import EliminationSequence
from pennyweight.sequences.exhaustive import ExhaustiveSequence
from pennyweight.sequences.forward import ForwardSequence
from pennyweight.sequences.importance import ImportanceSequence
from pennyweight.sequences.l1_path import L1PathSequence
from pennyweight.sequences.opening import OpeningSequence
from pennyweight.sequences.ratio import RatioSequence
from pennyweight.sequences.registry import SEQUENCES
from pennyweight.sequences.sampling import SamplingSequence
from pennyweight.sequences.singles import SinglesSequence
from pennyweight.sequences.surrogate import SurrogateSequence

__all__ = [
    "SEQUENCES",
    "BackwardSequence",
    "BoostedSequence",
    "EliminationSequence",
    "ExhaustiveSequence",
    "ForwardSequence",
    "ImportanceSequence",
    "L1PathSequence",
    "OpeningSequence",
    "RatioSequence",
    "SamplingSequence",
    "SearchContext",
    "SinglesSequence",
    "SubsetSequence",
    "SurrogateSequence",
]
