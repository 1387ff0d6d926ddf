"""A random forest made for subset search: bin once, score while growing."""

from pennyweight.learners.forest.binning import readable
from pennyweight.learners.forest.forest import ForestKernel, Part
from pennyweight.learners.forest.importance import permutation_drops
from pennyweight.learners.forest.settings import why_not
from pennyweight.learners.forest.target import EncodedTarget

__all__ = ["EncodedTarget", "ForestKernel", "Part", "permutation_drops", "readable", "why_not"]
