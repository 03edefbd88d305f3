"""A line in, a line out: what cannot be read is refused with code and place, and nothing stops."""

import orjson
import pytest

from pitdesk.games.rounds import answer, answers

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
