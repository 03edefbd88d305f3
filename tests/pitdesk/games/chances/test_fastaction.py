"""Fast action hold'em with the board shown, against every deal of a small shoe settled one by one."""

from collections import Counter
from itertools import combinations

import pytest

from pitdesk.games.cards import typed
from pitdesk.games.chances.fastaction import chance
from pitdesk.games.fastaction import Dealer, Player, Round, settle

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
