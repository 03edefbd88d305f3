"""How many poker hands there are of each kind: by every kind of ranks and the suits that each can have.

With one deck five cards make 2,598,960 hands, of 6,175 kinds of ranks: a twentieth of a second.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

from pitdesk.games.cards import RANKS, SUITS
from pitdesk.games.poker.ranks import Ranking


def counted(ranking: Ranking, decks: int = 1) -> dict[str, int]:
    """Hands by category, the worst first."""
    found = dict.fromkeys(ranking.names, 0)
    for ranks in combinations_with_replacement(RANKS, ranking.size):
        counts = Counter(ranks).values()
        suited = len(SUITS) * prod(comb(decks, count) for count in counts)
        mixed = prod(comb(len(SUITS) * decks, count) for count in counts) - suited
        for hands, suits in ((mixed, (SUITS * 2)[: ranking.size]), (suited, SUITS[0] * ranking.size)):
            if hands:
                cards = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
                found[ranking.category(ranking.worth(cards))] += hands
    return found
