"""How hands count, a second way, and the dealer's totals against published tables."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from pitdesk.games.cards import DECK, RANKS
from pitdesk.games.counts import draws, total

# The chance of each final total with one deck, by the card face up, before the dealer looks.
# Dealer stands on soft 17: wizardofodds.com, blackjack appendix 2B, "1 Deck - Dealer Stands on Soft 17".
STANDS = {
    "A": "0.126128 0.131003 0.129486 0.131553 0.0515646 0.313726 0.11654",
    "2": "0.138976 0.131762 0.131815 0.123948 0.120526 0 0.352973",
    "3": "0.130313 0.130946 0.123761 0.123345 0.116047 0 0.375588",
    "4": "0.130973 0.114163 0.120679 0.116286 0.115096 0 0.402803",
    "5": "0.119687 0.123483 0.116909 0.104694 0.106321 0 0.428905",
    "6": "0.166948 0.106454 0.107192 0.100705 0.0978785 0 0.420823",
    "7": "0.372345 0.138583 0.0773344 0.0788967 0.072987 0 0.259854",
    "8": "0.130857 0.362989 0.129445 0.0682898 0.0697914 0 0.238627",
}
# Dealer hits soft 17, in percent, after he looked: blackjackinfo.com, Dealer Outcome Probabilities.
HITS = {
    "2": "12.98 13.31 13.32 12.56 12.20 35.63",
    "3": "12.35 13.19 12.50 12.42 11.73 37.81",
    "4": "12.28 11.54 12.19 11.78 11.63 40.58",
    "5": "11.67 12.38 11.74 10.52 10.69 43.00",
    "6": "11.61 11.38 11.61 10.96 10.67 43.78",
    "7": "37.23 13.86 7.73 7.89 7.30 25.99",
    "8": "13.09 36.30 12.94 6.83 6.98 23.86",
    "9": "12.19 10.39 35.74 12.23 6.11 23.34",
    "T": "12.42 12.25 12.44 35.69 3.96 23.25",
    "A": "8.18 20.54 20.62 20.95 9.26 20.46",
}
ENDS = (17, 18, 19, 20, 21, "natural", "bust")
DECK_OF = dict.fromkeys("23456789A", 4) | {"T": 16}


@cache
def finals(cards, soft17):
    """The chance of every final total from these cards on, one deck without them."""
    if len(cards) > 1 and not draws([card + "S" for card in cards], soft17):
        found = total([card + "S" for card in cards])
        return {"natural" if len(cards) == 2 and found == 21 else "bust" if found > 21 else found: 1}
    left, chances = Counter(DECK_OF) - Counter(cards), Counter()
    for card, count in left.items():
        for end, chance in finals((*cards, card), soft17).items():
            chances[end] += Fraction(count, left.total()) * chance
    return chances


@pytest.mark.parametrize("up", STANDS)
def test_a_dealer_who_stands_on_soft_17_ends_as_published(up):
    found = finals((up,), "stand")
    for end, published in zip(ENDS, STANDS[up].split(), strict=True):
        assert float(found.get(end, 0)) == pytest.approx(float(published), abs=6e-7, rel=6e-6), end


@pytest.mark.parametrize("up", HITS)
def test_a_dealer_who_hits_soft_17_ends_as_published(up):
    found = finals((up,), "hit")
    looked = 1 - found.get("natural", 0)
    for end, published in zip([end for end in ENDS if end != "natural"], HITS[up].split(), strict=True):
        assert 100 * float(found.get(end, 0) / looked) == pytest.approx(float(published), abs=0.006), end


def by_brute_force(cards):
    """Every way to count the aces; the best that is not too much, else the least."""
    ways = [(1, 11) if card[0] == "A" else (min(RANKS.index(card[0]) + 2, 10),) for card in cards]
    sums = [sum(way) for way in product(*ways)]
    return max((found for found in sums if found <= 21), default=min(sums))


def test_a_total_is_the_best_of_all_ways_to_count_the_aces():
    random = Random(21)
    for _ in range(100_000):
        cards = random.choices(DECK, k=random.randint(1, 7))
        assert total(cards) == by_brute_force(cards), cards


def test_an_ace_and_a_six_is_the_one_soft_17_of_two_cards_that_is_hit():
    assert draws(["AS", "6H"], "hit_ace_six")
    assert not draws(["AS", "2H", "4C"], "hit_ace_six")
    assert not draws(["TS", "6H", "AC"], "hit")
    assert draws(["AS", "2H", "4C"], "hit")
    assert not draws(["AS", "6H"], "stand")
