"""Rounds worked by hand from the text, one a line, each with its section and the reasoning."""

from pathlib import Path

import orjson
import pytest

from pitdesk.games.rounds import GAMES, answer
from tests.pitdesk.games.sheets import sheet

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
