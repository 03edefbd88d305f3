"""The first wager of Three Card 21, against a second way; no published figure was found."""

from fractions import Fraction

import pytest

from pitdesk.games.chances import bonus, threecard
from pitdesk.games.threecard import Options
from tests.pitdesk.games.chances.dealt import VALUES, threecard_chance
from tests.storm import shared

ALL = Options(surrender=True, soft17="hit")


CASES = [(ALL, "6S"), (Options(), "TS"), (ALL, "AS")]


@pytest.mark.storm
@pytest.mark.parametrize(("options", "up"), shared(CASES, 6))  # none on every other day
def test_every_hand_settled_card_by_card_comes_to_the_same(options, up):
    found = threecard._Against(options, VALUES[up]).chance
    assert (found.mean, found.square) == threecard_chance(options, up)


def test_the_options_help_whom_they_should():
    stands = threecard.chance(Options()).edge
    assert threecard.chance(Options(surrender=True)).edge < stands
    assert threecard.chance(Options(soft17="hit")).edge > stands


def test_what_both_wagers_keep_is_little():
    """The bonus keeps about what the first wager gives away: both are made, in equal amounts."""
    first, second = threecard.chance(Options()).edge, bonus.chance(Options()).edge
    assert first < 0 < second
    assert abs(first + second) / 2 < Fraction(1, 100)
