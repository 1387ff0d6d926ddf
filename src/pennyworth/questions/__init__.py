"""The questions that buyers ask, one a file; `ModelSchedule` has a method for each."""

from pennyworth.questions.asking import BuyersQuestions
from pennyworth.questions.batch import RepricedBatch
from pennyworth.questions.comparison import Comparison
from pennyworth.questions.purchase import Purchase
from pennyworth.questions.sensitivity import Sensitivity
from pennyworth.questions.worth import Worth

__all__ = ["BuyersQuestions", "Comparison", "Purchase", "RepricedBatch", "Sensitivity", "Worth"]
