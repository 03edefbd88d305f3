"""Rounds worked by hand from the text, one a line, each with its section and the reasoning."""

import json
import re
from copy import deepcopy
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitdesk.games.rounds import GAMES, answer
from tests.pitdesk.games.playing import PLAYED
from tests.pitdesk.games.sheets import sheet
from tests.storm import many

WORKED = [
    pytest.param(row, id=row["round"]["id"])
    for path in sorted(Path(__file__).parent.glob("*.jsonl"))
    for row in map(orjson.loads, path.read_bytes().splitlines())
]
SHEETS = {  # of the games that have a notation of their own
    "nd-poker": ("poker",),
    "nj-minibac": ("minibac",),
    "nj-minibac-vig": ("vigorish", "minibac"),
    "nj-fah": ("fastaction",),
    "nj-craps-shooter": ("shooter",),
    "chips": ("tray",),
}
FIELDS = ("stake", "result", "paid", "collected", "to")


@pytest.mark.parametrize("row", WORKED)
def test_a_round_is_settled_as_by_hand(row):
    found, want = orjson.loads(answer(orjson.dumps(row["round"]))), row["want"]
    if "refused" in want:
        assert found["status"] == "refused", row["why"]
        codes = {error["code"] for error in found["errors"]}
        assert codes & {*want["refused"]}, (row["why"], found["errors"])
        sections = [section for error in found["errors"] for section in error["section"]]
    else:
        assert found["status"] == want["status"], (row["why"], found)
        lines = {line["wager"]: [line[field] for field in FIELDS] for line in found["wagers"]}
        assert lines == want["wagers"], row["why"]
        assert [ruling["action"] for ruling in found["rulings"]] == want["rulings"], row["why"]
        for key in want.keys() - {"status", "wagers", "rulings"}:
            assert found[key] == want[key], row["why"]
        sections = [section for one in found["wagers"] + found["rulings"] for section in one["section"]]
    near = [s for s in sections for r in row["section"] if s.startswith(r) or r.startswith(s)]
    assert near or not row["section"], (row["why"], sections)


def test_every_game_has_sixty_rounds_worked_by_hand():
    worked = [param.values[0]["round"]["game"] for param in WORKED]
    for code in GAMES:
        assert worked.count(code) + sum(len(sheet(name)) for name in SHEETS.get(code, ())) >= 60, code


def settled(played):
    found = orjson.loads(answer(orjson.dumps(played)))
    assert found["status"] == "settled", (found.get("errors"), played)
    return found


ANY = (st.sampled_from(sorted(PLAYED)), st.integers(0, 2**32))


@settings(max_examples=many(300))
@given(*ANY)
def test_every_wager_is_settled_once_and_to_the_cent(game, seed):
    found = settled(PLAYED[game](seed))
    names = [line["wager"] for line in found["wagers"]]
    assert len({*names}) == len(names)
    for line in found["wagers"]:
        assert line["stake"] > 0
        assert line["returned"] + line["collected"] == line["stake"]
        assert min(line["paid"], line["returned"], line["collected"], line["commission"]) >= 0
        assert line["paid"] == 0 or line["result"] == "win"
        assert line["section"]
        assert line["reason"]
    totals = found["totals"]
    assert totals["staked"] == sum(line["stake"] for line in found["wagers"])
    players = sum(line["paid"] - line["collected"] - line["commission"] for line in found["wagers"])
    assert totals["house_net"] == -players


