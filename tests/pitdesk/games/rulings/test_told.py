"""A settled round in words."""

import pytest

from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.told import dollars, house_told, named, told
from pitdesk.games.rulings.typed import PLAYED, round_of


def test_a_round_is_told_wager_by_wager():
    game = GAMES["nd-21"]
    lines = {"d": "8d ks", "1": "5 tip 1 6h 5d 9s dbl", "2": "7 as kd"}
    settled = game.settle(round_of(game, lines, {}))
    assert [*told(settled)] == [
        "Seat 1, original wager $5.00: +$5.00",
        "    Player 20, dealer 18: wins 1 to 1. [99-01.3-08-11(12)]",
        "Seat 1, double, hand 1 $5.00: +$5.00",
        "    Player 20, dealer 18: wins 1 to 1. [99-01.3-08-11(12), 99-01.3-08-09(2)(d)]",
        "Seat 1, tip bet $1.00: +$1.00",
        "    Player 20, dealer 18: wins 1 to 1. Into the tip box. [99-01.3-08-11(14)]",
        "Seat 2, original wager $7.00: +$10.50",
        "    Natural: wins 3 to 2. [99-01.3-08-11(11)]",
        "The tray: −$21.50",
    ]


@pytest.mark.parametrize(
    ("wager", "words"),
    [
        ("s3.original", "original wager"),
        ("s3.split4", "split, hand 4"),
        ("p1.double2", "double, hand 2"),
        ("p1.over13", "over 13"),
        ("p2.war_tie", "tie wager of the war"),
        ("a", "a"),
    ],
)
def test_a_wager_has_its_name(wager, words):
    assert named(wager) == words


def test_an_amount_has_its_sign():
    assert [dollars(cents) for cents in (750, -500, 0, 123_456)] == [
        "+$7.50",
        "−$5.00",
        "$0.00",
        "+$1,234.56",
    ]


@pytest.mark.parametrize(
    ("code", "lines", "said"),
    [
        ("nd-21", {"d": "8d ks", "1": "5 10h 9c"}, ["Dealer 18"]),
        ("nj-minibac", {"p": "6h kc", "b": "7d ks"}, ["Player 6", "Banker 7"]),
        (
            "nj-fah",
            {"d": "as ah 7d 4c", "b": "2s 2d 9h jc 5s", "1": "10 ks qs 3d 4h set ks qs"},
            ["Dealer: two pairs", "Board"],
        ),
        ("nj-fah", {"d": "as ah ad ac"}, ["Dealer: natural", "Board"]),
        ("nj-war", {"d": "9s", "1": "5 2h"}, ["Dealer"]),
    ],
)
def test_what_lies_before_the_dealer_is_named(code, lines, said):
    settled = GAMES[code].settle(round_of(GAMES[code], lines, {}))
    assert [house_told(one.field, settled) for one in PLAYED[code].house] == said
