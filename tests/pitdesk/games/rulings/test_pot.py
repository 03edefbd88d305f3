"""A hand of poker as somebody types it, and how its pots are divided, in words."""

import pytest

from pitdesk.games.poker.showdown import settle
from pitdesk.games.rulings.pot import division, hand_of, seen

TYPED = {
    "b": "as kd 9h 9c 4s",
    "d": "5",
    "6": "8.50 ac 10s",
    "3": "8.50 ah jd",
    "8": "8.50 kh qh",
    "1": "0 fold",
}


def told(lines, variant="high"):
    played = hand_of(lines, variant)
    settled = settle(played)
    return [*seen(played, settled)], [*division(played, settled)]


def test_a_tied_pot_is_told_with_the_way_of_its_odd_chip():
    seats, lines = told(TYPED)
    assert [(one.seat, one.gets_cents) for one in seats] == [(6, 1300), (3, 1250), (8, 0), (1, 0)]
    assert seats[0].words == "Two pair, A A 9 9 K"
    assert seats[0].plays == ("AC", "AS", "9H", "9C", "KD")
    assert (seats[3].dead, seats[3].words) == (True, "folded")
    assert lines == [
        "The pot, $25.50: 51 chips of $0.50 are 25 each, 1 left: clockwise of the button to seat 6:"
        " seat 3 $12.50, seat 6 $13.00. [99-01.3-09-04(27)]"
    ]


def test_side_pots_are_told_one_by_one():
    _, lines = told({"b": "2c 7d 9s jh qd", "1": "1 qs qh", "2": "5 js jd", "3": "5 9h 3c"})
    assert lines == [
        "Main pot, $3.00: seat 1 wins it. [99-01.3-09-04(25)]",
        "Side pot 1, $8.00: seat 2 wins it. [99-01.3-09-04(25)]",
    ]


def test_high_and_low_are_halves():
    _, lines = told({"b": "2c 3d 9s qh kd", "1": "5 as ah", "2": "5 4s 5s"}, "high_low")
    assert lines[0].endswith("seat 1 $5.00, seat 2 $5.00. [99-01.3-09-04(25)]")


def test_a_low_hand_stands_as_it_is_counted():
    seats, _ = told({"b": "2c 3d 4s kh kd", "1": "5 as 5s", "2": "5 6h 7h"}, "low")
    assert seats[0].words == "High card, 5 4 3 2 A"
    assert seats[0].plays == ("5S", "4S", "3D", "2C", "AS")


def test_what_became_of_a_hand_is_a_word():
    lines = {"b": "2c 7d 9s jh qd", "1": "5 9h 3c", "o": "smallest_chip=50"}
    for word in ("concede", "foul", "muck"):
        seats, _ = told(lines | {"2": f"5 qs qh {word}"})
        assert [(one.seat, one.dead) for one in seats] == [(1, False), (2, True)]
    assert told(lines | {"2": "5 qs qh up"})[0][0].seat == 2


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ({"1": "5 xx"}, "Seat 1: 'xx' is no card"),
        ({"1": "as ah"}, "Seat 1: 'as' is no amount"),
        ({"b": "1s"}, "'1s' is no card|'1S' is no card"),
        ({"d": "x"}, "The button is at a seat"),
        ({"o": "smallest_chip=much"}, "smallest_chip"),
    ],
)
def test_what_cannot_be_read_is_told(lines, words):
    with pytest.raises(ValueError, match=words):
        hand_of(lines, "high")


def test_a_hand_that_cannot_be_settled_is_seen_as_it_lies():
    played = hand_of({"b": "as", "1": "5 as ah"}, "high")
    (one,) = seen(played, None)
    assert (one.cards, one.gets_cents, one.words) == (("AS", "AH"), None, "")
