"""A random forest made for subset search: bin once, score while growing."""

from pennyworth.learners.forest.binning import readable
from pennyworth.learners.forest.forest import ForestKernel, Part
from pennyworth.learners.forest.importance import permutation_drops
from pennyworth.learners.forest.settings import why_not
from pennyworth.learners.forest.target import EncodedTarget

__all__ = ["EncodedTarget", "ForestKernel", "Part", "permutation_drops", "readable", "why_not"]
