"""How many hands there are of each kind, against the figures that are published everywhere."""

from itertools import combinations
from math import comb

import pytest

from pitdesk.games.cards import DECK
from pitdesk.games.chances.hands import counted
from pitdesk.games.poker.ranks import ACE_TO_FIVE, GROUPS, HIGH, THREE

FIVE = {  # Wikipedia, Poker probability, of 2,598,960
    "high_card": 1_302_540,
    "pair": 1_098_240,
    "two_pair": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 36,
    "royal_flush": 4,
}
THREES = {  # Wizard of Odds, three card poker, of 22,100
    "high_card": 16_440,
    "pair": 3_744,
    "flush": 1_096,
    "straight": 720,
    "three_of_a_kind": 52,
    "straight_flush": 48,
}
LOWS = {  # Wikipedia, Poker probability, ace-to-five low
    "high_card": 1_317_888,
    "pair": 1_098_240,
    "two_pair": 123_552,
    "three_of_a_kind": 54_912,
    "full_house": 3_744,
    "four_of_a_kind": 624,
}


@pytest.mark.parametrize(
    ("ranking", "published"),
    [(HIGH, FIVE), (THREE, THREES), (ACE_TO_FIVE, LOWS)],
    ids=["five", "three", "low"],
)
def test_hands_are_as_many_as_published(ranking, published):
    assert counted(ranking) == published


def test_six_decks_have_every_category_and_every_hand():
    found = counted(GROUPS, 6)
    assert sum(found.values()) == comb(312, 5)
    assert all(found.values())
    assert found["flush_five_of_a_kind"] == 52 * comb(6, 5)
    assert found["royal_flush"] == 4 * 6**5


def test_three_cards_one_by_one_are_as_many():
    found = dict.fromkeys(THREES, 0)
    for hand in combinations(DECK, 3):
        found[THREE.category(THREE.worth(hand))] += 1
    assert found == THREES
