"""What a search shows while it works: subsets done, their rate, the time left, the staircase."""

import time
from typing import TypeAlias

import numpy as np
from rich.console import Console, Group
from rich.live import Live

from pennyweight import words
from pennyweight.cli.printing import staircase_lines
from pennyweight.cli.screen import screen, shown
from pennyweight.effort import SearchProgress
from pennyweight.evaluations import pareto
from pennyweight.prices import PriceList

SECONDS_BETWEEN_LINES = 5.0
ENOUGH_FOR_A_RATE = 5  # subsets
Step: TypeAlias = tuple[float, float, float]  # cost, score, merit


class SearchDisplay:
    """Follows a search: a moving picture in a terminal, a line now and then elsewhere.

    Parameters
    ----------
    prices : PriceList
        What the subsets cost, bound to the columns of the data.
    quiet : bool
        Show nothing.
    console : Console, optional
        Where to show it; by default beside the result.
    """

    def __init__(self, prices: PriceList, *, quiet: bool, console: Console | None = None) -> None:
        self._prices = prices
        self._console = console or screen(errors=True)
        self._quiet = quiet
        self._shows = self._console.is_terminal and not quiet
        self._live = Live(console=self._console, refresh_per_second=8, transient=True)
        self._steps: list[Step] = []
        self._last_line = time.monotonic()
        self._first = 0, 0.0  # what came before, such as what is known, says nothing of the rate
        self.started = False

    def __enter__(self) -> "SearchDisplay":
        if self._shows:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shows:
            self._live.stop()

    def __call__(self, progress: SearchProgress) -> None:
        """Take note of how far the search is."""
        if not self.started or not progress.seconds:
            self._first = progress.subsets, progress.seconds
        self.started = True
        if self._quiet:
            return
        latest = progress.latest
        point = self._prices.cost(latest.subset), latest.score, latest.merit
        self._steps = front([*self._steps, point])
        if self._shows:
            self._live.update(self._picture(progress))
        elif progress.subsets and time.monotonic() - self._last_line >= SECONDS_BETWEEN_LINES:
            self._last_line = time.monotonic()
            self._console.print(shown(self.summary(progress)))

    def say(self, text: str) -> None:
        """Show a line of what is going on."""
        if self._shows:
            self._live.update(shown(f"{text} ..."))

    def summary(self, progress: SearchProgress) -> str:
        """Return how far the search is, in one line."""
        done = progress.subsets - self._first[0]
        since = progress.seconds - self._first[1]
        rate = done / since if since > 0 and done >= ENOUGH_FOR_A_RATE else 0.0
        parts = [f"{progress.subsets:,} subset{'s' * (progress.subsets != 1)}"]
        parts += [f"{rate:.3g}/s"] if rate else []
        if progress.finishing:
            parts.append("growing the forests near the staircase")
        elif left := self._left(progress, rate):
            parts.append(f"{left} left")
        return ", ".join([*parts, f"best score {words.score(progress.best_score)}"])

    def _left(self, progress: SearchProgress, rate: float) -> str:
        bounds = []
        if progress.most_subsets and rate > 0:
            bounds.append((progress.most_subsets - progress.subsets) / rate)
        if progress.most_seconds:
            bounds.append(progress.most_seconds - progress.seconds)
        return clock(min(bounds)) if bounds else ""

    def _picture(self, progress: SearchProgress) -> Group:
        width = min(self._console.width - 2, 72)
        steps = [(cost, score) for cost, score, _ in self._steps]
        lines = staircase_lines(steps, self._prices.total or 1.0, width=width)
        return Group(
            shown(self.summary(progress), style="bold"),
            *(shown(line, style="blue") for line in lines),
            shown(f"0{words.money(self._prices.total):>{width - 1}}", style="dim"),
        )


def front(points: list[Step]) -> list[Step]:
    """Return the points that are worth their cost."""
    costs, _, merits = np.array(points).T
    return [points[place] for place in pareto.front(costs, merits)]


def clock(seconds: float) -> str:
    """Return a time as people read it.

    >>> clock(75), clock(7300)
    ('1:15', '2:01:40')
    """
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
