"""A random forest made for subset search: bin once, score while growing."""

from pennyweight.learners.forest.binning import readable
from pennyweight.learners.forest.forest import ForestKernel, prepared
from pennyweight.learners.forest.settings import stands_for, why_not
from pennyweight.learners.forest.shared import Shared
from pennyweight.learners.forest.target import EncodedTarget

__all__ = [
    "EncodedTarget",
    "ForestKernel",
    "Shared",
    "permutation_drops",
    "prepared",
    "readable",
    "stands_for",
    "why_not",
]
