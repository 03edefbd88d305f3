"""Vigorish owed at a table: the sheet worked by hand, and that nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pitdesk.games.sheets import refused, settled, sheet

WHOLE = {"shoe": {"event": "shoe_complete"}, "shuffle": {"event": "reshuffle"}}


def event(words):
    verb, *rest = words.split()
    if verb in WHOLE:
        return WHOLE[verb]
    seat = int(rest[0])
    if verb == "leave":
        return {"event": "player_leaves", "seat": seat}
    patron = {"patron": rest[2] if len(rest) > 2 else ""} if verb == "owe" else {}
    return {"event": verb, "seat": seat, "amount": int(rest[1]), **patron}


def owed(number, happened):
    form = {"next_form": int(number)} if number else {}
    return settled({"id": "v", "game": "nj-minibac-vig", **form, "events": happened})


@pytest.mark.parametrize("line", sheet("vigorish"))
def test_a_table_is_followed_as_it_was_worked_by_hand(line):
    number, happened, wanted, _ = line
    found = owed(number, [event(words) for words in happened.split(", ")])
    if refused(found, wanted):
        return
    forms, left, total = (part.strip() for part in wanted.split(";"))
    rows = [one.split() for one in forms.split(", ") if one]
    assert [
        [str(form[key]) for key in ("form", "seat", "amount", "patron")] for form in found["forms"]
    ] == rows
    boxes = [one.split() for one in left.split(", ") if one]
    assert found["outstanding"] == {seat: int(amount) for seat, amount in boxes}
    assert found["comp_total"] == int(total)
    assert "wagers" not in found


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 500)), max_size=20))
def test_what_is_owed_is_outstanding_or_on_a_form(markers):
    happened = [
        {"event": "owe", "seat": seat, "amount": cents, "patron": f"P{seat}"} for seat, cents in markers
    ]
    total = sum(cents for _, cents in markers)
    assert sum(owed(1, happened)["outstanding"].values()) == total
    ended = owed(1, [*happened, {"event": "shoe_complete"}, {"event": "reshuffle"}])
    assert (ended["comp_total"], ended["outstanding"]) == (total, {})
    assert [form["form"] for form in ended["forms"]] == [
        *range(1, len({seat for seat, _ in markers}) + 1)
    ]
