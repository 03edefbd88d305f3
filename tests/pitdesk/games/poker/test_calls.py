"""What is ruled at a poker table: the sheet worked by hand."""

import pytest

from tests.pitdesk.games.sheets import cites, refused, settled, sheet


def value(name, words):
    if name == "actions":
        return [{"seat": int(one[0]), "action": one[1:]} for one in words.split(",")]
    if name == "draw":
        return [{"seat": int(one[0]), "card": one[2:]} for one in words.split(",")]
    if name == "later_actions":
        return words.split(",")
    if name in ("live", "side_pot"):
        return [*map(int, words.split(","))]
    return int(words) if words.isdigit() else {"true": True, "false": False}.get(words, words)


def event(words):
    name, *given = words.split()
    facts = dict(one.split("=") for one in given)
    return {"event": name, **{key: value(key, words) for key, words in facts.items()}}


@pytest.mark.parametrize("line", sheet("calls"))
def test_an_event_is_ruled_as_it_was_by_hand(line):
    words, wanted, section = line
    found = settled({"id": "r", "game": "nd-poker", "events": [event(words)]})
    if not refused(found, wanted):
        action, *numbers = wanted.split()
        (ruling,) = found["rulings"]
        assert (ruling["event"], ruling["action"]) == (words.split()[0], action)
        said = [ruling[key] for key in ("amount", "seat") if key in ruling] + ruling.get("order", [])
        assert said == [*map(int, numbers)]
        section = section[: len("(23)")]
    cites(found, section)


def test_rulings_stand_in_the_order_of_the_events():
    asked = ["exposed_by_dealer", "face_up_in_deck", "exposed_by_player"]
    found = settled({"id": "r", "game": "nd-poker", "events": [{"event": name} for name in asked]})
    assert [ruling["event"] for ruling in found["rulings"]] == asked


def test_a_question_needs_no_hands():
    asked = [{"event": "exposed_by_dealer"}]
    found = settled({"id": "r", "game": "nd-poker", "board": ["2C"], "events": asked})
    assert found["status"] == "settled"
    assert settled({"id": "r", "game": "nd-poker"})["status"] == "refused"


def test_an_event_of_no_poker_table_is_unknown():
    found = settled({"id": "r", "game": "nd-poker", "events": [{"event": "earthquake"}]})
    assert [error["code"] for error in found["errors"]] == ["unknown_event"]
