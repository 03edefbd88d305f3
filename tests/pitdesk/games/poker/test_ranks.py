"""Poker hands: the table beside a rule in other words, and beside an evaluator of somebody else."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import RegularLowHand, StandardHighHand

from pitdesk.games.cards import DECK, RANKS, SUITS
from pitdesk.games.poker.ranks import ACE_TO_FIVE, GROUPS, HIGH, HIGHEST_CARD, RANKED_LOW, THREE
from tests import storm

UP = {rank: place for place, rank in enumerate(RANKS, 2)}
FAST = [
    "flush_five_of_a_kind",
    "royal_flush",
    "flush_four_of_a_kind",
    "straight_flush",
    "flush_full_house",
    "five_of_a_kind",
    "flush_three_of_a_kind",
    "flush_two_pairs",
    "flush_one_pair",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "pair",
    "high_card",
]
PLAIN = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
]
PLAIN += ["pair", "high_card"]


def by_rule(cards, order):
    """What five cards are, asked from the top of an order; and the ranks that decide."""
    ranks = sorted((UP[card[0]] for card in cards), reverse=True)
    many = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    counts = sorted((ranks.count(rank) for rank in {*ranks}), reverse=True)
    wheel = ranks == [14, 5, 4, 3, 2]
    run = wheel or ranks == [*range(ranks[0], ranks[0] - 5, -1)]
    suit = len({card[1] for card in cards}) == 1
    is_so = {
        "flush_five_of_a_kind": suit and counts == [5],
        "royal_flush": suit and ranks == [14, 13, 12, 11, 10],
        "flush_four_of_a_kind": suit and counts == [4, 1],
        "straight_flush": suit and run,
        "flush_full_house": suit and counts == [3, 2],
        "five_of_a_kind": counts == [5],
        "flush_three_of_a_kind": suit and counts == [3, 1, 1],
        "flush_two_pairs": suit and counts == [2, 2, 1],
        "flush_one_pair": suit and counts == [2, 1, 1, 1],
        "four_of_a_kind": counts == [4, 1],
        "full_house": counts == [3, 2],
        "flush": suit and counts == [1] * 5,
        "straight": run,
        "three_of_a_kind": counts == [3, 1, 1],
        "two_pairs": counts == [2, 2, 1],
        "two_pair": counts == [2, 2, 1],
        "pair": counts == [2, 1, 1, 1],
        "high_card": True,
    }
    name = next(name for name in order if is_so[name])
    return -order.index(name), [5, 4, 3, 2, 1] if run and wheel and "straight" in name else many


@pytest.mark.storm
def test_the_table_and_the_rule_rank_hands_alike():
    dice = random.Random(storm.seed)
    hands = [dice.sample(DECK, 5) for _ in range(storm.many(5_000))]
    for hand in hands:
        assert HIGH.category(HIGH.worth(hand)) == PLAIN[-by_rule(hand, PLAIN)[0]]
    ordered = sorted(hands, key=HIGH.worth)
    assert all(
        (HIGH.worth(low) < HIGH.worth(high)) == (by_rule(low, PLAIN) < by_rule(high, PLAIN))
        for low, high in pairwise(ordered)
    )


@pytest.mark.storm
def test_with_six_decks_the_table_and_the_rule_rank_hands_alike():
    dice = random.Random(storm.seed)
    for _ in range(storm.many(5_000)):
        few = dice.sample(DECK, dice.randint(1, 5)) + [rank + "S" for rank in dice.sample(RANKS, 2)]
        one, other = ([dice.choice(few) for _ in range(5)] for _ in "ab")
        assert GROUPS.category(GROUPS.worth(one)) == FAST[-by_rule(one, FAST)[0]]
        assert (GROUPS.worth(one) < GROUPS.worth(other)) == (by_rule(one, FAST) < by_rule(other, FAST))


@pytest.mark.storm
def test_somebody_elses_evaluator_ranks_hands_alike():
    dice = random.Random(storm.seed)
    for _ in range(storm.many(250)):
        board, *own = dice.sample(DECK, 5), dice.sample(DECK, 2), dice.sample(DECK, 2)
        one, other = ([*board, *two] for two in own)
        if len({*one}) < 7 or len({*other}) < 7:
            continue
        for ours, theirs in ((HIGH, StandardHighHand), (ACE_TO_FIVE, RegularLowHand)):
            a, b = (ours.best(hand).worth for hand in (one, other))
            x, y = (
                theirs.from_game("".join(card[0] + card[1].lower() for card in hand))
                for hand in (one, other)
            )
            assert (a > b, a == b) == (x > y, x == y), (one, other, ours)


@given(st.permutations(DECK), st.permutations(SUITS))
def test_suits_and_the_order_of_cards_rank_nothing(deck, order):
    hand = deck[:7]
    turned = [card[0] + order[SUITS.index(card[1])] for card in reversed(hand)]
    for ranking in (HIGH, ACE_TO_FIVE, RANKED_LOW, GROUPS, HIGHEST_CARD):
        assert ranking.best(hand).worth == ranking.best(turned).worth


@given(st.permutations(DECK))
def test_the_best_of_seven_is_no_worse_than_any_five_of_them(deck):
    hand = deck[:7]
    for ranking in (HIGH, ACE_TO_FIVE, RANKED_LOW):
        best = ranking.best(hand)
        assert {*best.cards} <= {*hand}
        assert all(ranking.worth(five) <= best.worth for five in combinations(hand, 5))


def test_low_hands_stand_in_the_order_of_the_trade():
    """Five to ace is the best; where straights count, six four three two ace."""
    order = ["5432A", "6432A", "6532A", "7432A", "8765A", "KQJT8", "AA432", "22A34", "22AAK", "222AK"]
    hands = [[rank + suit for rank, suit in zip(hand, "SHDCS", strict=True)] for hand in order]
    worths = [ACE_TO_FIVE.worth(hand) for hand in hands]
    assert worths == sorted(worths, reverse=True)
    assert RANKED_LOW.worth(hands[1]) > RANKED_LOW.worth(hands[5]) > RANKED_LOW.worth(hands[0])
    suited = [rank + "C" for rank in "7432A"]
    assert ACE_TO_FIVE.worth(suited) == worths[3]
    assert RANKED_LOW.worth(suited) < RANKED_LOW.worth(hands[-1])


def test_three_cards_stand_in_their_order():
    hands = [
        "AS KD 9H",
        "2S 2D 3H",
        "2S 7S 9S",
        "AS 2D 3H",
        "QS KD AH",
        "2S 2D 2H",
        "2S 3S AS",
        "QS KS AS",
    ]
    worths = [THREE.worth(hand.split()) for hand in hands]
    assert worths == sorted(worths)


def test_a_hand_is_told_in_words():
    assert HIGH.words(HIGH.worth(["9S", "9D", "QH", "JC", "9C"])) == "three of a kind, 9 9 9 Q J"
    assert HIGH.words(HIGH.worth(["AS", "2D", "3H", "4C", "5C"])) == "straight, 5 4 3 2 A"
    assert HIGH.words(HIGH.worth(["AS", "TD", "3H", "TC", "5C"])) == "pair, 10 10 A 5 3"


def test_the_other_reading_counts_cards_one_by_one():
    """19:47-21.3(c) by its letter: the highest card that the other hand has not."""
    threes, kings = ["3S", "3D", "3H", "AC", "AD"], ["KS", "KD", "KH", "2C", "2D"]
    assert GROUPS.worth(kings) > GROUPS.worth(threes)
    assert HIGHEST_CARD.worth(threes) > HIGHEST_CARD.worth(kings)
