"""North Dakota poker: the sheet worked by hand, and what always holds of pots and seats."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.games.cards import DECK, SUITS
from pitdesk.games.poker.ranks import HIGH
from tests.pitdesk.games.sheets import cites, refused, settled, sheet

STATES = ("folded", "conceded")
FACTS = ("touched", "identifiable", "retrieved", "induced")


def player(words, counted):
    seat, *rest = words.split()
    found = {"seat": int(seat)}
    if not counted and rest and rest[0].isdigit():
        found["contributed"] = int(rest.pop(0))
    found["cards"] = [word for word in rest if len(word) == 2 and word != "up"]
    marks = {word for word in rest if word not in found["cards"]}
    found["state"] = next((state for state in STATES if state in marks), "live")
    if marks & {"up", "down"}:
        face = "up" if "up" in marks else "down"
        found |= {
            "state": "discarded",
            "discard": {"face": face, **{fact: fact in marks for fact in FACTS}},
        }
    return found | {"deliberate_foul": "foul" in marks, "knew_and_bet": "knew" in marks}


def facts(settings, board, players):
    words = dict(word.split("=") for word in settings.split() if "=" in word)
    found = {
        "id": "p",
        "game": "nd-poker",
        "hole_cards": int(words.get("hole", 2)),
        "board": board.split(),
    }
    found["options"] = {key: words[key] for key in ("low_rule", "hi_lo_odd") if key in words}
    found["options"]["smallest_chip"] = int(words.get("smallest", 50))
    found["variant"] = next((one for one in ("low", "high_low") if one in settings.split()), "high")
    found["defective_deck"] = "defective" in settings
    if "button" in words:
        found["button"] = int(words["button"])
    if "pots" in words:
        pots = [one.split("@") for one in words["pots"].split("+")]
        found["pots"] = [
            {"amount": int(one[0]), "seats": [*map(int, one[1].split(","))]} for one in pots
        ]
    return found | {"players": [player(one, "pots" in words) for one in players.split(";")]}


def by_seat(words, pattern):
    return dict(re.findall(pattern, words))


@pytest.mark.parametrize("line", sheet("poker"))
def test_a_hand_is_settled_as_it_was_worked_by_hand(line):
    *given, wanted, section = line
    found = settled(facts(*given))
    if not refused(found, wanted):
        awards, _, hands = wanted.partition(" : ")
        assert found["awards"] == {
            seat: int(cents) for seat, cents in by_seat(awards, r"(\d+)=(\d+)").items()
        }
        if wanted.startswith("void"):
            assert (found["status"], found["carried_over"]) == ("void", int(wanted.split()[-1]))
        else:
            pots = [pot["amount"] for pot in found["pots"]]
            assert sum(pots) == sum(found["awards"].values())
            if "pots" in awards:
                assert pots == [*map(int, awards.split("pots")[1].split())]
        if hands.startswith("dead"):
            dead = {seat: one["reason"] for seat, one in found["dead"].items()}
            assert dead == by_seat(hands, r"(\d+) (\w+)")
        elif hands:
            best = {seat: one["category"] for seat, one in found["hands"].items()}
            assert by_seat(hands, r"(\d+) (\w+)").items() <= best.items()
        assert "wagers" not in found
    cites(found, section)


hands = st.permutations(DECK).map(
    lambda deck: (deck[:5], [deck[5 + 2 * seat : 7 + 2 * seat] for seat in range(4)])
)
paid = st.lists(st.integers(1, 40).map(lambda chips: chips * 50), min_size=4, max_size=4)
variants = st.sampled_from(["high", "low", "high_low"])


def played(board, own, put_in, variant="high", button=2, folded=()):
    players = [
        {
            "seat": seat,
            "cards": cards,
            "contributed": cents,
            "state": "folded" if seat in folded else "live",
        }
        for seat, (cards, cents) in enumerate(zip(own, put_in, strict=True), 1)
    ]
    return settled(
        {
            "id": "h",
            "game": "nd-poker",
            "variant": variant,
            "button": button,
            "board": board,
            "players": players,
        }
    )


@given(hands, paid, variants, st.sets(st.integers(1, 4), max_size=3))
def test_pots_sum_to_what_was_put_in_and_nobody_wins_more_than_was_matched(
    dealt, put_in, variant, folded
):
    found = played(*dealt, put_in, variant, folded=folded)
    assert sum(found["awards"].values()) == sum(put_in)
    assert all(sum(pot["shares"].values()) == pot["amount"] for pot in found["pots"])
    live = {seat for seat in range(1, 5) if seat not in folded}
    for seat, cents in found["awards"].items():
        most = sum(min(one, put_in[int(seat) - 1]) for one in put_in)
        if int(seat) not in live:
            assert cents == 0
        elif put_in[int(seat) - 1] < max(put_in[one - 1] for one in live):
            assert cents <= most


@given(hands, paid, variants, st.permutations(SUITS))
def test_suits_do_not_rank_hands(dealt, put_in, variant, order):
    board, own = dealt
    turned = [[card[0] + order[SUITS.index(card[1])] for card in cards] for cards in (board, *own)]
    assert (
        played(board, own, put_in, variant)["awards"]
        == played(turned[0], turned[1:], put_in, variant)["awards"]
    )


@given(hands, paid, variants, st.permutations(range(4)))
def test_the_order_in_which_players_are_named_changes_nothing(dealt, put_in, variant, order):
    board, own = dealt
    there = played(board, own, put_in, variant)["awards"]
    players = [{"seat": seat + 1, "cards": own[seat], "contributed": put_in[seat]} for seat in order]
    round_ = {
        "id": "h",
        "game": "nd-poker",
        "variant": variant,
        "button": 2,
        "board": board[::-1],
        "players": players,
    }
    assert settled(round_)["awards"] == there


@given(hands, st.integers(1, 4), st.integers(1, 40))
def test_a_better_hand_never_earns_less(dealt, button, chips):
    board, own = dealt
    found = played(board, own, [chips * 50] * 4, button=button)
    worth = {str(seat): HIGH.best((*board, *cards)).worth for seat, cards in enumerate(own, 1)}
    ordered = sorted(worth, key=lambda seat: worth[seat])
    for lower, higher in pairwise(ordered):
        if worth[lower] < worth[higher]:
            assert found["awards"][lower] <= found["awards"][higher]
