"""How the dealer of fast action hold'em chooses two of four cards: the house ways of 19:47-21.8(i).

Each way is a rule for a pair of cards; the first way that any two of the four follow is taken, and among
those that follow it the highest cards.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitdesk.games.cards import ORDER, RANKS, Card

TEN, JACK, QUEEN, ACE = (RANKS.index(rank) for rank in "TJQA")


class Two(NamedTuple):
    """Two cards by rank, and whether they are of one suit."""

    high: int
    low: int
    suited: bool

    @property
    def pair(self) -> bool:
        """Of one rank."""
        return self.high == self.low

    @property
    def ace(self) -> bool:
        """An ace, and a card of another rank."""
        return self.high == ACE and not self.pair

    @property
    def running(self) -> bool:
        """Of consecutive rank (21.1); an ace runs with a king."""
        return self.high - self.low == 1


WAYS: tuple[Callable[[Two], bool], ...] = (  # 21.8(i)1 to 14
    lambda two: two.pair and two.suited,
    lambda two: two.pair,
    lambda two: two.ace and two.suited and two.low >= TEN,
    lambda two: two.running and two.suited and two.low >= TEN,
    lambda two: two.ace and two.low >= TEN,
    lambda two: two.running and two.low >= JACK,
    lambda two: two.ace and two.suited,
    lambda two: two.suited and two.low >= TEN,
    lambda two: two.low >= JACK,
    lambda two: two.ace,
    lambda two: two.running and two.suited,
    lambda two: two.suited,
    lambda two: two.running,
    lambda two: True,
)


class Kept(NamedTuple):
    """The cards that the dealer keeps, and by which way, from 1 to 14."""

    cards: tuple[Card, Card]
    way: int


def two(cards: Sequence[Card]) -> Two:
    """Two cards as the ways see them."""
    low, high = sorted(map(ORDER.__getitem__, cards))
    return Two(high, low, cards[0][1] == cards[1][1])


def kept(four: Sequence[Card]) -> Kept:
    """What the house ways keep of four cards."""
    best = max(combinations(four, 2), key=_order)
    return Kept(best, -_order(best)[0])


@cache
def _order(pair: tuple[Card, Card]) -> tuple[int, int, int]:
    """The first way that two cards follow, less than nothing, and their ranks: the largest is kept."""
    found = two(pair)
    way = next(number for number, follows in enumerate(WAYS, 1) if follows(found))
    return -way, found.high, found.low


def rightly(set_by_dealer: Sequence[Card], four: Sequence[Card]) -> bool:
    """Whether the dealer set by the house ways; of one pair any suits are right."""
    best = kept(four)
    found, wanted = two(set_by_dealer), two(best.cards)
    return found[:2] == wanted[:2] and WAYS[best.way - 1](found)
