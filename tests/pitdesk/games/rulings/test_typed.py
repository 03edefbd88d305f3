"""A round as somebody types it is the round that the format writes down."""

import msgspec
import pytest

from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.typed import PLAYED, cards_in, cents, round_of

LINES = [  # a game, the dealer's line, a seat's line, that seat as the format has it
    (
        "nd-21",
        "6s kd 5h",
        "7 tip 1 10h 9c",
        {"original": 700, "tip": 100, "hands": [{"cards": ["TH", "9C"]}]},
    ),
    (
        "nd-21",
        "AS",
        "5 ins 8h 3c kd dbl / 8d tc",
        {
            "original": 500,
            "insurance": 250,
            "hands": [{"cards": ["8H", "3C", "KD"], "double": 500}, {"cards": ["8D", "TC"]}],
        },
    ),
    (
        "nd-21",
        "9s",
        "5 tip .50 9h 2d tc dbl 3 tipdbl",
        "'.50' is no card",
    ),
    (
        "nd-21",
        "9s",
        "5 tip 0.50 9h 2d tc dbl 3 tipdbl",
        {
            "original": 500,
            "tip": 50,
            "hands": [{"cards": ["9H", "2D", "TC"], "double": 300, "tip_double": 50}],
        },
    ),
    (
        "nd-21",
        "as",
        "5 ah qd even",
        {"original": 500, "even_money": True, "hands": [{"cards": ["AH", "QD"]}]},
    ),
    (
        "nd-21",
        "7s",
        "5 th declined",
        {"original": 500, "hands": [{"cards": ["TH"], "second_card": "declined"}]},
    ),
    ("nd-21", "7s", "5", {"original": 500, "hands": []}),
    (
        "nj-blackjack",
        "9s 8d",
        "10 over th 6c sur",
        {
            "wager": 1000,
            "surrender": True,
            "side": [{"kind": "over13", "amount": 100}],
            "hands": [{"cards": ["TH", "6C"]}],
        },
    ),
    (
        "nj-3c21",
        "5s td",
        "5 kh qd 5c split / kh 2d 7c dbl / qd tc / 5c th",
        {
            "main": 500,
            "bonus": 500,
            "cards": ["KH", "QD", "5C"],
            "decision": "split",
            "hands": [
                {"cards": ["KH", "2D", "7C"], "double": 500},
                {"cards": ["QD", "TC"]},
                {"cards": ["5C", "TH"]},
            ],
        },
    ),
    (
        "nj-3c21",
        "5s td",
        "5 4h 3d 2c dbl 3 th",
        {
            "main": 500,
            "bonus": 500,
            "cards": ["4H", "3D", "2C"],
            "decision": "double",
            "double": 300,
            "drawn": ["TH"],
        },
    ),
    (
        "nj-war",
        "9s kc",
        "5 tie 1 9h war tie 2 kd",
        {
            "initial": 500,
            "tie": 100,
            "card": "9H",
            "decision": "war",
            "war": 500,
            "war_tie": 200,
            "war_card": "KD",
        },
    ),
    (
        "nj-minibac",
        "",
        "banker 10 defer tie 2.50",
        [
            {"id": "p3.banker", "on": "banker", "amount": 1000, "defer": True},
            {"id": "p3.tie", "on": "tie", "amount": 250},
        ],
    ),
    ("nj-minibac", "", "bank 10", "'bank' is no card and no word"),
    ("nj-minibac", "", "banker", "Type the wager"),
    ("nj-minibac", "", "defer", "'defer' is no card"),
    (
        "nj-fah",
        "as ah 7d 4c",
        "10 ks qs 3d 4h split ks qs",
        {
            "wager": 1000,
            "second": 1000,
            "cards": ["KS", "QS", "3D", "4H"],
            "action": "split",
            "keep": ["KS", "QS"],
        },
    ),
    (
        "nj-fah",
        "as ah 7d 4c",
        "10 ks qs 3d sur",
        {"wager": 1000, "cards": ["KS", "QS", "3D"], "action": "surrender", "keep": []},
    ),
    ("nj-fah", "", "10 ks play", "Seat 3: 'play' is no card"),
]


@pytest.mark.parametrize(("code", "dealer", "text", "want"), LINES)
def test_a_typed_line_is_a_seat_of_the_format(code, dealer, text, want):
    game, play = GAMES[code], PLAYED[code]
    if isinstance(want, str):
        with pytest.raises(ValueError, match=want):
            round_of(game, {"d": dealer, "3": text}, {})
        return
    seats = getattr(round_of(game, {"d": dealer, "3": text}, {}), play.seats)
    wanted = [{play.number: 3, **want}] if isinstance(want, dict) else want
    whole = {"id": "x", "game": code, play.seats: wanted}
    assert seats == getattr(msgspec.convert(whole, game.facts), play.seats)


@pytest.mark.parametrize("code", PLAYED)
def test_the_example_of_each_game_is_read(code):
    assert round_of(GAMES[code], {"1": PLAYED[code].example}, {})


@pytest.mark.parametrize(
    ("dealer", "text", "options", "words"),
    [
        ("zz", "5 ah", {}, "'zz' is no card"),
        ("9s", "", {}, "Type the wager"),
        ("9s", "ah kd", {}, "'ah' is no amount"),
        ("9s", "5 ah foo", {}, "'foo' is no card and no word"),
        ("9s", "5 ah kd", {"soft17": "maybe"}, "Invalid enum value"),
    ],
)
def test_what_cannot_be_read_is_named(dealer, text, options, words):
    with pytest.raises(ValueError, match=words):
        round_of(GAMES["nd-21"], {"d": dealer, "3": text}, options)


def test_dollars_are_whole_cents():
    assert [cents(text) for text in ("5", "$5", "2.50", "1000")] == [500, 500, 250, 100_000]
    for text in ("5.5", "-1", "five", "1e3", ""):
        with pytest.raises(ValueError, match="is no amount"):
            cents(text)


def test_the_cards_lie_before_the_dealer_and_before_each_seat():
    lines = {"d": "as ah 7d 4c", "b": "2s 2d 9h jc 5s", "1": "10 ks qs 3d 4h set 3d 4h"}
    house, seats = cards_in(PLAYED["nj-fah"], round_of(GAMES["nj-fah"], lines, {}))
    assert house == {"d": (("AS", "AH", "7D", "4C"),), "b": (("2S", "2D", "9H", "JC", "5S"),)}
    assert seats == {1: (("3D", "4H"), ("KS", "QS"))}
    played = round_of(GAMES["nj-fah"], lines, {})
    house, _ = cards_in(PLAYED["nj-fah"], played, GAMES["nj-fah"].settle(played))
    assert house["d"] == (("AS", "AH"), ("7D", "4C"))
    house, seats = cards_in(
        PLAYED["nj-minibac"],
        round_of(GAMES["nj-minibac"], {"p": "6h kc", "b": "7d ks", "4": "tie 1"}, {}),
    )
    assert house == {"p": (("6H", "KC"),), "b": (("7D", "KS"),)}
    assert seats == {4: ((),)}
