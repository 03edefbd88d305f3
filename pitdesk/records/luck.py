"""The band that luck alone explains: where 95 of 100 honest weeks fall, given how much was played.

Where the house says what an average wager of twenty-one is, how far luck goes follows from the game's
exact odds. Else the band comes from the site's own past: as many nights at a table as were played are
drawn at random from others of the same game, again and again, and their hold is worked out. What lies
within the band, luck explains; what lies outside is worth a look, and proves nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from random import Random
from typing import NamedTuple

from pitdesk.book.figures import held
from pitdesk.games.chances.twentyone import Table
from pitdesk.games.counts import Soft17

BY_NIGHTS, BY_ODDS = "own nights", "exact odds"
METHODS = {
    BY_NIGHTS: "Drawn from the site's own nights at tables of the same game: 399 times as many nights as"
    " were played. 95 of 100 lie within the band. Hands are estimated from the time that dealers sat.",
    BY_ODDS: "Twenty-one by its exact odds: the middle is what the site's other nights held, and how far"
    " luck goes from it follows from how much one hand wins or loses, counted exactly, from the average"
    " wager in Set-up, and from the hands, which are estimated from the time that dealers sat. 95 of 100"
    " lie within the band.",
}
DRAWS, OUTSIDE = 399, 10  # how often is drawn, and how many of those lie beyond each end of the band
_FINE = 10**9
LEAST = 12  # nights to draw from; with fewer, too little was played
LEAST_HANDS = 100  # of so many the sum lies as the normal law says
_FAR = 196  # hundredths of a deviation, within which 95 of 100 lie
WITHIN, LOOK, TOO_LITTLE = "within luck", "look", "too little played"


class NightTake(NamedTuple):
    """What a table, or somebody at it, took and kept on a night, in cents, and how long dealers sat."""

    drop_cents: int
    win_cents: int
    seconds: int = 0

    @property
    def hold(self) -> str:
        """Win in percent of the drop, two places."""
        return held(self.win_cents, self.drop_cents)


@dataclass(frozen=True, slots=True)
class Band:
    """Between which holds luck lies; each end as the drop and the win that come to it.

    drawn    how many nights it comes from
    method   how it was worked out: one of METHODS
    """

    low: NightTake
    high: NightTake
    drawn: int
    method: str = BY_NIGHTS

    def says(self, drop_cents: int, win_cents: int) -> str:
        """Whether luck explains this hold; a difference that nobody would see is none."""
        one = NightTake(drop_cents, win_cents)
        within = not (_less(one, self.low) or _less(self.high, one))
        return WITHIN if within or one.hold in (self.low.hold, self.high.hold) else LOOK


def band(drawn: Sequence[NightTake], nights: int) -> Band | None:
    """The band of so many nights, drawn from others; None where there are too few of those, or none.

    The same nights give the same band: the draws begin at the same seed.
    """
    pool = [one for one in drawn if one.drop_cents > 0]
    if len(pool) < LEAST or nights < 1:
        return None
    dice = Random(DRAWS)  # noqa: S311  (no secret)
    sums = sorted((_sum(dice.choices(pool, k=nights)) for _ in range(DRAWS)), key=_order)
    return Band(sums[OUTSIDE - 1], sums[-OUTSIDE], len(pool))


@dataclass(frozen=True, slots=True)
class Odds:
    """What is known of a game: how much one hand wins or loses, cents; hands of an hour.

    variance   the mean square of that, in parts of a wager
    """

    variance: Fraction
    wager_cents: int
    an_hour: int

    def band(self, of: NightTake, others: Sequence[NightTake]) -> Band | None:
        """The band of what was played, by exact odds; None where too little was, there or at the others.

        The others say where the middle is: their own luck widens the band.
        """
        if not others:
            return None
        drop_cents, won_cents, seconds = map(sum, zip(*others, strict=True))
        played, before = hands(of.seconds, self.an_hour), hands(seconds, self.an_hour)
        if drop_cents <= 0 or of.drop_cents <= 0 or min(played, before) < LEAST_HANDS:
            return None
        share = Fraction(of.drop_cents, drop_cents)
        square = self.variance * self.wager_cents**2 * (played + before * share * share)
        far_cents = _FAR * isqrt(square.numerator // square.denominator) // 100
        middle_cents = of.drop_cents * won_cents // drop_cents
        low, high = middle_cents - far_cents, middle_cents + far_cents
        return Band(
            NightTake(of.drop_cents, low), NightTake(of.drop_cents, high), len(others), method=BY_ODDS
        )


@lru_cache
def variance(soft17: Soft17) -> Fraction:
    """Of a hand of twenty-one, in parts of its first wager, by the best play; about a second."""
    return Table(soft17).chance.variance


def hands(seconds: int, an_hour: int) -> int:
    """About how many hands were dealt in so long."""
    return seconds * an_hour // 3600


def _sum(nights: Sequence[NightTake]) -> NightTake:
    drops, wins, _ = zip(*nights, strict=True)
    return NightTake(sum(drops), sum(wins))


def _order(night: NightTake) -> int:
    """What a night holds, in billionths: for an order, not for a comparison with the law's limits."""
    return night.win_cents * _FINE // night.drop_cents


def _less(one: NightTake, other: NightTake) -> bool:
    """Whether one holds less than the other, not rounded; what dropped nothing is held to no band."""
    return one.win_cents * other.drop_cents < other.win_cents * one.drop_cents
