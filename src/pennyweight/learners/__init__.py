"""What fits a subset when all that subsets share was prepared once."""

from pennyweight.learners.kinds import LEARNERS, kind_for, prepared
from pennyweight.learners.learner import Learner, Target
from pennyweight.learners.parts import Part, parts_of, unseen_of

__all__ = [
    "LEARNERS",
    "Learner",
    "Part",
    "Target",
    "kind_for",
    "parts_of",
    "prepared",
    "unseen_of",
]
