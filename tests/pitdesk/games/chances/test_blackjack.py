"""Blackjack's odds, against a second way, what is published, and what each option is worth."""

from fractions import Fraction

import pytest

from pitdesk.games.blackjack import Bonus, Options
from pitdesk.games.chances import blackjack, twentyone
from tests.pitdesk.games.chances.dealt import VALUES, blackjack_chance
from tests.storm import shared, some

BETTER = Bonus(three_sevens=True, five_card_21=True)
FACE_UP = Options(variant="face_up")


@pytest.fixture(scope="module")
def plain():
    return blackjack.chance(Options())


CASES = [
    (Options(variant="face_up", bonus=BETTER), "TS", "8S"),
    (FACE_UP, "AS", "TS"),
    (Options(), "TS", None),
    (Options(dealing="reader", soft17="hit"), "AS", None),
    (Options(bonus=BETTER, bonus_scope="all"), "TS", None),
    (Options(bonus=BETTER, soft17="hit"), "6S", None),
    (Options(variant="face_up", bonus=Bonus(suited_678=True, five_card_21=True)), "TS", "8S"),
]


@pytest.mark.storm
@pytest.mark.parametrize(("options", "up", "hole"), some(shared(CASES[:2], 2), CASES))
def test_every_hand_settled_card_by_card_comes_to_the_same(options, up, hole):
    found = blackjack._Against(options, VALUES[up], hole and VALUES[hole]).chance
    assert (found.mean, found.square) == blackjack_chance(options, up, hole)


@pytest.mark.parametrize(
    ("options", "costs"),
    [  # thecolorofblackjack.com, in percent; resplit pairs 0.03 and aces 0.06, and 21 in two split
        (Options(soft17="hit"), "0.20"),  # cards, which beats a longer one, is worth the rest here
        (Options(max_hands=4), "-0.14"),
        (Options(surrender=True), "-0.07"),
    ],
    ids=["soft 17", "four hands", "surrender"],
)
def test_each_rule_costs_what_is_published(plain, options, costs):
    found = 100 * (blackjack.chance(options).edge - plain.edge)
    assert abs(found - Fraction(costs)) < Fraction(3, 100)


def test_the_edge_lies_where_eight_decks_and_their_rules_put_it(plain):
    """thecolorofblackjack.com: 0.55 for eight decks less 0.13 for doubles after a split."""
    assert Fraction(42, 10_000) < plain.edge < Fraction(58, 10_000)


def test_face_up_keeps_what_is_published():
    """thegoodgamblingguide.co.uk, double exposure: 0.7 with eight decks, 0.4 more on soft 17."""
    stands = blackjack.chance(FACE_UP).edge
    assert Fraction(66, 10_000) < stands < Fraction(90, 10_000)
    more = blackjack.chance(Options(variant="face_up", soft17="hit")).edge - stands
    assert abs(more - Fraction(40, 10_000)) < Fraction(3, 10_000)


def test_a_designated_blackjack_pays_half_a_wager_more_where_the_dealer_has_none(plain):
    told = blackjack.chance(Options(bonus=Bonus(designated_blackjack=("AS", "JS"))))
    assert plain.edge - told.edge == Fraction(1, 2) * Fraction(2, 52**2) * (1 - Fraction(8, 13**2))


@pytest.mark.parametrize("name", ["suited_678", "three_sevens", "five_card_21"])
def test_better_odds_help_the_player_more_on_all_wagers(plain, name):
    bonus = Bonus(**{name: True})
    original = blackjack.chance(Options(bonus=bonus)).edge
    assert blackjack.chance(Options(bonus=bonus, bonus_scope="all")).edge < original < plain.edge


def test_six_seven_eight_of_a_suit_come_as_often_as_suits_do():
    """The last of three comes in the suit once in 52, and two have one suit once in four."""
    against = blackjack._Against(Options(bonus=Bonus(suited_678=True)), 6)
    (three, _), (one, run) = against._two(6, 7)
    assert (three, one, run.wants, run.suited) == (3, 1, 8, True)
    drawn = [(often, held.odds) for often, held in against._next(run) if held.low == 21]
    assert drawn == [(3, "1:1"), (1, "2:1")]
    assert sum(often for often, _ in against._next(run)) == 52


def test_without_what_is_its_own_it_is_twentyone():
    """Two tables alike but for 21 in two split cards, which helps the player here."""
    table = twentyone.Table(hands=2)
    found = blackjack.chance(Options(dealing="reader"))
    assert Fraction(0) < table.chance.edge - found.edge < Fraction(15, 10_000)
