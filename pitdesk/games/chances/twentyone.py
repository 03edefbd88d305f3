"""Twenty-one by the best play against each card that a dealer can show, from an endless shoe.

Each card comes with the same chance whatever came before: a ten-count one in 4 of 13, any other in 1
of 13. So what a dealer ends with, and what each total is worth hit, stood on, doubled or split, follow
from one another exactly. The player knows his cards and the card that is face up, never insures, and
splits a pair again as often as he may. About a second for a table. Six decks are kinder to the player
by less than a tenth of a percent.

Hands that were split meet the same dealer. So every mean and mean square is kept for each of the
dealer's ends, where the hands are independent, and only then put together: the deviation is exact too.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import lcm
from operator import add, mul
from typing import NamedTuple

from pitdesk.games.chances.chance import Chance
from pitdesk.games.counts import Soft17
from pitdesk.games.odds import parts
from pitdesk.games.twentyone import Options

CARDS = {**dict.fromkeys(range(1, 10), 1), 10: 4}  # of each so many in thirteen; an ace counts 1
ACE, TEN, DECK = 1, 10, 52
BUST, NATURAL = 0, 22  # ends of the dealer, besides 17 to 21


class Held(NamedTuple):
    """A hand by its count with every ace as one, and whether an ace is among its cards."""

    low: int
    ace: bool

    @property
    def total(self) -> int:
        """The count, an ace as eleven if that is not too much."""
        return self.low + 10 if self.ace and self.low <= 11 else self.low

    @property
    def soft(self) -> bool:
        """Whether an ace counts eleven."""
        return self.total > self.low

    def and_(self, card: int) -> "Held":
        """With one card more."""
        return Held(self.low + card, self.ace or card == ACE)


class Worth(NamedTuple):
    """What a hand wins at each of the dealer's ends: mean and mean square, in parts of a wager.

    Whole numbers over a power of fifty-two, which is quicker than fractions and as exact.
    """

    means: tuple[int, ...]
    squares: tuple[int, ...]
    mean_power: int = 0
    square_power: int = 0

    @classmethod
    def sure(cls, wins: Sequence[int]) -> "Worth":
        """So much at each end, certainly."""
        return cls(tuple(wins), tuple(win * win for win in wins))

    def at(self, mean_power: int, square_power: int) -> "Worth":
        """The same over other powers."""
        up = DECK ** (mean_power - self.mean_power)
        squared = DECK ** (square_power - self.square_power)
        return Worth(
            tuple(part * up for part in self.means),
            tuple(part * squared for part in self.squares),
            *(mean_power, square_power),
        )

    def beside(self, other: "Worth") -> "Worth":
        """Both hands together, which meet the same end and are independent otherwise."""
        mean = max(self.mean_power, other.mean_power)
        square = max(2 * mean, self.square_power, other.square_power)
        mine, theirs = self.at(mean, square), other.at(mean, square)
        both = 2 * DECK ** (square - 2 * mean)
        return Worth(
            tuple(map(add, mine.means, theirs.means)),
            tuple(
                one + two + both * a * b
                for one, two, a, b in zip(
                    mine.squares, theirs.squares, mine.means, theirs.means, strict=True
                )
            ),
            *(mean, square),
        )


def mixed(ways: Iterable[tuple[int, Worth]]) -> Worth:
    """One of these, each so often: of one card or of two, in parts that a deck can be cut into."""
    known = list(ways)
    mean = max(worth.mean_power for _, worth in known)
    square = max(worth.square_power for _, worth in known)
    total = sum(count for count, _ in known)
    cards = 1 if total <= DECK else 2
    scale, rest = divmod(DECK**cards, total)
    assert not rest, total
    means = [count * scale * DECK ** (mean - worth.mean_power) for count, worth in known]
    squares = [count * scale * DECK ** (square - worth.square_power) for count, worth in known]
    return Worth(
        _summed(means, [worth.means for _, worth in known]),
        _summed(squares, [worth.squares for _, worth in known]),
        *(mean + cards, square + cards),
    )


def _summed(often: Sequence[int], parts: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(sum(map(mul, often, column)) for column in zip(*parts, strict=True))


def better(ways: Sequence[Worth], often: Sequence[int]) -> Worth:
    """The way that wins most on average over the dealer's ends, which come so often."""
    power = max(way.mean_power for way in ways)
    return max(ways, key=lambda way: sum(map(mul, often, way.means)) * DECK ** (power - way.mean_power))


@dataclass(frozen=True)
class Table:
    """What a house offers; the first of each is North Dakota's (99-01.3-08-09, 08-11).

    soft17        when the dealer draws to a soft 17
    hands         into how many a pair may be split
    aces_again    a split ace that gets an ace may be split again
    double_split  a hand that was split may be doubled
    natural       what a natural pays
    surrender     half may be given up on the first two cards, the whole to a dealer's natural
    """

    soft17: Soft17 = "stand"
    hands: int = 4
    aces_again: bool = True
    double_split: bool = True
    natural: str = "3:2"
    surrender: bool = False

    @cached_property
    def chance(self) -> Chance:
        """A wager, by the best play."""
        found = [(Fraction(often, 13), Against(self, up).chance) for up, often in CARDS.items()]
        return Chance(
            sum((often * one.mean for often, one in found), Fraction()),
            sum((often * one.square for often, one in found), Fraction()),
        )


def offered(options: Options) -> Table:
    """The table that a North Dakota house offers; what a player may stake does not change the odds."""
    return Table(soft17=options.soft17)


