"""Rounds that are asked question by question: what is typed, and what is told."""

import pytest

from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.asked import ASKED, answered

ROUNDS = [  # a game, what is typed, a line of what is told
    (
        "nd-poker",
        {"b": "as kd 9h 9c 4s", "d": "5", "6": "8.50 ac 10s", "3": "8.50 ah jd"},
        "Seat 3: Two pair, A A 9 9 K",
    ),
    (
        "nd-poker",
        {"b": "2c 3d 9s qh kd", "o": "variant=high_low", "1": "5 as ah", "2": "5 4s 5s"},
        "The pot, $10.00: half to the highest hand, half to the lowest: seat 1 $5.00, seat 2 $5.00."
        " [99-01.3-09-04(25)]",
    ),
    (
        "nj-minibac",
        {"p": "6h kc", "b": "7d ks", "o": "rate=4", "1": "banker 10 tie 1"},
        "Seat 1, Banker $10.00: +$9.60",
    ),
    (
        "nj-fah",
        {"d": "as ah 7d 4c", "b": "2s 2d 9h jc 5s", "1": "10 ks qs 3d 4h split ks qs"},
        "The tray: +$20.00",
    ),
    (
        "nj-fah",
        {"d": "ks kd kc kh", "b": "", "1": "10 7s 7d 9h 7c sur"},
        "The tray: +$5.00",
    ),
    (
        "nj-craps-shooter",
        {
            **{"clockwise": "1 2 3 4 5", "shooter": "5", "roll": "3 4", "point": "6"},
            "answers": "1 no, 2 yes",
        },
        "2 shoots next, with 2 of the dice. [19:47-1.11(a)1, 19:47-1.11(c), 19:47-1.11(d)]",
    ),
    (
        "nj-craps-shooter",
        {
            **{
                "clockwise": "1 2",
                "shooter": "1",
                "roll": "3 3",
                "point": "6",
                "bet": "no",
                "come": "yes",
            },
            "answers": "2 no",
        },
        "Only to decide the bets that remain: the marker lies OFF on the Don't Pass line.",
    ),
    (
        "nj-minibac-vig",
        {"form": "41", "events": "3 owes 0.25 A. Doe, 1 owes 0.40 B. Roe, 1 pays 0.15, 3 leaves"},
        "Form 41: seat 3, A. Doe, $0.25.",
    ),
    (
        "nj-minibac-vig",
        {"events": "1 owes 0.40 B. Roe, 1 pays 0.15"},
        "Seat 1 owes $0.25.",
    ),
    (
        "chips",
        {"tray": "4x25 20x5 10x1", "amounts": "37"},
        "$37.00: $25: 1 fanned; $5: 2 fanned; $1: 2 fanned",
    ),
    (
        "chips",
        {"tray": "20x5 9x1", "amounts": "7.50"},
        "$7.50: not from this tray. Its values never make it.",
    ),
    (
        "chips",
        {"tray": "20x5 9x1 0x50c", "amounts": "7.50"},
        "$7.50: not from this tray. Bring 1 x $0.50.",
    ),
]


@pytest.mark.parametrize(("code", "said", "told"), ROUNDS)
def test_what_is_typed_is_settled_and_told(code, said, told):
    played = ASKED[code].read(said)
    assert told in [*answered(played, GAMES[code].settle(played))]


@pytest.mark.parametrize(
    ("code", "said", "words"),
    [
        ("nj-minibac", {"p": "6h kc", "b": "7d ks", "1": "bank 10"}, "'bank' is no card"),
        ("nj-minibac", {"p": "6h kc", "b": "7d ks", "1": "banker"}, "Type the wager"),
        ("nj-minibac", {"p": "6h 1c", "b": ""}, "no card"),
        ("nj-fah", {"d": "", "b": "", "1": "10 ks play"}, "Seat 1: 'play' is no card"),
        ("nj-minibac", {"p": "", "b": "", "o": "rate=many"}, "rate"),
        ("chips", {"tray": "many", "amounts": ""}, "is no chip"),
        ("nj-craps-shooter", {"clockwise": "a b"}, "are no numbers"),
        ("nj-craps-shooter", {"shooter": "1 2"}, "more than one number"),
        ("nj-craps-shooter", {"roll": "7 8"}, "dice"),
        ("nj-craps-shooter", {"roll": ""}, "Type both dice"),
        ("nj-craps-shooter", {"bet": "maybe"}, "Type yes or no"),
        ("nj-craps-shooter", {"answers": "3 perhaps"}, "Type 3 no, 4 yes"),
        ("nj-craps-shooter", {"choice": "throw"}, "choice"),
        ("nj-minibac-vig", {"events": "3 shouts"}, "nothing that happens here"),
        ("nj-minibac-vig", {"events": "3 owes much"}, "is no amount"),
    ],
)
def test_what_cannot_be_read_is_told(code, said, words):
    with pytest.raises(ValueError, match=words):
        ASKED[code].read(said)


def test_every_game_is_asked():
    assert {*ASKED} == {*GAMES}


LIES = {  # what lies before the dealer, so that a seat's example is settled
    "nd-21": {"d": "9s 8d"},
    "nj-blackjack": {"d": "9s 8d"},
    "nj-3c21": {"d": "9s 8d"},
    "nj-war": {"d": "9s ks"},
    "nj-minibac": {"p": "9h tc", "b": "7d ks"},
    "nj-fah": {"d": "as ah 7d 4c", "b": "2s 2d 9h jc 5s"},
}


@pytest.mark.parametrize("code", LIES)
def test_the_example_that_is_shown_can_be_settled(code):
    played = ASKED[code].read({**LIES[code], "1": ASKED[code].example})
    assert GAMES[code].settle(played).lines
