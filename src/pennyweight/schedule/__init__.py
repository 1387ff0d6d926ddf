"""The result: a schedule, which answers questions."""

from pennyweight.schedule.average import AverageSchedule, average_schedule
from pennyweight.schedule.model import ScheduledModel
from pennyweight.schedule.schedule import ModelSchedule, ScoreKind
from pennyweight.schedule.uncertainty import FEWEST_BLOCKS, Difference, block_draws, half_width

__all__ = [
    "FEWEST_BLOCKS",
    "AverageSchedule",
    "Difference",
    "ModelSchedule",
    "ScheduledModel",
    "ScoreKind",
    "average_schedule",
    "block_draws",
    "half_width",
]
