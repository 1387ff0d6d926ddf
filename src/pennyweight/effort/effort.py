"""Effort: how much computing a search may spend: subsets, time, or until somebody says stop."""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from numbers import Integral
from time import monotonic
from typing import Any, TypeAlias

from pennyweight.evaluations import Evaluation

UNITS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
TIME = re.compile(rf"\s*(\d+(?:\.\d+)?)\s*({'|'.join(UNITS)})\s*")
SHARE_FOR_TRYING = 0.5  # of the time, where forests near the front are grown further afterwards
FEWEST = 6  # subsets of a search that time may end


class EffortSpent(Exception):  # noqa: N818 - it is a message to the search, not an error
    """The effort is used up: the search ends here, with what it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProgress:
    """What a callback gets to see, after every evaluation.

    Parameters
    ----------
    subsets : int
        How many subsets were tried so far; those found in a store count as well.
    seconds : float
        The time since the first evaluation that took any work.
    best_score : float
        The best score so far.
    latest : Evaluation
        The evaluation that has just come in.
    finishing : bool
        All subsets were tried, and the forests near the front are being grown further.
    most_subsets : int or None
        How many subsets may be tried.
    most_seconds : float or None
        How long the search may take.
    """

    subsets: int
    seconds: float
    best_score: float
    latest: Evaluation
    finishing: bool
    most_subsets: int | None = None
    most_seconds: float | None = None


Callback: TypeAlias = Callable[[SearchProgress], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Limits on a search: subsets, seconds, and callbacks that may end it.

    Time ends no search before the fewest subsets are tried, and one that was not known before.
    """

    subsets: int | None = None
    seconds: float | None = None
    callbacks: tuple[Callback, ...] = ()
    fewest: int = 1

    @classmethod
    def of(cls, given: Any) -> "Effort":
        """Read an effort as users write it: 500, "5min", a function, or a list of such."""
        if isinstance(given, Effort):
            return given
        parts = list(given) if isinstance(given, list | tuple) else [given]
        counts, times, callbacks = [], [], []
        for part in parts:
            if isinstance(part, Integral) and not isinstance(part, bool) and int(part) >= 1:
                counts.append(int(part))
            elif seconds := _seconds(part):
                times.append(seconds)
            elif callable(part):
                callbacks.append(part)
            elif part is not None:
                raise ValueError(
                    f"effort is {part!r}; give a number of subsets, 1 or more, a time such as "
                    "'90s', '5min' or '2h', a function of the progress, a list of these, or None."
                )
        return cls(subsets=_least(counts), seconds=_least(times), callbacks=tuple(callbacks))

    def of_search(self, default: int | None) -> "Effort":
        """Return the effort of a whole search; one without a limit gets so many subsets."""
        unlimited = self.subsets is None and self.seconds is None
        return replace(self, fewest=FEWEST, subsets=default if unlimited else self.subsets)


UNLIMITED = Effort()


class Meter:
    """Measures what is spent of an effort, and says when that is all.

    The clock starts when the first evaluation comes that took any work. What was known before costs
    no time, and neither does what precedes: compiling, pilots, starting workers.

    Parameters
    ----------
    effort : Effort
        What may be spent.
    watch : callable, optional
        Sees the progress after every evaluation, as callbacks do, but ends nothing.
    """

    def __init__(self, effort: Effort, watch: Callback | None = None) -> None:
        self.effort = effort
        self._watch = watch
        self._start: float | None = None
        self._best = -math.inf
        self._subsets = self._new = 0
        self._stopped = False

    def tried(
        self, evaluation: Evaluation, *, subsets: int, new: int, known: bool, in_two_parts: bool
    ) -> None:
        """Take note of an evaluation of a subset; raise `EffortSpent` if that is enough.

        Parameters
        ----------
        evaluation : Evaluation
            What has come in.
        subsets, new : int
            How many subsets are done, and how many of them were not known before.
        known : bool
            Whether the evaluation was known before.
        in_two_parts : bool
            Whether some of the time is for growing forests further.
        """
        self._subsets, self._new = subsets, new
        if not known:
            self._start_clock()
        self._stopped = self._note(evaluation, finishing=False) or self._stopped
        self.check(SHARE_FOR_TRYING if in_two_parts else 1.0)

    def grown(self, evaluation: Evaluation) -> None:
        """Take note of a forest grown further; raise `EffortSpent` if that is enough."""
        self._start_clock()
        if self._note(evaluation, finishing=True) or self._late(1.0):
            raise EffortSpent

    def check(self, share: float = 1.0) -> None:
        """Raise `EffortSpent` if this share of the time is over, or a callback has said stop."""
        enough = self._new and self._subsets >= self.effort.fewest
        if self._subsets and (self._stopped or (enough and self._late(share))):
            raise EffortSpent

    @property
    def seconds(self) -> float:
        """How long the clock has run."""
        return 0.0 if self._start is None else monotonic() - self._start

    def _start_clock(self) -> None:
        self._start = monotonic() if self._start is None else self._start

    def _late(self, share: float) -> bool:
        return self.effort.seconds is not None and self.seconds >= share * self.effort.seconds

    def _note(self, evaluation: Evaluation, *, finishing: bool) -> bool:
        """Tell the callbacks, and return whether one of them says stop."""
        self._best = max(self._best, evaluation.score)
        now = SearchProgress(
            subsets=self._subsets,
            seconds=self.seconds,
            best_score=self._best,
            latest=evaluation,
            finishing=finishing,
            most_subsets=self.effort.subsets,
            most_seconds=self.effort.seconds,
        )
        if self._watch is not None:
            self._watch(now)
        answers = [callback(now) for callback in self.effort.callbacks]
        return any(answers)


class Stopping:
    """A part of a search that may be cut short: by the effort, or by Ctrl-C where that may be.

    Parameters
    ----------
    on_interrupt : "raise" or "keep"
        What Ctrl-C does: pass through, or end the part with what there is.
    """

    def __init__(self, on_interrupt: str = "raise") -> None:
        self._keep = on_interrupt == "keep"
        self.interrupted = False

    def __enter__(self) -> "Stopping":
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        if self._keep and isinstance(error, KeyboardInterrupt):
            self.interrupted = True
            return True
        return isinstance(error, EffortSpent)


def _seconds(given: Any) -> float | None:
    if isinstance(given, timedelta):
        return given.total_seconds() if given > timedelta(0) else None
    found = TIME.fullmatch(given) if isinstance(given, str) else None
    return float(found[1]) * UNITS[found[2]] if found else None


def _least(values: Iterable[Any]) -> Any:
    return min(values, default=None)
