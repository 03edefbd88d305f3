"""The band that luck alone explains: where 95 of 100 honest weeks fall, given how much was played.

PitDesk does not see hands, so the band comes from the site's own past: as many nights at a table as were
played are drawn at random from others of the same game, again and again, and their hold is worked out.
What lies within the band, luck explains; what lies outside is worth a look, and proves nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from pitdesk.book.figures import held

METHOD = (
    "Drawn from the site's own nights at tables of the same game: 399 times as many nights as were"
    " played. 95 of 100 lie within the band. Hands are estimated from the time that dealers sat."
)
DRAWS, OUTSIDE = 399, 10  # how often is drawn, and how many of those lie beyond each end of the band
_FINE = 10**9
LEAST = 12  # nights to draw from; with fewer, too little was played
WITHIN, LOOK, TOO_LITTLE = "within luck", "look", "too little played"


class Night(NamedTuple):
    """What a table, or somebody at it, took and kept on a night, in cents."""

    drop_cents: int
    win_cents: int

    @property
    def hold(self) -> str:
        """Win in percent of the drop, two places."""
        return held(self.win_cents, self.drop_cents)


@dataclass(frozen=True, slots=True)
class Band:
    """Between which holds luck lies; each end as the drop and the win that come to it.

    drawn    how many nights were drawn from
    """

    low: Night
    high: Night
    drawn: int

    def says(self, drop_cents: int, win_cents: int) -> str:
        """Whether luck explains this hold; a difference that nobody would see is none."""
        one = Night(drop_cents, win_cents)
        within = not (_less(one, self.low) or _less(self.high, one))
        return WITHIN if within or one.hold in (self.low.hold, self.high.hold) else LOOK


def band(drawn: Sequence[Night], nights: int) -> Band | None:
    """The band of so many nights, drawn from others; None where there are too few of those, or none.

    The same nights give the same band: the draws begin at the same seed.
    """
    pool = [one for one in drawn if one.drop_cents > 0]
    if len(pool) < LEAST or nights < 1:
        return None
    dice = Random(DRAWS)  # noqa: S311  (no secret)
    sums = sorted((_sum(dice.choices(pool, k=nights)) for _ in range(DRAWS)), key=_order)
    return Band(sums[OUTSIDE - 1], sums[-OUTSIDE], len(pool))


def hands(seconds: int, an_hour: int) -> int:
    """About how many hands were dealt in so long."""
    return seconds * an_hour // 3600


def _sum(nights: Sequence[Night]) -> Night:
    drops, wins = zip(*nights, strict=True)
    return Night(sum(drops), sum(wins))


def _order(night: Night) -> int:
    """What a night holds, in billionths: for an order, not for a comparison with the law's limits."""
    return night.win_cents * _FINE // night.drop_cents


def _less(one: Night, other: Night) -> bool:
    """Whether one holds less than the other, not rounded; what dropped nothing is held to no band."""
    return one.win_cents * other.drop_cents < other.win_cents * one.drop_cents
