"""Fast action hold'em with the board shown, against every deal of a small shoe settled one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitdesk.games.cards import typed
from pitdesk.games.chances.fastaction import ahead, chance
from pitdesk.games.fastaction import Dealer, Player, Round, settle

pytestmark = pytest.mark.long

SHOE = tuple(typed("as as ah kd kd qc jh ts 9d 9d 9c 9h 5s 4s"))
BOARD = tuple(typed("2s 2d 9h jc 5s"))


@pytest.mark.parametrize(
    ("cards", "keep"), [("KS QS 3D 4H", "KS QS"), ("AS AD 3D 4H", "AS AD"), ("5D 5C 3D 4H", "5D 5C")]
)
def test_it_is_what_settling_every_deal_gives(cards, keep):
    won = total = 0
    player = Player(
        seat=1, wager=100, cards=tuple(cards.split()), action="set", keep=tuple(keep.split())
    )
    for four in combinations(SHOE, 4):
        played = Round(id="", dealer=Dealer(cards=four), board=BOARD, players=(player,))
        (line,) = settle(played).lines or ()
        won, total = won + (line.paid > 0), total + 1
    found = chance(keep.split(), BOARD, Counter(SHOE))
    assert found.mean * total == won - (total - won)
    assert 0 < won < total


def test_what_cannot_be_has_no_odds():
    for two, board, seen, words in (
        ("ks", "2s 2d 9h jc 5s", "", "Two cards are kept"),
        ("ks qs", "2s 2d 9h jc", "", "five lie on the board"),
        ("ks ks", "ks ks ks ks 2s", "ks", "KS lies there more often than 6 decks"),
    ):
        with pytest.raises(ValueError, match=words):
            ahead(typed(two), typed(board), typed(seen), 6)


def test_on_a_shared_best_hand_the_player_wins_nothing():
    """Five aces of one suit on the board: each hand is a copy, and a copy hand loses (21.8(k))."""
    assert ahead(typed("kd kc"), typed("as as as as as"), (), 6) == {"win": 0, "lose": 1}


def test_five_aces_of_one_suit_lose_to_a_natural_alone():
    """They beat or copy nothing but a dealer's natural (21.8(h)): four of a kind of what is left."""
    two, board = typed("as as"), typed("as as as 9h jc")
    ranks = {**dict.fromkeys("2345678TQK", 24), "9": 23, "J": 23, "A": 19}
    naturals = sum(comb(left, 4) for left in ranks.values())
    copies = 0  # six decks have one ace of spades more: no dealer makes five with it
    assert ahead(two, board, (), 6)["lose"] == Fraction(naturals + copies, comb(305, 4))
