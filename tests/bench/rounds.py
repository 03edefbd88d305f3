"""Rounds: acts timed side by side, their ratios, and what came of them against a goal."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import median

NOISE = 0.05  # how far past its goal a median may be before the bench fails: this machine is shared


@dataclass(frozen=True)
class Figure:
    """One ratio per round. Without a goal it is only reported; without ratios it says why.

    least, most   the goal: the median must not be below, or above
    exact         counted, not timed: no noise is allowed for
    """

    name: str
    ratios: Sequence[float] = ()
    least: float | None = None
    most: float | None = None
    exact: bool = False
    why: str = ""

    @property
    def median(self) -> float:
        """The middle of the rounds."""
        return median(self.ratios)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the median of endless rounds lies, in 95 of 100 cases; by their order alone."""
        ordered, half = sorted(self.ratios), 0.98 * sqrt(len(self.ratios))
        low = max(0, int(len(ordered) / 2 - half))
        return ordered[low], ordered[min(len(ordered), ceil(len(ordered) / 2 + half + 1)) - 1]

    @property
    def goal(self) -> str:
        """As it is printed."""
        if self.least is not None and self.least == self.most:
            return f"= {self.least:.2f}"
        if self.least is not None:
            return f">= {self.least:.2f}"
        return "-" if self.most is None else f"<= {self.most:.2f}"

    @property
    def missed(self) -> float:
        """By what part of the goal the median misses it; 0 where it does not."""
        below = (self.least - self.median) / self.least if self.ratios and self.least else 0
        above = (self.median - self.most) / self.most if self.ratios and self.most else 0
        return max(0, below, above)

    @property
    def failed(self) -> bool:
        """Whether it misses its goal by more than noise."""
        return self.missed > (0 if self.exact else NOISE)

    @property
    def verdict(self) -> str:
        """PASS or MISS, where there is a goal."""
        if not self.ratios:
            return f"SKIPPED: {self.why}"
        if self.goal == "-":
            return ""
        if self.missed and not self.failed:
            return f"MISS by {self.missed:.1%}, within the {NOISE:.0%} allowed for noise"
        return "MISS" if self.missed else "PASS"


def side_by_side(
    rounds: int,
    *acts: Callable[[], object],
    before: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> list[list[float]]:
    """Seconds of each act, round by round; another one goes first each time.

    before   done ahead of each round, not timed
    clock    `time.process_time` for what waits for nothing: what else the machine does counts less
    """
    seconds: list[list[float]] = [[] for _ in acts]
    for turn in range(rounds):
        before()
        for i in range(len(acts)):
            which = (turn + i) % len(acts)
            began = clock()
            acts[which]()
            seconds[which].append(clock() - began)
    return seconds


def ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """Round by round, the one by the other."""
    return [one / other for one, other in zip(above, below, strict=True)]
