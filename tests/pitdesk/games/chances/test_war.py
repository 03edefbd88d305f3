"""Casino war by count, against the figures that are published for six decks."""

from fractions import Fraction

from pitdesk.games.chances.chance import percent
from pitdesk.games.chances.war import chance, tie_bet, ties, ties_at_war


def test_six_decks_tie_in_23_of_311():
    assert ties() == Fraction(23, 311)
    assert percent(ties(), 2) == "7.40 %"


def test_a_second_tie_counts_what_is_gone():
    """By every pair of ranks that is left of one deck."""
    left = [2, *[4] * 12]
    same = sum(number * (number - 1) for number in left)
    assert ties_at_war(1) == Fraction(same, 50 * 49)


def test_the_edges_are_as_published():
    """wizardofmacau.com/en/games/war: 2.33 with a bonus on a second tie; 18.65 for the tie bet."""
    assert percent(chance("war").edge, 2) == "2.33 %"
    assert percent(tie_bet().edge, 2) == "18.65 %"
    assert chance("surrender").edge == ties() / 2
