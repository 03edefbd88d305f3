"""Blackjack of New Jersey by the best play, with the options of its table, from an endless shoe.

Cards, dealer and splits are counted as in twentyone, which says the method. Here are better odds for
some hands (19:47-2.3(e)), 21 in two split cards, which beats a longer one (2.3(a)3), hands that are
lost before anybody knows of the dealer's blackjack, and the variant with both cards of the dealer face
up (2.6(k)), where the player knows them. A table takes less than a second, face up one or two. A player
never takes insurance, which pays for nobody here, and never doubles a blackjack, which needs a ruling.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from operator import mul
from typing import NamedTuple

from pitdesk.games.blackjack import Options
from pitdesk.games.chances.chance import Chance
from pitdesk.games.chances.twentyone import (
    ACE,
    BUST,
    CARDS,
    DECK,
    NATURAL,
    TEN,
    Worth,
    better,
    ends,
    ends_of_two,
    mixed,
)
from pitdesk.games.odds import parts

UNIT = 2  # parts in a wager, so that a half and a blackjack are whole
SUITS = 4  # of two cards, one in so many has one suit
DOUBLED = (9, 10, 11)  # what is doubled face up, 2.6(k)4
RUN, SEVEN = frozenset((6, 7, 8)), 7


class Held(NamedTuple):
    """A hand, as far as anything turns on it.

    low     its count with every ace as one
    ace     whether an ace is among its cards
    cards   how many, no further than it matters
    odds    what it is paid if it wins
    wants   the card that would better the odds, and its odds; suited if it must have the suit as well
    split   whether it comes from a pair
    added   whether its wager came after the cards: the original wager is another one
    """

    low: int
    ace: bool
    cards: int
    odds: str = "1:1"
    wants: int = 0
    suited: bool = False
    split: bool = False
    added: bool = False

    @property
    def total(self) -> int:
        """The count, an ace as eleven if that is not too much."""
        return self.low + 10 if self.ace and self.low <= 11 else self.low


def chance(options: Options) -> Chance:
    """A wager at a table of these options, without its side wagers."""
    if options.open:
        found = [
            (Fraction(CARDS[up] * CARDS[hole], 13**2), _Against(options, up, hole).chance)
            for up, hole in product(CARDS, CARDS)
            if up <= hole
            for _ in range(1 if up == hole else 2)
        ]
    else:
        found = [(Fraction(often, 13), _Against(options, up).chance) for up, often in CARDS.items()]
    return Chance(
        sum((often * one.mean for often, one in found), Fraction()),
        sum((often * one.square for often, one in found), Fraction()),
    )


class _Against:
    """All play against one card of the dealer, or against both that lie face up."""

    def __init__(self, options: Options, up: int, hole: int | None = None) -> None:
        self.options, self.bonus = options, options.bonus
        found = ends(up, options.soft17) if hole is None else ends_of_two(up, hole, options.soft17)
        self.ends, self.whole = tuple(found), lcm(*(often.denominator for often in found.values()))
        self.often = tuple(int(often * self.whole) for often in found.values())
        self.told = options.open or options.dealing == "reader"  # of a blackjack, before anybody plays
        self.most = 6 if self.bonus.five_card_21 else 3
        self._plays: dict[Held, Worth] = {}
        self._bests: dict[Held, Worth] = {}
        self._splits: dict[tuple[int, int, int], Worth] = {}

    @cached_property
    def chance(self) -> Chance:
        """A wager on any two cards, played as well as can be."""
        worth = mixed(self._dealt())
        mean, square = (sum(map(mul, self.often, column)) for column in worth[:2])
        return Chance(
            Fraction(mean, self.whole * UNIT * DECK**worth.mean_power),
            Fraction(square, self.whole * UNIT**2 * DECK**worth.square_power),
        )

    def _dealt(self) -> Iterator[tuple[int, Worth]]:
        """Every two cards by suits: how often in 52 times 52, and the best of all that they allow."""
        known = len(self.bonus.designated_blackjack) // 2
        for one, two in product(CARDS, CARDS):
            often = CARDS[one] * CARDS[two] * SUITS
            if {one, two} == {ACE, TEN}:
                yield often * SUITS - known, self._blackjack("1:1" if self.options.open else "3:2")
                yield known, self._blackjack("2:1")
                continue
            for suits, held in self._two(one, two):
                yield often * suits, self._first(held, one if one == two else 0)

    def _blackjack(self, odds: str) -> Worth:
        """It ties with the dealer's, and wins against it face up."""
        won = _pays(odds)
        return Worth.sure([won * (end != NATURAL or self.options.open) for end in self.ends])

    def _two(
        self, one: int, two: int, *, split: bool = False, added: bool = False
    ) -> Iterator[tuple[int, Held]]:
        """Two cards by suits, so often in four; the last of three that are paid better is wanted."""
        held = Held(one + two, ACE in (one, two), 2, split=split, added=added)
        if self.bonus.three_sevens and one == two == SEVEN:
            yield SUITS, held._replace(wants=SEVEN)
        elif self.bonus.suited_678 and one != two and {one, two} < RUN:
            (last,) = RUN - {one, two}
            yield SUITS - 1, held
            yield 1, held._replace(wants=last, suited=True)
        else:
            yield SUITS, held

    def _first(self, held: Held, pair: int) -> Worth:
        ways = self._ways(held)
        if pair:
            ways.append(self._waiting(pair, 2, 2))
        if self.options.surrender and not self.options.open:
            ways.append(Worth.sure([-UNIT if end == NATURAL else -UNIT // 2 for end in self.ends]))
        return better(ways, self.often)

    def _ways(self, held: Held) -> list[Worth]:
        """What two cards allow, besides a split."""
        ways = [self._play(held)]
        if not self.options.open or held.total in DOUBLED:
            ways.append(
                mixed((often, self._stand(next_, doubled=True)) for often, next_ in self._next(held))
            )
        return ways

    def _best(self, held: Held) -> Worth:
        """Of a split hand from its second card on; the same hand comes with any number of others."""
        if held not in self._bests:
            self._bests[held] = better(self._ways(held), self.often)
        return self._bests[held]

    def _play(self, held: Held) -> Worth:
        """Stand or draw, whichever is better."""
        known = self._plays.get(held)
        if known is None:
            known = self._stand(held)
            if held.low <= 21:
                drawn = mixed((often, self._play(next_)) for often, next_ in self._next(held))
                known = better([known, drawn], self.often)
            self._plays[held] = known
        return known

    def _next(self, held: Held) -> Iterator[tuple[int, Held]]:
        """With one card more, so often in 52."""
        cards = min(held.cards + 1, self.most)
        for card, often in CARDS.items():
            low, ace = held.low + card, held.ace or card == ACE
            odds = "2:1" if self.bonus.five_card_21 and cards == 5 and _total(low, ace) == 21 else "1:1"
            plain = Held(low, ace, cards, odds, split=held.split, added=held.added)
            if card != held.wants:
                yield often * SUITS, plain
            elif held.suited:
                yield SUITS - 1, plain
                yield 1, plain._replace(odds="2:1")
            else:
                yield SUITS, plain._replace(odds="3:2")

    def _stand(self, held: Held, *, doubled: bool = False) -> Worth:
        return Worth.sure([self._wins(held, end, doubled=doubled) for end in self.ends])

    def _wins(self, held: Held, end: int, *, doubled: bool) -> int:
        """What a hand brings at an end of the dealer, in parts of a wager."""
        total = held.total
        if end == NATURAL:  # takes the original wager, and what was lost before anybody knew of it
            lost = total > 21 and not self.told
            return -UNIT * ((lost or not held.added) + (lost and doubled))
        if total > 21:
            ahead = -1
        elif end == BUST or total > end:
            ahead = 1
        elif total < end or self.options.open:
            ahead = -1
        else:
            ahead = int(total == 21 and held.cards == 2)
        if ahead < 1:
            return ahead * UNIT * (1 + doubled)
        everywhere = self.options.bonus_scope == "all"
        original = _pays("1:1" if held.added and not everywhere else held.odds)
        return original + doubled * _pays(held.odds if everywhere else "1:1")

    def _waiting(self, card: int, there: int, waiting: int) -> Worth:
        """The hands of a pair that wait for their second card, where there are so many in all.

        The first one has the original wager.
        """
        if not waiting:
            return Worth.sure([0] * len(self.ends))
        known = self._splits.get((card, there, waiting))
        if known is not None:
            return known
        most = 2 if self.options.open else self.options.max_hands
        rest, added = self._waiting(card, there, waiting - 1), waiting < there
        ways = []
        for second, often in CARDS.items():
            if second == card and there < most:
                ways.append((often * SUITS, self._waiting(card, there + 1, waiting + 1)))
                continue
            for suits, held in self._two(card, second, split=True, added=added):
                hand = self._stand(held) if card == ACE else self._best(held)
                ways.append((often * suits, hand.beside(rest)))
        self._splits[card, there, waiting] = mixed(ways)
        return self._splits[card, there, waiting]


def _total(low: int, ace: bool) -> int:
    return low + 10 if ace and low <= 11 else low


def _pays(odds: str) -> int:
    """What a wager wins, in its parts."""
    profit, stake = parts(odds) or (1, 1)
    return UNIT * profit // stake
