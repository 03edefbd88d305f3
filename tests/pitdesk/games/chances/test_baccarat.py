"""Minibaccarat by count, against the figures that are published for eight decks."""

from fractions import Fraction
from math import perm

import pytest

from pitdesk.games.chances.baccarat import ahead, chance, outcomes
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


def test_what_lies_there_already_adds_up_to_what_is_published():
    """The first card of each hand, weighed by how often both come, gives the counts of eight decks."""
    kinds = [("TS", 128), *((f"{rank}S", 32) for rank in "A23456789")]
    sums = dict.fromkeys(PUBLISHED, Fraction())
    for own, pieces in kinds:
        for other, more in kinds:
            often = Fraction(pieces * (more - (own == other)), perm(416, 2))
            for outcome, share in ahead([own], [other]).items():
                sums[outcome] += share * often
    assert sums == {outcome: Fraction(often, perm(416, 6)) for outcome, often in PUBLISHED.items()}


@pytest.mark.parametrize(
    ("player", "banker", "seen", "share"),
    [
        ("9H TC", "7D KS", "", {"player": 1}),  # a natural ends it
        ("6H TC", "7D KS", "", {"banker": 1}),  # six stays, seven stays
        ("5H TC 2D", "7D KS", "", {"tie": 1}),
        ("5H TC 6D", "6D KS 3C", "", {"banker": 1}),
        # Player stays on six; the Banker's five draws one card: ace ties, two to four win it.
        ("6H TC", "5D KS", "", {"tie": Fraction(32, 412), "banker": Fraction(96, 412)}),
        # Two twos were seen before, so two of the banker's cards are gone.
        ("6H TC", "5D KS", "2S 2D", {"tie": Fraction(32, 410), "banker": Fraction(94, 410)}),
        # After Player's third card six the Banker's five draws against Player's one.
        ("5H TC 6D", "5D KS", "", {"tie": Fraction(31, 411)}),
    ],
)
def test_a_round_in_progress_is_worked_by_hand(player, banker, seen, share):
    found = ahead(player.split(), banker.split(), seen.split())
    assert sum(found.values()) == 1
    assert {outcome: found.get(outcome, 0) for outcome in share} == share


def test_a_card_of_the_banker_that_is_not_known_is_none_that_ends_the_round():
    """The Player drew, so the Banker has neither eight nor nine: all other cards, by their pieces."""
    player, banker = ("5H", "TC", "2D"), "9D"  # with a ten he had nine, with a nine eight
    pieces = {"5S": 31, "2S": 31, **dict.fromkeys(("AS", "3S", "4S", "6S", "7S", "8S"), 32)}
    sums, whole = dict.fromkeys(PUBLISHED, Fraction()), sum(pieces.values())
    for card, many in pieces.items():
        for outcome, share in ahead(player, [banker, card]).items():
            sums[outcome] += share * Fraction(many, whole)
    assert ahead(player, [banker]) == sums


@pytest.mark.parametrize(
    ("player", "banker", "seen", "words"),
    [
        ("AS 2S 3S 4S", "KS", "", "three cards at most"),
        ("AS AS", "AS AS", "AS AS AS AS AS", "AS is there 9 times"),
        ("KS 9H 2D", "", "", "where none is drawn"),  # a natural draws nothing
        ("6H TC 2D", "7D KS", "", "where none is drawn"),  # six stands
        ("6H TC", "7D KS 2S", "", "where none is drawn"),  # so does seven
        ("2H TC", "5D KS 2S", "", "where none is drawn"),  # the Player draws first
        ("6H", "5D KS 2S", "", "after the Player's"),
    ],
)
def test_cards_of_no_round_have_no_odds(player, banker, seen, words):
    with pytest.raises(ValueError, match=words):
        ahead(player.split(), banker.split(), seen.split())
