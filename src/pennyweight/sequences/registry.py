"""Sequences by name; a name that is listed here can be given to `BudgetSearch`."""

import math
from collections.abc import Callable
from functools import partial

from pennyweight.sequences.backward import BackwardSequence
from pennyweight.sequences.boosted import BoostedSequence
from pennyweight.sequences.context import SubsetSequence
from pennyweight.sequences.elimination import EliminationSequence
from pennyweight.sequences.exhaustive import ExhaustiveSequence
from pennyweight.sequences.forward import ForwardSequence
from pennyweight.sequences.importance import ImportanceSequence
from pennyweight.sequences.l1_path import L1PathSequence
from pennyweight.sequences.opening import OpeningSequence
from pennyweight.sequences.ratio import RatioSequence
from pennyweight.sequences.sampling import SamplingSequence
from pennyweight.sequences.singles import SinglesSequence
from pennyweight.sequences.surrogate import SurrogateSequence

SEQUENCES: dict[str, Callable[..., SubsetSequence]] = {
    "importance": ImportanceSequence,
    "cost": partial(RatioSequence, power=math.inf, name="cost"),
    "sampling": SamplingSequence,
    "uniform": partial(SamplingSequence, gamma=0.0, name="uniform"),
    "l1_path": L1PathSequence,
    "exhaustive": ExhaustiveSequence,
    "singles": SinglesSequence,
    "opening": OpeningSequence,
    "ratio": RatioSequence,
    "surrogate": SurrogateSequence,
    "forward": ForwardSequence,
    "backward": BackwardSequence,
    "elimination": EliminationSequence,
    "weighted_l1": partial(L1PathSequence, power=1.0, name="weighted_l1"),
    "boosted": BoostedSequence,
}
