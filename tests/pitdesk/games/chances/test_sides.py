"""The side wagers of blackjack by count, against the figures that are published."""

from fractions import Fraction
from math import comb

import pytest

from pitdesk.games.blackjack import Options, Side
from pitdesk.games.chances.chance import percent
from pitdesk.games.chances.sides import STAKE, chance, counted

PAIRS = Options(side="over_under", side_odds={"over13": "1:1", "under13": "1:1"})


@pytest.mark.parametrize(
    ("kind", "decks", "edge"),
    [  # Wizard of Odds, over/under 13, by decks; M. Pilarski, Casino City Times: 6.6 and 10 percent
        ("under13", 1, "10.11 %"),
        ("under13", 2, "10.08 %"),
        ("under13", 4, "10.07 %"),
        ("over13", 6, "6.55 %"),
        ("under13", 6, "10.07 %"),
    ],
)
def test_over_and_under_keep_what_is_published(kind, decks, edge):
    assert percent(chance(PAIRS, Side(kind=kind, amount=STAKE), decks).edge, 2) == edge


def test_two_of_a_suit_come_as_often_as_a_formula_says():
    options = Options(side="same_suit", side_odds={"same_suit": "5:2"})
    found = counted(options, Side(kind="same_suit", amount=STAKE))
    assert found == {250: 4 * comb(78, 2), -100: comb(312, 2) - 4 * comb(78, 2)}


def test_sevens_come_as_often_as_published():
    """Wizard of Odds, Super Sevens, six decks, in order: three 480 + 11,664, two 34,560 + 124,416."""
    odds = {"seven": {"1": "2:1", "2": "10:1", "3": "50:1"}}
    found = counted(Options(side="seven", side_odds=odds), Side(kind="seven", amount=STAKE))
    assert found[5000] * 6 == 480 + 11_664
    assert found[1000] * 6 == 3 * (34_560 + 124_416)
    assert sum(found.values()) * 6 == 30_079_920
    assert chance(
        Options(side="seven", side_odds=odds), Side(kind="seven", amount=STAKE)
    ).edge > Fraction(0)