class Against:
    """All play against one card of the dealer."""

    def __init__(self, table: Table, up: int) -> None:
        self.table, self.up = table, up
        self.profit, self.stake = parts(table.natural) or (1, 1)
        self.unit = 2 * self.stake  # parts in a wager, so that a half and a natural are whole
        found = ends(up, table.soft17)
        self.ends, self.whole = tuple(found), lcm(*(often.denominator for often in found.values()))
        self.often = tuple(int(often * self.whole) for often in found.values())
        self._plays: dict[Held, Worth] = {}
        self._doubles: dict[Held, Worth] = {}
        self._splits: dict[tuple[int, int, int], Worth] = {}

    @cached_property
    def chance(self) -> Chance:
        """A wager on any two cards, played as well as can be."""
        worth = mixed((CARDS[one] * CARDS[two], self._first(one, two)) for one in CARDS for two in CARDS)
        mean, square = (sum(map(mul, self.often, column)) for column in worth[:2])
        return Chance(
            Fraction(mean, self.whole * self.unit * DECK**worth.mean_power),
            Fraction(square, self.whole * self.unit**2 * DECK**worth.square_power),
        )

    def _first(self, one: int, two: int) -> Worth:
        """The best of everything that two cards allow."""
        if {one, two} == {ACE, TEN}:
            return Worth.sure([2 * self.profit * (end != NATURAL) for end in self.ends])
        held = Held(one, one == ACE).and_(two)
        ways = [self._play(held), self._double(held)]
        if one == two and self.table.hands > 1:
            ways.append(self._split(one))
        if self.table.surrender:
            ways.append(Worth.sure([-self.unit if end == NATURAL else -self.stake for end in self.ends]))
        return better(ways, self.often)

    def _stand(self, held: Held, wagers: int = 1) -> Worth:
        """No more cards; of a doubled wager a dealer's natural takes the original half only."""
        return Worth.sure([self._wins(held.total, end, wagers) for end in self.ends])

    def _wins(self, total: int, end: int, wagers: int) -> int:
        if end == NATURAL:
            return -self.unit
        ahead = -1 if total > 21 else 1 if end == BUST else (total > end) - (total < end)
        return ahead * wagers * self.unit

    def _play(self, held: Held) -> Worth:
        """Stand or draw, whichever is better."""
        known = self._plays.get(held)
        if known is None:
            known = self._stand(held)
            if held.low <= 21:
                drawn = mixed((often, self._play(held.and_(card))) for card, often in CARDS.items())
                known = better([known, drawn], self.often)
            self._plays[held] = known
        return known

    def _double(self, held: Held) -> Worth:
        """One card more for twice the wager."""
        if held not in self._doubles:
            drawn = ((often, self._stand(held.and_(card), 2)) for card, often in CARDS.items())
            self._doubles[held] = mixed(drawn)
        return self._doubles[held]

    def _split(self, card: int) -> Worth:
        """A pair, each card with a wager; of all wagers a dealer's natural takes one."""
        worth = self._waiting(card, 2, 2)
        if NATURAL not in self.ends:
            return worth
        place = self.ends.index(NATURAL)
        means, squares = list(worth.means), list(worth.squares)
        means[place] = -self.unit * DECK**worth.mean_power
        squares[place] = self.unit**2 * DECK**worth.square_power
        return worth._replace(means=tuple(means), squares=tuple(squares))

    def _waiting(self, card: int, there: int, waiting: int) -> Worth:
        """The hands that wait for their second card, where there are so many in all."""
        known = self._splits.get((card, there, waiting))
        if known is not None:
            return known
        if not waiting:
            return Worth.sure([0] * len(self.ends))
        again = there < self.table.hands and (card != ACE or self.table.aces_again)
        rest = self._waiting(card, there, waiting - 1)
        ways = []
        for second, often in CARDS.items():
            if second == card and again:
                ways.append((often, self._waiting(card, there + 1, waiting + 1)))
            else:
                ways.append((often, self._second(card, second).beside(rest)))
        self._splits[card, there, waiting] = mixed(ways)
        return self._splits[card, there, waiting]

    def _second(self, card: int, second: int) -> Worth:
        """A split hand from its second card on; split aces get no more."""
        held = Held(card, card == ACE).and_(second)
        if card == ACE:
            return self._stand(held)
        ways = [self._play(held)] + [self._double(held)] * self.table.double_split
        return better(ways, self.often)


@cache
def ends(up: int, soft17: Soft17) -> dict[int, Fraction]:
    """What a dealer who shows this card ends with, and how often."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for hole, often in CARDS.items():
        for end, part in ends_of_two(up, hole, soft17).items():
            found[end] += Fraction(often, 13) * part
    return dict(found)


def ends_of_two(up: int, hole: int, soft17: Soft17) -> dict[int, Fraction]:
    """What a dealer with these two cards ends with, and how often."""
    if {up, hole} == {ACE, TEN}:
        return {NATURAL: Fraction(1)}
    two = Held(up, up == ACE).and_(hole)
    first = soft17 == "hit_ace_six" and two.total == 17 and two.soft
    return _drawn(two, soft17) if first else _ends(two, soft17)


@cache
def _ends(held: Held, soft17: Soft17) -> dict[int, Fraction]:
    """By the drawing rules of 99-01.3-08-11(10)(f) and (g), where the first two cards are past."""
    if held.low > 21:
        return {BUST: Fraction(1)}
    if held.total > 17 or (held.total == 17 and not (held.soft and soft17 == "hit")):
        return {held.total: Fraction(1)}
    return _drawn(held, soft17)


def _drawn(held: Held, soft17: Soft17) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for card, often in CARDS.items():
        for end, part in _ends(held.and_(card), soft17).items():
            found[end] += Fraction(often, 13) * part
    return found
