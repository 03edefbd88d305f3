"""Fast action hold'em with the board shown: by every four cards that the dealer may have.

Six decks make 341,055 kinds of four cards, each kept by the house ways: about a quarter of a minute. A
kept pair meets the board once.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from pitdesk.games.cards import Card
from pitdesk.games.chances.chance import Chance
from pitdesk.games.fastaction import COMPARE, Options, natural
from pitdesk.games.houseways import kept
from pitdesk.games.poker.ranks import Worth

HAND = 4


def chance(
    two: Sequence[Card], board: Sequence[Card], there: Mapping[Card, int], options: Options | None = None
) -> Chance:
    """A wager on two cards that are kept, against what is left in the shoe.

    there   each card → how many of it nobody has seen
    """
    ranking = COMPARE[(options or Options()).compare]

    @cache
    def worth(pair: tuple[Card, ...]) -> Worth:
        return ranking.best((*pair, *board)).worth

    mine, won, total = worth(tuple(two)), 0, 0
    for four in combinations_with_replacement([card for card, pieces in there.items() if pieces], HAND):
        hands = prod(comb(there[card], four.count(card)) for card in {*four})
        total += hands
        if hands and not natural(four) and mine > worth(kept(four).cards):
            won += hands
    return Chance.of(((Fraction(1), won), (Fraction(-1), total - won)))
