"""Minibaccarat: the sheet worked by hand, the drawing table as it is printed, and what always holds."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.games.cards import DECK, RANKS, SUITS
from pitdesk.games.minibac import Options, banker_draws, count, player_draws, vigorish
from tests.pitdesk.games.sheets import actions, cites, refused, settled, sheet, wagers

ON = {"b": "banker", "p": "player", "t": "tie"}

# Banker's count down, Player's third card across, as 58 Pa. Code 631a.11 prints it: S stays, D draws.
PRINTED = """
    0  D D D D D D D D D D
    1  D D D D D D D D D D
    2  D D D D D D D D D D
    3  D D D D D D D D S D
    4  S S D D D D D D S S
    5  S S S S D D D D S S
    6  S S S S S S D D S S
    7  S S S S S S S S S S
"""


def facts(options, player, banker, laid):
    given = dict(word.split("=") for word in options.split())
    event = given.pop("event", None)
    numbers = {name: int(given.pop(name)) for name in ("rate", "decks") if name in given}
    flags = {name: given.pop(name) == "true" for name in ("round_up_5c",) if name in given}
    return {
        "id": "w",
        "game": "nj-minibac",
        "options": {**given, **numbers, **flags},
        "player": player.split(),
        "banker": banker.split(),
        "events": [{"event": event}] if event else [],
        "wagers": [
            {"id": one[0], "on": ON[one[0]], "amount": int(one[1:].rstrip("*")), "defer": "*" in one}
            for one in laid.split()
        ],
    }


@pytest.mark.parametrize("line", sheet("minibac"))
def test_a_round_is_settled_as_it_was_worked_by_hand(line):
    *given, wanted, section = line
    found = settled(facts(*given))
    if not refused(found, wanted):
        outcome, *results = wanted.split("; ")
        ruled = [one.removeprefix("ruling ") for one in results if one.startswith("ruling")]
        wagers(found, dict(one.split(" ", 1) for one in results if not one.startswith("ruling")))
        assert actions(found) == ruled
        if outcome == "void":
            assert found["status"] == "void"
        else:
            who, player, banker = re.fullmatch(r"(\w+) (\d)-(\d)", outcome).groups()
            assert (found["outcome"], found["points"]) == (
                *(who, {"player": int(player), "banker": int(banker)}),
            )
    cites(found, section)


def test_the_banker_draws_as_the_table_is_printed():
    rows = [line.split() for line in PRINTED.split("\n") if line.strip()]
    for (row, *cells), third in product(rows, range(10)):
        assert banker_draws(0, int(row), third) == (cells[third] == "D"), (row, third)
    assert [banker_draws(7, count, None) for count in range(10)] == [True] * 6 + [False] * 4
    assert [player_draws(count, 0) for count in range(10)] == [True] * 6 + [False] * 4
    assert not any(player_draws(count, 8) or banker_draws(9, count, None) for count in range(10))


cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)
amounts = st.integers(1, 1000).map(lambda count: count * 100)


def dealt(six):
    """The hands that the drawing rules make of a shoe, by the printed rule in other words."""
    player, banker, rest = six[0:4:2], six[1:4:2], six[4:]
    if max(count(player), count(banker)) < 8:
        third = None
        if count(player) <= 5:
            player, third = [*player, rest[0]], count(rest[:1])
        stands = {3: (8,), 4: (0, 1, 8, 9), 5: (0, 1, 2, 3, 8, 9), 6: (0, 1, 2, 3, 4, 5, 8, 9)}
        two = count(banker)
        if (third is None and two <= 5) or (
            third is not None and two < 7 and third not in stands.get(two, ())
        ):
            banker = [*banker, rest[1]]
    return player, banker


@given(cards, st.tuples(amounts, amounts, amounts), st.sampled_from(["win", "tie", "none"]))
def test_every_round_of_the_rules_is_settled_and_adds_up(six, laid, vig):
    player, banker = dealt(six)
    stakes = [{"id": on, "on": on, "amount": cents} for on, cents in zip(ON.values(), laid, strict=True)]
    found = settled(
        {
            "id": "h",
            "game": "nj-minibac",
            "options": {"vig": vig},
            "player": player,
            "banker": banker,
            "wagers": stakes,
        }
    )
    assert found["status"] == "settled"
    lines = {line["wager"]: line for line in found["wagers"]}
    assert [*lines] == [*ON.values()]
    assert all(line["returned"] + line["collected"] == line["stake"] for line in lines.values())
    won = {name for name, line in lines.items() if line["result"] == "win"}
    assert won == {found["outcome"]}


@given(cards, st.permutations(SUITS))
def test_suits_do_not_count(six, order):
    turned = [card[0] + order[SUITS.index(card[1])] for card in six]
    said = []
    for shoe in (six, turned):
        player, banker = dealt(shoe)
        wager = [{"id": "t", "on": "tie", "amount": 100}]
        found = settled(
            {"id": "h", "game": "nj-minibac", "player": player, "banker": banker, "wagers": wager}
        )
        said.append((found["outcome"], found["points"], found["totals"]))
    assert said[0] == said[1]


@given(st.integers(1, 10**7), st.sampled_from([4, 5]))
def test_vigorish_is_rounded_to_the_next_five_and_no_further(won, rate):
    charged = vigorish(won, Options(rate=rate, round_up_5c=True))
    assert charged % 5 == 0
    assert 0 <= 100 * charged - won * rate < 500


def test_any_ten_card_counts_nothing():
    assert [count([rank + "S"]) for rank in RANKS] == [2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1]
