"""Rounds written down wrong: whatever is changed in one, it is settled or refused, never a stop."""

import copy
import random

import orjson
import pytest

from pitdesk.games.rounds import GAMES, answer
from tests import storm
from tests.pitdesk.games import test_fastaction, test_minibac, test_shooter, test_tray, test_vigorish
from tests.pitdesk.games.playing import PLAYED
from tests.pitdesk.games.poker import test_calls, test_showdown
from tests.pitdesk.games.sheets import sheet

ODD = [
    None,
    True,
    "",
    "x",
    "AS",
    "1:0",
    -1,
    0,
    1,
    3,
    10**12,
    10**30,
    [],
    {},
    ["AS"],
    [1],
    {"a": 1},
    1.5,
    "\ud83c",
]


def worked():
    """The rounds of every sheet, and some that were dealt by chance."""
    for one in sheet("poker"):
        yield test_showdown.facts(*one.values[0][:3])
    for one in sheet("calls"):
        yield {"id": "c", "game": "nd-poker", "events": [test_calls.event(one.values[0][0])]}
    for one in sheet("minibac"):
        yield test_minibac.facts(*one.values[0][:4])
    for one in sheet("fastaction"):
        yield test_fastaction.facts(*one.values[0][:4])
    for one in sheet("shooter"):
        yield test_shooter.facts(*one.values[0][:4])
    for one in sheet("vigorish"):
        events = [test_vigorish.event(words) for words in one.values[0][1].split(", ")]
        yield {"id": "v", "game": "nj-minibac-vig", "next_form": 1, "events": events}
    for one in sheet("tray"):
        tray, amounts = one.values[0][:2]
        asked = [*map(int, amounts.split())]
        yield {"id": "t", "game": "chips", "amounts": asked, "tray": test_tray.chips(tray)}
    for play in PLAYED.values():
        yield from (play(seed) for seed in range(20))


def places(part):
    """Every list and object in a round."""
    if isinstance(part, dict | list):
        yield part
        for one in part.values() if isinstance(part, dict) else part:
            yield from places(one)


def changed(round_, dice):
    """With one to three things otherwise, or gone, or there twice."""
    other = copy.deepcopy(round_)
    for _ in range(dice.randint(1, 3)):
        part = dice.choice([one for one in places(other) if one] or [other])
        key = dice.choice([*part] if isinstance(part, dict) else [*range(len(part))])
        if key in ("id", "game"):
            continue
        match dice.randrange(4):
            case 0:
                del part[key]
            case 1 if isinstance(part, list):
                part.append(part[key])
            case _:
                part[key] = copy.deepcopy(dice.choice(ODD))
    return other


@pytest.mark.storm
def test_whatever_is_written_is_answered():
    dice, rounds = random.Random(storm.seed), [*worked()]
    for _ in range(storm.many(4_000)):
        round_ = changed(dice.choice(rounds), dice)
        try:
            line = orjson.dumps(round_)
        except TypeError:  # no JSON can say it
            continue
        found = orjson.loads(answer(line))
        assert found["game"] in GAMES
        assert found["status"] in ("settled", "void", "refused")
        assert (found["status"] == "refused") == bool(found.get("errors")), round_
        for one in found.get("wagers", ()):
            assert one["returned"] + one["collected"] == one["stake"]
