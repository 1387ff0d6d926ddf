"""The questions that buyers ask, one a file; `ModelSchedule` has a method for each."""

from pennyweight.schedule.questions.batch import RepricedBatch
from pennyweight.schedule.questions.comparison import Comparison
from pennyweight.schedule.questions.purchase import Purchase
from pennyweight.schedule.questions.sensitivity import Sensitivity
from pennyweight.schedule.questions.worth import Worth

__all__ = ["Comparison", "Purchase", "RepricedBatch", "Sensitivity", "Worth"]
