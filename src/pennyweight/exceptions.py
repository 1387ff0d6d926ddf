"""The few errors that people may want to catch."""

OF_AN_ESTIMATOR = "(the estimator was "  # begins the note on an error that one has raised


class PennyweightError(Exception):
    """The parent of the errors below; a setting of the wrong kind is a ValueError or TypeError."""


class PriceError(PennyweightError, ValueError):
    """A price list that cannot be used, with the name of what is wrong in it."""


class BudgetError(PennyweightError, ValueError):
    """No model meets the budget, or the score, that was asked for."""


class EvaluationError(PennyweightError, ValueError):
    """A subset whose score is not a finite number."""


class ScheduleFileError(PennyweightError, ValueError):
    """A file that is not a schedule, or one that this version cannot read."""


class DataFileError(PennyweightError, ValueError):
    """A file of data that cannot be read as a table, or a column that it does not have."""


class DownloadError(PennyweightError, OSError):
    """A public data set that cannot be had, or that is not the one that was expected."""


class RunFolderError(PennyweightError, ValueError):
    """A folder that is not a run, or that holds another one."""


class StoreError(PennyweightError, OSError):
    """A store that cannot be read or written: what went wrong, and what is safe."""


class FingerprintError(PennyweightError, TypeError):
    """Something that cannot be told apart between runs, such as a parameter with hidden state."""


class WorkersError(PennyweightError, RuntimeError):
    """Workers died again and again, or there are none."""


class MissingDependencyError(PennyweightError, ImportError):
    """An optional package is needed and not installed."""
