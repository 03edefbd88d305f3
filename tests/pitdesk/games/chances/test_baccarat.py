"""Minibaccarat by count, against the figures that are published for eight decks."""

from fractions import Fraction
from math import perm

import pytest

from pitdesk.games.chances.baccarat import chance, outcomes
from pitdesk.games.chances.chance import percent
from pitdesk.games.minibac import Options

PUBLISHED = {  # Wizard of Odds, baccarat, eight decks
    "banker": 2_292_252_566_437_888,
    "player": 2_230_518_282_592_256,
    "tie": 475_627_426_473_216,
}


def test_the_outcomes_are_as_many_as_published():
    assert outcomes() == PUBLISHED
    assert sum(PUBLISHED.values()) == perm(416, 6)


@pytest.mark.parametrize(
    ("on", "options", "edge"),
    [  # Wizard of Odds: Banker 1.06, Player 1.24, Tie 14.36; without vigorish, six pays half, 1.46
        ("banker", Options(), "1.0579 %"),
        ("player", Options(), "1.2351 %"),
        ("tie", Options(), "14.3596 %"),
        ("tie", Options(tie_odds="9:1"), "4.8440 %"),
        ("banker", Options(vig="none"), "1.4581 %"),
        ("banker", Options(rate=4), "0.5993 %"),
    ],
)
def test_the_edge_is_as_published(on, options, edge):
    assert percent(chance(on, options).edge) == edge


def test_a_charge_on_ties_costs_a_quarter_of_their_share():
    total = perm(416, 6)
    free = Fraction(PUBLISHED["player"] - PUBLISHED["banker"], total)
    quarter = Fraction(PUBLISHED["tie"], 4 * total)
    assert chance("banker", Options(vig="tie")).edge == free + quarter


def test_fewer_decks_change_little():
    assert percent(chance("player", Options(), 6).edge, 2) == "1.24 %"
