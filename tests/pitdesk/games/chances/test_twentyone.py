"""Twenty-one by the best play, against what is published of its rules."""

from fractions import Fraction

import pytest

from pitdesk.games.chances.chance import percent
from pitdesk.games.chances.twentyone import BUST, NATURAL, Table, ends, offered
from pitdesk.games.twentyone import Options


@pytest.fixture(scope="module")
def plain():
    return Table().chance


def test_a_dealer_always_ends_somewhere():
    for soft17 in ("stand", "hit_ace_six", "hit"):
        for up in range(1, 11):
            assert sum(ends(up, soft17).values()) == 1


def test_the_dealers_ends_are_as_published():
    """Wizard of Odds, blackjack, of an endless shoe."""
    assert ends(1, "stand")[NATURAL] == Fraction(4, 13)
    assert percent(ends(6, "stand")[BUST], 2) == "42.32 %"
    assert percent(ends(10, "stand")[BUST], 2) == "21.21 %"
    assert percent(ends(6, "hit")[BUST], 2) == "43.95 %"


def test_the_edge_lies_where_eight_decks_and_their_rules_put_it(plain):
    """thecolorofblackjack.com: 0.36 for eight decks of these rules; an endless shoe is a little more."""
    assert Fraction(36, 10_000) < plain.edge < Fraction(46, 10_000)


@pytest.mark.parametrize(
    ("table", "more"),
    [  # thecolorofblackjack.com, in percent, to two places of six to eight decks
        (Table(soft17="hit"), "0.20"),
        (Table(double_split=False), "0.13"),
        (Table(aces_again=False), "0.06"),
        (Table(surrender=True), "-0.06"),
    ],
    ids=["soft 17", "double", "aces", "surrender"],
)
def test_each_rule_costs_what_is_published(plain, table, more):
    costs = 100 * (table.chance.edge - plain.edge)
    assert abs(costs - Fraction(more)) < Fraction(3, 100)


def test_a_two_card_soft_17_costs_less_than_every_soft_17(plain):
    assert plain.edge < Table(soft17="hit_ace_six").chance.edge < Table(soft17="hit").chance.edge


def test_the_deviation_is_as_published(plain):
    """Wizard of Odds: about 1.15 of the first wager."""
    assert 1.15 < plain.deviation() < 1.16


def test_a_north_dakota_house_is_a_table():
    assert offered(Options(soft17="hit_ace_six")) == Table(soft17="hit_ace_six")
