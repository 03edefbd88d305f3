"""The bonus of Three Card 21 by every three cards: 24,804 kinds of cards, a tenth of a second."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from pitdesk.games.cards import DECK
from pitdesk.games.chances.chance import Chance
from pitdesk.games.odds import parts
from pitdesk.games.threecard import Options, rank


def counted(options: Options, decks: int = 6) -> dict[str | None, int]:
    """Hands of three cards by the rank that is paid; None is paid nothing."""
    found: Counter[str | None] = Counter()
    for cards in combinations_with_replacement(DECK, 3):
        hands = prod(comb(decks, count) for count in Counter(cards).values())
        if hands:
            found[rank(cards, options)] += hands
    return dict(found)


def chance(options: Options, decks: int = 6) -> Chance:
    """A bonus wager by the table's own paytable."""
    found = []
    for name, hands in counted(options, decks).items():
        odds = parts(options.paytable[name]) if name is not None else (-1, 1)
        assert odds, name
        found.append((Fraction(*odds), hands))
    return Chance.of(found)
