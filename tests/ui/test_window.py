"""Whole nights at the window, by keys alone and by mouse alone: the book is that of the replayed night."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pitdesk.journal import Journal
from pitdesk.shift import Line, at_time
from tests.ui.conftest import Night, Pit, replayed
from tests.ui.hands import NOT_OFFERED, Hands, Keys, Mouse, Signed, spec


def signed(line: Line, night: Night) -> Signed:
    """Who initials a line, with their proof."""
    return [(one.person, one.role, one.secret or night.replay.secrets[one.person][1]) for one in line.by]


def clauses(line: Line) -> dict[str, str]:
    """The clauses by their first word; "cash reserve" and the like by their first two."""
    return {name: value for name, _, value in (clause.partition(" ") for clause in line.clauses)}


def play(hands: Hands, pit: Pit, night: Night) -> int:
    """Do every timed line by hand; how many the window does not offer at all."""
    before, left_out = None, 0
    zone = pit.station.board.site.zone
    for line in night.lines:
        if line.time is None:
            continue
        before = pit.clock.at = at_time(night.replay.night, line.time, before, zone)
        if line.words == "printer jams":
            pit.paper.jam()
            continue
        made = spec(line.words, clauses(line), line.reason)
        if made is None:
            left_out += 1
            continue
        hands.sign_in("jo", night.replay.secrets["jo"][1])
        told = hands.do(*made, signed(line, night))
        left_out += told == NOT_OFFERED
        expected = line.expected.partition(" ")[0] == "refused"
        assert bool(told) == expected, f"{line.where}: {line.text}: {told}"
    return left_out


@pytest.mark.parametrize("make", [Keys, Mouse], ids=["keys", "mouse"])
def test_the_busy_night_by_hand_leaves_the_book_of_the_replayed_one(
    make: type[Hands],
    qtbot,
    night: Callable[[str, str], Night],
    open_window: Callable[..., Pit],
    tmp_path: Path,
):
    busy = night("busy", "hand")
    other = tmp_path / "replayed.db"
    for suffix in ("", ".pepper", ".head"):
        shutil.copy(f"{busy.book}{suffix}", f"{other}{suffix}")
    pit = open_window(busy.book, busy.clock)
    hands = make(qtbot, pit.window)
    if isinstance(hands, Mouse):
        hands.sign_in("jo", busy.replay.secrets["jo"][1])
        hands.pad()
    assert play(hands, pit, busy) == 2
    pit.window.close()
    with Journal.read(busy.book) as journal:
        assert journal.entries() == replayed(busy, other)
