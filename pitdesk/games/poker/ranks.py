"""Poker hands: what a hand is, and which of two is higher.

What five ranks are worth, in mixed suits and in one suit, stands in a table that fills as hands are
asked for: 6,188 lines at most. Its key is the product of a prime for each rank, so the order of the
cards does not matter. The best of more cards is the highest of all choices of five.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import prod
from typing import NamedTuple, TypeAlias

from pitdesk.games.cards import DECK, ORDER, RANKS, Card

Worth: TypeAlias = tuple[int, ...]  # the category and then ranks, as they decide; the greater wins

PRIMES = dict(zip(RANKS, (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41), strict=True))
_PRIME = {card: PRIMES[card[0]] for card in DECK}

# Each order names its hands from the worst to the best, and how many cards of one rank make each: "32"
# is a full house, "run" a straight, "royal" one up to the ace; "+" asks for one suit.
POKER = """
    high_card 11111, pair 2111, two_pair 221, three_of_a_kind 311, straight run, flush 11111+,
    full_house 32, four_of_a_kind 41, straight_flush run+, royal_flush royal+
"""  # 99-01.3-09-04(1)
FAST_ACTION = """
    high_card 11111, pair 2111, two_pairs 221, three_of_a_kind 311, straight run, flush 11111+,
    full_house 32, four_of_a_kind 41, flush_one_pair 2111+, flush_two_pairs 221+,
    flush_three_of_a_kind 311+, five_of_a_kind 5, flush_full_house 32+, straight_flush run+,
    flush_four_of_a_kind 41+, royal_flush royal+, flush_five_of_a_kind 5+
"""  # 19:47-21.3(b)
NO_STRAIGHTS = """
    high_card 11111, pair 2111, two_pair 221, three_of_a_kind 311, full_house 32, four_of_a_kind 41
"""
THREE_CARDS = """
    high_card 111, pair 21, flush 111+, straight run, three_of_a_kind 3, straight_flush run+
"""


class Best(NamedTuple):
    """The cards that play, and what they are worth."""

    worth: Worth
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Ranking:
    """An order of hands.

    size     how many cards make a hand
    low      the lowest hand wins, and an ace is low
    grouped  cards of one rank decide before the others; if not, the cards decide one by one
    """

    order: str
    size: int = 5
    low: bool = False
    grouped: bool = True
    _known: dict[int, tuple[Worth, Worth]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The categories, the worst first."""
        return tuple(line.split()[0] for line in self.order.split(","))

    @cached_property
    def shapes(self) -> Mapping[str, int]:
        """Where each shape stands among the names."""
        return {line.split()[1]: place for place, line in enumerate(self.order.split(","))}

    def worth(self, cards: Sequence[Card]) -> Worth:
        """What these are worth; as many as make a hand."""
        key = prod(map(_PRIME.__getitem__, cards))
        found = self._known.get(key) or self._learn(key, cards)
        return found[len({card[1] for card in cards}) == 1]

    def best(self, cards: Iterable[Card]) -> Best:
        """The best hand of these, which are enough for one."""
        plays = max(combinations(cards, self.size), key=self.worth)
        return Best(self.worth(plays), plays)

    def category(self, worth: Worth) -> str:
        """What is worth so much."""
        return self.names[abs(worth[0])]

    def words(self, worth: Worth) -> str:
        """The same for people: "three of a kind, 9 9 9 Q J"."""
        ranks = " ".join("A" if abs(rank) in (1, 14) else RANKS[abs(rank) - 2] for rank in worth[1:])
        return f"{self.category(worth).replace('_', ' ')}, {ranks}".replace("T", "10")

    def _learn(self, key: int, cards: Sequence[Card]) -> tuple[Worth, Worth]:
        ranks = [ORDER[card] + 2 for card in cards]
        mixed, suited = self._of(ranks, ""), self._of(ranks, "+")
        self._known[key] = mixed, suited
        return mixed, suited

    def _of(self, ranks: Sequence[int], suited: str) -> Worth:
        counts = Counter(1 if self.low and rank == 14 else rank for rank in ranks)
        decide = sorted(
            counts.elements(), key=lambda rank: (self.grouped * counts[rank], rank), reverse=True
        )
        shape = "".join(map(str, sorted(counts.values(), reverse=True)))
        run = _run(decide)
        ways = [("royal", run)] * (run[:1] == [14]) + [("run", run)] * bool(run) + [(shape, decide)]
        place, decide = next(
            (self.shapes[way + suit], order)
            for way, order in ways
            for suit in (suited, "")
            if way + suit in self.shapes
        )
        return tuple(-part for part in (place, *decide)) if self.low else (place, *decide)


def _run(ranks: Sequence[int]) -> list[int]:
    """Ranks in sequence, the highest first; [] if they are none. An ace may be low at the end."""
    for ace in (14, 1):
        found = sorted((ace if rank == 14 else rank for rank in ranks), reverse=True)
        if found == list(range(found[0], found[0] - len(found), -1)):
            return found
    return []


HIGH = Ranking(POKER)
ACE_TO_FIVE = Ranking(NO_STRAIGHTS, low=True)
RANKED_LOW = Ranking(POKER, low=True)
THREE = Ranking(THREE_CARDS, size=3)
GROUPS = Ranking(FAST_ACTION)
HIGHEST_CARD = Ranking(FAST_ACTION, grouped=False)
