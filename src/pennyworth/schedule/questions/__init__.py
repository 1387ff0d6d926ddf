"""The questions that buyers ask, one a file; `ModelSchedule` has a method for each."""

from pennyworth.schedule.questions.asking import BuyersQuestions
from pennyworth.schedule.questions.batch import RepricedBatch
from pennyworth.schedule.questions.comparison import Comparison
from pennyworth.schedule.questions.purchase import Purchase
from pennyworth.schedule.questions.sensitivity import Sensitivity
from pennyworth.schedule.questions.worth import Worth

__all__ = ["BuyersQuestions", "Comparison", "Purchase", "RepricedBatch", "Sensitivity", "Worth"]
