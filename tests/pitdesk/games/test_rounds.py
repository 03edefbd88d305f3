"""A line in, a line out: what cannot be read is refused with code and place, and nothing stops.

The rounds worked by hand leave nothing out: every value of every option, every mistake both ways.
"""

import sys
import typing
from pathlib import Path

import msgspec
import orjson
import pytest

from pitdesk.games.mistakes import Ask
from pitdesk.games.poker import calls
from pitdesk.games.rounds import GAMES, answer, answers
from pitdesk.games.vigorish import Event as Vigorish
from tests.pitdesk.games import test_fastaction, test_minibac, test_shooter, test_vigorish
from tests.pitdesk.games.poker import test_calls, test_showdown
from tests.pitdesk.games.sheets import settled, sheet

BAD = [  # a line, the code of its refusal, the place
    (b"", "bad_input", "line"),
    (b"no json", "bad_input", "line"),
    (b"[1,2]", "bad_input", "line"),
    (b"\xff\xfe", "bad_input", "line"),
    (b'{"x":' + b"[" * 100_000, "bad_input", "line"),
    (b'{"id":"a"}', "bad_input", "game"),
    (b'{"id":"a","game":21}', "bad_input", "game"),
    (b'{"id":"a","game":"faro"}', "unknown_game", "game"),
    (b'{"id":"a","game":"chips","amounts":[1],"tray":{"x":5}}', "bad_input", "tray"),
]


@pytest.mark.parametrize(("line", "code", "at"), BAD)
def test_a_line_that_cannot_be_read_is_refused(line, code, at):
    found = orjson.loads(answer(line))
    assert found["status"] == "refused"
    assert [(error["code"], error["at"]) for error in found["errors"]] == [(code, at)]
    assert "wagers" not in found


def test_answers_come_in_order_with_their_ids():
    found = [*map(orjson.loads, answers([b'{"id":"b","game":"x"}', b"{", b'{"id":"a","game":"x"}']))]
    assert [one["id"] for one in found] == ["b", None, "a"]


# Rounds worked by hand

READ = {  # how the lines of a sheet are read
    "fastaction": lambda *columns: test_fastaction.facts(*columns[:-2]),
    "minibac": lambda *columns: test_minibac.facts(*columns[:-2]),
    "shooter": lambda *columns: test_shooter.facts(*columns[:-2]),
    "poker": lambda *columns: test_showdown.facts(*columns[:-2]),
    "calls": lambda words, *_: {"game": "nd-poker", "events": [test_calls.event(words)]},
    "vigorish": lambda _, happened, *__: {
        "game": "nj-minibac-vig",
        "events": [test_vigorish.event(one) for one in happened.split(", ")],
    },
}
WORKED = [
    *(
        orjson.loads(line)["round"]
        for path in sorted(Path(__file__).parent.glob("*.jsonl"))
        for line in path.read_bytes().splitlines()
    ),
    *(READ[name](*line.values[0]) for name in READ for line in sheet(name)),
]
OPTIONS = [
    pytest.param(game, option, id=f"{game.code}-{option.name}")
    for game in GAMES.values()
    if (of := typing.get_type_hints(game.facts).get("options"))
    for option in msgspec.structs.fields(of)
]
ONE_DECK = ("nd-poker", "decks")  # whatever is said there, poker has one


def used(code, name):
    """The values that rounds of a game say of an option."""
    said = (one.get("options") or {} for one in WORKED if one["game"] == code)
    return [one[name] for one in said if name in one]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_value_of_every_option_is_worked(game, option):
    """One that is left out has its usual value, so that one is worked anyway."""
    if (game.code, option.name) == ONE_DECK:
        return
    usual = msgspec.NODEFAULT if option.default is msgspec.NODEFAULT else option.default
    kinds = typing.get_args(option.type)
    literal = [
        one
        for kind in (option.type, *kinds)
        if typing.get_origin(kind) is typing.Literal
        for one in typing.get_args(kind)
    ]
    every = literal or ([True, False] if option.type is bool else [])
    said = used(game.code, option.name)
    assert [one for one in every if one != usual and one not in said] == []
    assert [one for one in said if one != usual]


def mistakes(table):
    """Each mistake with each way through what it turns on: names of facts, and whether they hold."""

    def ways(answer, facts):
        if isinstance(answer, Ask):
            yield from ways(answer.yes, {**facts, answer.fact: (True, answer.over)})
            yield from ways(answer.no, {**facts, answer.fact: (False, answer.over)})
        else:
            yield facts

    return [(event, facts) for event, answer in table.items() for facts in ways(answer, {})]


RULED = [
    pytest.param(game.code, event, facts, id=f"{game.code}-{event}-{number}")
    for game in GAMES.values()
    for module in [sys.modules[game.settle.__module__]]
    for number, (event, facts) in enumerate(
        mistakes(getattr(module, "MISTAKES", None) or getattr(module, "EVENTS", {}))
    )
]


@pytest.mark.parametrize(("code", "event", "facts"), RULED)
def test_every_mistake_is_worked_both_ways(code, event, facts):
    told = [one for each in WORKED if each["game"] == code for one in each.get("events") or ()]
    usual = {"count": 1}
    assert [
        one
        for one in told
        if one["event"] == event
        and all((one.get(name, usual.get(name, 0)) > over) == yes for name, (yes, over) in facts.items())
    ]


def test_whatever_happens_at_a_poker_table_or_to_vigorish_is_worked():
    for code, union in (("nd-poker", calls.Event), ("nj-minibac-vig", Vigorish)):
        tags = {one.__struct_config__.tag for one in typing.get_args(union)}
        worked = {
            one["event"] for each in WORKED if each["game"] == code for one in each.get("events", ())
        }
        assert tags <= worked


def test_what_the_engine_adds_by_itself_is_worked():
    """Rulings of which no event told: cards drawn too many, a fifty-cent wager, a hand set otherwise."""
    added = {
        ruling["event"]
        for each in WORKED
        for ruling in settled({"id": "w", **each}).get("rulings", ())
        if ruling["event"] not in {one["event"] for one in each.get("events") or ()}
    }
    assert added == {"dealer_overdrew", "fifty_cent_wager", "dealer_misset"}
