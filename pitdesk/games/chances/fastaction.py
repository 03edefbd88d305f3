"""Fast action hold'em with the board shown: by every four cards that the dealer may have.

Six decks make 341,055 kinds of four cards, each kept by the house ways: some seconds. A kept pair meets
the board once. Before the board is there, the count is out of reach: it would take every board as well.
No published figure was found for this game; the tests hold this count to every deal of a small shoe.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from pitdesk.games.cards import DECK, Card
from pitdesk.games.chances.chance import Chance
from pitdesk.games.fastaction import COMPARE, Options, natural
from pitdesk.games.houseways import kept
from pitdesk.games.poker.ranks import Worth

HAND, KEEP, BOARD = 4, 2, 5


def ahead(
    two: Sequence[Card], board: Sequence[Card], seen: Sequence[Card], decks: int
) -> dict[str, Fraction]:
    """How likely a wager on two cards wins or loses, with so many decks.

    seen   other cards that are not the dealer's: a player's own two that are not kept, other hands

    Raises:
        ValueError: the cards cannot be.
    """
    if len(two) != KEEP or len(board) != BOARD:
        raise ValueError("Two cards are kept, and five lie on the board: name all of them.")
    there = Counter(dict.fromkeys(DECK, decks))
    there.subtract([*two, *board, *seen])
    if too_many := [card for card, pieces in there.items() if pieces < 0]:
        raise ValueError(f"{too_many[0]} lies there more often than {decks} decks have it.")
    if there.total() < HAND:
        raise ValueError("Too few cards are left for the dealer's hand.")
    wins = Fraction(1, 2) * (1 + chance(two, board, there).mean)
    return {"win": wins, "lose": 1 - wins}


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
