"""House ways: a second way to the same cards, by what the text says of each in turn."""

import random

import pytest

from pitdesk.games.cards import DECK, RANKS
from pitdesk.games.houseways import kept, rightly
from tests import storm

UP = {rank: place for place, rank in enumerate(RANKS, 2)}


def by_hand(four):
    """The fourteen ways once more, each as a search for its own cards."""
    cards = sorted(four, key=lambda card: -UP[card[0]])
    pairs = [(a, b) for place, a in enumerate(cards) for b in cards[place + 1 :]]
    running = [(a, b) for a, b in pairs if UP[a[0]] == UP[b[0]] + 1]
    same = [(a, b) for a, b in pairs if a[1] == b[1]]
    aces = [(a, b) for a, b in pairs if a[0] == "A" and b[0] != "A"]
    ways = [
        [two for two in same if two[0][0] == two[1][0]],
        [two for two in pairs if two[0][0] == two[1][0]],
        [two for two in aces if two in same and two[1][0] in "TJQK"],
        [two for two in running if two in same and two[0][0] + two[1][0] in ("JT", "QJ", "KQ", "AK")],
        [two for two in aces if two[1][0] in "TJQK"],
        [two for two in running if two[0][0] + two[1][0] in ("QJ", "KQ", "AK")],
        [two for two in aces if two in same],
        [two for two in same if two[0][0] in "TJQKA" and two[1][0] in "TJQKA"],
        [two for two in pairs if two[0][0] in "JQKA" and two[1][0] in "JQKA"],
        aces,
        [two for two in running if two in same],
        same,
        running,
        pairs,
    ]
    for number, found in enumerate(ways, 1):
        if found:
            return number, max((UP[a[0]], UP[b[0]]) for a, b in found)
    raise AssertionError(four)


@pytest.mark.storm
def test_two_ways_keep_the_same_cards():
    dice = random.Random(storm.seed)
    for _ in range(storm.many(5_000)):
        four = [dice.choice(DECK) for _ in range(4)]
        best = kept(four)
        ranks = tuple(sorted((UP[card[0]] for card in best.cards), reverse=True))
        assert (best.way, ranks) == by_hand(four), four
        assert rightly(best.cards, four)
        assert rightly(best.cards[::-1], four)


def test_of_a_pair_any_suits_are_right_but_not_other_cards():
    assert rightly(["AS", "AD"], ["AS", "AH", "AD", "4C"])
    assert not rightly(["AS", "4C"], ["AS", "AH", "AD", "4C"])
    assert not rightly(["KS", "KH"], ["KS", "KS", "KH", "2D"])  # a suited pair is there
