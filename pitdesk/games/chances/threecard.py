"""Three Card 21's first wager by the best play against each card of an endless shoe.

The method is twentyone's. Before anybody plays, three cards of 21 are paid and the dealer's blackjack
takes all other hands (2C.5(c)), so every hand that is played meets a dealer without one. A player's
three cards, 220 kinds, are stood on, drawn to, doubled, split into three hands where they may be, and
surrendered where the house lets him. More than 21 that is neither surrendered nor split is lost. Less
than a second for a table. A player never takes insurance, which pays for nobody here. The bonus, which
has to be wagered as well, is counted in bonus; what both keep together is half of the sum.
"""

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, lcm, prod
from operator import mul

from pitdesk.games.chances.chance import Chance
from pitdesk.games.chances.twentyone import (
    ACE,
    BUST,
    CARDS,
    DECK,
    NATURAL,
    Held,
    Worth,
    better,
    ends,
    mixed,
)
from pitdesk.games.threecard import Options, splits

UNIT = 2  # parts in a wager, so that a half is whole
NAMES = {value: f"{'A' if value == ACE else 'T' if value == 10 else value}S" for value in CARDS}


def chance(options: Options) -> Chance:
    """The wager on Three Card 21 at a table of these options, in parts of that wager alone."""
    found = [(Fraction(often, 13), _Against(options, up).chance) for up, often in CARDS.items()]
    return Chance(
        sum((often * one.mean for often, one in found), Fraction()),
        sum((often * one.square for often, one in found), Fraction()),
    )


class _Against:
    """All play against one card of the dealer."""

    def __init__(self, options: Options, up: int) -> None:
        self.surrender = options.surrender
        found = ends(up, options.soft17)
        self.ends, self.whole = tuple(found), lcm(*(often.denominator for often in found.values()))
        self.often = tuple(int(often * self.whole) for often in found.values())
        self._plays: dict[Held, Worth] = {}
        self._splits: dict[int, Worth] = {}

    @cached_property
    def chance(self) -> Chance:
        """A wager on any three cards, played as well as can be."""
        mean = square = Fraction()
        for three in combinations_with_replacement(CARDS, 3):
            orders = factorial(3) // prod(factorial(count) for count in Counter(three).values())
            often = Fraction(orders * prod(CARDS[card] for card in three), 13**3 * self.whole)
            worth = self._first(three)
            first, second = (sum(map(mul, self.often, column)) for column in worth[:2])
            mean += often * Fraction(first, UNIT * DECK**worth.mean_power)
            square += often * Fraction(second, UNIT**2 * DECK**worth.square_power)
        return Chance(mean, square)

    def _first(self, three: tuple[int, ...]) -> Worth:
        """The best of everything that three cards allow."""
        held = Held(sum(three), ACE in three)
        if held.total == 21:
            return Worth.sure([UNIT] * len(self.ends))
        ways = [self._stand(held)] if held.low > 21 else self._ways(held)
        if splits([NAMES[card] for card in three]):
            one, two, last = (self._hand(card) for card in three)
            ways.append(self._known(one.beside(two).beside(last)))
        if self.surrender:
            ways.append(self._known(Worth.sure([-UNIT // 2] * len(self.ends))))
        return better(ways, self.often)

    def _known(self, worth: Worth) -> Worth:
        """The same, where the dealer's blackjack came first and took the wager alone."""
        if NATURAL not in self.ends:
            return worth
        place = self.ends.index(NATURAL)
        means, squares = list(worth.means), list(worth.squares)
        means[place] = -UNIT * DECK**worth.mean_power
        squares[place] = UNIT**2 * DECK**worth.square_power
        return worth._replace(means=tuple(means), squares=tuple(squares))

    def _ways(self, held: Held) -> list[Worth]:
        """Stand, draw or double."""
        doubled = mixed((often, self._stand(held.and_(card), 2)) for card, often in CARDS.items())
        return [self._play(held), doubled]

    def _hand(self, card: int) -> Worth:
        """One of the three hands of a split, each of which goes on from a second card."""
        if card not in self._splits:
            self._splits[card] = mixed(
                (often, self._second(Held(card, card == ACE).and_(second)))
                for second, often in CARDS.items()
            )
        return self._splits[card]

    def _second(self, held: Held) -> Worth:
        return self._stand(held) if held.total == 21 else better(self._ways(held), self.often)

    def _play(self, held: Held) -> Worth:
        """Stand or draw, whichever is better; 21 takes no card."""
        known = self._plays.get(held)
        if known is None:
            known = self._stand(held)
            if held.total < 21:
                drawn = mixed((often, self._play(held.and_(card))) for card, often in CARDS.items())
                known = better([known, drawn], self.often)
            self._plays[held] = known
        return known

    def _stand(self, held: Held, wagers: int = 1) -> Worth:
        return Worth.sure([self._wins(held.total, end, wagers) for end in self.ends])

    def _wins(self, total: int, end: int, wagers: int) -> int:
        if end == NATURAL:
            return -UNIT  # before he could double
        if total > 21:
            ahead = -1
        elif total == 21 or end == BUST:
            ahead = 1
        else:
            ahead = (total > end) - (total < end)
        return ahead * wagers * UNIT