@settings(max_examples=many(100))
@given(*ANY, st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_nothing(game, seed, random):
    played = PLAYED[game](seed)
    before = settled(played)
    random.shuffle(played["spaces" if game == "nd-21" else "players"])
    after = settled(played)
    assert sorted(map(str, after["wagers"])) == sorted(map(str, before["wagers"]))
    assert after["totals"] == before["totals"]


@settings(max_examples=many(100))
@given(*ANY, st.permutations("SHDC"))
def test_suits_count_only_where_the_bonus_names_diamonds(game, seed, suits):
    """In Three Card 21 one royal is of diamonds, so these stay; the others may change places."""
    played = PLAYED[game](seed)
    changed = dict(zip("SHDC", suits, strict=True))
    if game == "nj-3c21":
        place = suits.index("D")
        changed = dict(zip("SHC", [*suits[:place], *suits[place + 1 :]], strict=True)) | {"D": "D"}

    def other(match):
        return match[1] + changed[match[2]]

    text = re.sub(r"(?<=\")([2-9TJQKA])([SHDC])(?=\")", other, orjson.dumps(played).decode())
    before, after = settled(played), settled(orjson.loads(text))
    assert [line["paid"] for line in after["wagers"]] == [line["paid"] for line in before["wagers"]]
    assert after["totals"] == before["totals"]


@settings(max_examples=many(100))
@given(st.integers(0, 2**32))
def test_a_better_hand_never_earns_less(seed):
    """Twenty-one: two cards that stand, from the lowest count to a natural, against one dealer."""
    dealer = {"cards": PLAYED["nd-21"](seed)["dealer"]["cards"]}
    hands = ("2H 3H", "TH 2H", "TH 6H", "TH 7H", "TH 8H", "TH 9H", "TH TD", "TH AH")
    earned = []
    for cards in map(str.split, hands):
        space = {"space": 1, "original": 1000, "hands": [{"cards": cards}]}
        options = PLAYED["nd-21"](seed)["options"] | {"decks": None}
        played = {"id": "x", "game": "nd-21", "options": options, "dealer": dealer, "spaces": [space]}
        earned.append(-settled(played)["totals"]["house_net"])
    assert earned == sorted(earned)


@settings(max_examples=many(100))
@given(st.integers(0, 2**32))
def test_a_better_hand_never_earns_less_at_blackjack(seed):
    played = PLAYED["nj-blackjack"](seed)
    earned = []
    for cards in ("2H 3H", "TH 2H", "TH 6H", "TH 7H", "TH 8H", "TH 9H", "TH TD", "TH AH"):
        player = {"seat": 1, "wager": 1000, "hands": [{"cards": cards.split()}]}
        options = played["options"] | {"decks": None}
        earned.append(
            -settled(played | {"options": options, "players": [player]})["totals"]["house_net"]
        )
    assert earned == sorted(earned)


@settings(max_examples=many(100))
@given(st.integers(0, 2**32))
def test_a_better_hand_never_earns_less_at_three_card_21(seed):
    """The main wager alone: the bonus pays other ranks."""
    played = PLAYED["nj-3c21"](seed)
    options = played["options"] | {"decks": None}
    natural = {card[0] for card in played["dealer"]["cards"][:2]} in ({"A", tall} for tall in "TJQK")
    earned = []
    for cards in ("2H 4D 6C", "TH 4D 2C", "TH 5D 2C", "TH 6D 2C", "TH 7D 2C", "TH 8D 2C", "TH 9D 2C"):
        one = {"seat": 1, "main": 500, "bonus": 500, "cards": cards.split()}
        stands = {} if natural or cards == "TH 9D 2C" else {"decision": "stand"}
        found = settled(played | {"options": options, "players": [one | stands]})
        (main,) = [line for line in found["wagers"] if line["wager"] == "p1.main"]
        earned.append(main["paid"] - main["collected"])
    assert earned == sorted(earned)


@settings(max_examples=many(100))
@given(st.integers(0, 2**32))
def test_a_higher_card_never_earns_less_at_war(seed):
    """Half is given up on a tie, so it lies between."""
    card, earned = PLAYED["nj-war"](seed)["dealer"]["card"], []
    for rank in "23456789TJQKA":
        one = {"seat": 1, "initial": 1000, "card": f"{rank}H"}
        tied = {"decision": "surrender"} if rank == card[0] else {}
        played = {"id": "x", "game": "nj-war", "dealer": {"card": card}, "players": [one | tied]}
        earned.append(-settled(played)["totals"]["house_net"])
    assert earned == sorted(earned)


@settings(max_examples=many(300))
@given(*ANY, st.data())
def test_a_spoiled_round_is_refused_or_settled_and_never_breaks(game, seed, data):
    """Anything may stand anywhere in a line: what cannot be is refused, and no error escapes."""
    played = PLAYED[game](seed)
    spoiled, junk = (
        played,
        (None, -1, 0, 7, 10**30, 1.5, "AS", "", "war", [], {}, [{}], ["AS", "AS"], True),
    )
    for _ in range(data.draw(st.integers(1, 3))):
        spoiled = played
        while True:
            keys = [*spoiled] if isinstance(spoiled, dict) else [*range(len(spoiled))]
            key = data.draw(st.sampled_from(keys))
            if not (isinstance(spoiled[key], dict | list) and spoiled[key]) or data.draw(st.booleans()):
                spoiled[key] = deepcopy(data.draw(st.sampled_from(junk)))
                break
            spoiled = spoiled[key]
    try:
        line = orjson.dumps(played)
    except TypeError:  # a number that this writer does not write
        line = json.dumps(played).encode()
    found = orjson.loads(answer(line))
    assert found["status"] in ("settled", "void", "refused")
    assert found["status"] != "refused" or found["errors"]
