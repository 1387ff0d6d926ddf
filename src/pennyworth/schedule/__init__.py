"""The result: a schedule, which answers questions."""

from pennyworth.schedule.average import AverageSchedule, average_schedule
from pennyworth.schedule.model import ScheduledModel
from pennyworth.schedule.schedule import ModelSchedule, Part
from pennyworth.schedule.uncertainty import FEWEST_BLOCKS, block_draws, half_width

__all__ = [
    "FEWEST_BLOCKS",
    "AverageSchedule",
    "ModelSchedule",
    "Part",
    "ScheduledModel",
    "average_schedule",
    "block_draws",
    "half_width",
]
