"""Whole nights at the window, by keys alone and by mouse alone: the book is the replayed one's."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.shifts.read import ShiftLine, at_time
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.storm import shared
from tests.ui.conftest import Night, Pit, replayed
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from tests.ui.user import NOT_OFFERED, Keys, Mouse, Signed, User, spec


def signed(line: ShiftLine, night: Night) -> Signed:
    """Who initials a line, with their proof."""
    return [(one.person, one.role, one.secret or night.replay.secrets[one.person][1]) for one in line.by]


def clauses(line: ShiftLine) -> dict[str, str]:
    """The clauses by their first word; "cash reserve" and the like by their first two."""
    return {name: value for name, _, value in (clause.partition(" ") for clause in line.clauses)}


def play(user: User, pit: Pit, night: Night) -> int:
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
        user.sign_in("jo", night.replay.secrets["jo"][1])
        told = user.do(*made, signed(line, night))
        left_out += told == NOT_OFFERED
        expected = line.expected.partition(" ")[0] == "refused"
        assert bool(told) == expected, f"{line.where}: {line.text}: {told}"
    return left_out


@pytest.mark.storm
@pytest.mark.parametrize("make", shared([Keys, Mouse], 2))
def test_the_busy_night_by_hand_leaves_the_book_of_the_replayed_one(
    make: type[User],
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
    user = make(qtbot, pit.window)
    if isinstance(user, Mouse):
        user.sign_in("jo", busy.replay.secrets["jo"][1])
        user.pad()
    assert play(user, pit, busy) == 2
    pit.window.close()
    with Journal.read(busy.book) as journal:
        assert journal.entries() == replayed(busy, other)


# Few keys


@pytest.fixture
def midway(
    qtbot, night: Callable[[str, str], Night], open_window: Callable[..., Pit]
) -> tuple[Pit, Keys, Night]:
    """A window in the middle of the busy night, the cashier signed in, the floor in front."""
    busy = night("busy", "hand")
    with Journal.open(busy.book) as journal:
        pepper = Pepper.kept(busy.book.with_name(busy.book.name + ".pepper"), PLAIN)
        desk = Desk(journal, pepper, clock=busy.clock)
        paper = Paper()
        replay = Replay(desk, busy.clock, lambda desk: drain(desk, paper))
        replay.secrets, replay.first_manager = busy.replay.secrets, busy.replay.first_manager
        replay.night = busy.replay.night
        timed = [line for line in busy.lines if line.time]
        list(replay.play(timed[: next(i for i, one in enumerate(timed) if "answer" in one.words) - 2]))
    pit = open_window(busy.book, busy.clock)
    keys = Keys(qtbot, pit.window)
    keys.sign_in("jo", busy.replay.secrets["jo"][1])
    keys.pressed = 0
    return pit, keys, busy


def test_a_fill_to_par_takes_six_keys_at_most_and_a_pin(midway: tuple[Pit, Keys, Night]):
    pit, keys, busy = midway
    before = pit.station.board.slips
    pin = busy.replay.secrets["jo"][1]
    spot = next(spot for spot in pit.station.board.spots if spot.to_par)
    keys.go("fill")
    keys.type(spot.table)
    keys.go("fill")
    keys.type(pin)
    keys.type("\r")
    keys.settle()
    board = pit.station.board
    assert board.slips == before + 1
    (waiting,) = board.waiting
    assert waiting.chips == spot.to_par
    assert keys.pressed - len(pin) <= 6


def test_a_redemption_takes_its_digits_and_two_keys(midway: tuple[Pit, Keys, Night]):
    pit, keys, _ = midway
    seen = pit.station.board.seen
    typed = "6*25+7*5"  # the numbers of the number pad: six of 25, seven of 5
    keys.go("redeem")
    keys.type(typed)
    keys.type("\r")
    keys.settle()
    with Journal.read(pit.book) as journal:
        (entry,) = journal.entries(seen + 1)
    assert entry.kind == "redeem"
    assert entry.chips == Chips.read("6x$25 7x$5")
    assert keys.pressed - len(typed) == 2


def test_verifying_a_waiting_slip_takes_two_keys_and_a_pin(midway: tuple[Pit, Keys, Night]):
    pit, keys, busy = midway
    said = keys.do(
        "fill",
        {"table": "3", "chips": Chips.read("10x$5")},
        [("jo", "cashier", busy.replay.secrets["jo"][1])],
    )
    assert not said
    verifier = "bo"
    pin = busy.replay.secrets[verifier][1]
    keys.pressed = 0
    keys.go("waiting")
    assert keys.form.signers.places[0].person.value() == verifier
    keys.type(pin)
    keys.type("\r")
    keys.settle()
    assert pit.station.board.waiting[0].waits == "receive"
    assert keys.pressed - len(pin) == 2


# What is in front of what


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def test_escape_goes_to_the_floor_and_loses_nothing(user):
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5 3x$25"})
    user.key(Qt.Key.Key_Escape)
    assert user.window.place == "floor"
    user.go("fill")
    assert form.chips.value() == Chips.read("20x$5 3x$25")


def test_the_manual_gives_way_to_the_very_form_it_stood_in_front_of(user):
    form = user.fill_in("credit", {"chips": "20x$5"})
    for over in ("manual", "find"):
        user.go(over)
        assert user.window.place == over
        user.key(Qt.Key.Key_Escape)
        assert user.form is form
        assert form.isVisible()
        assert form.chips.value() == Chips.read("20x$5")


def test_an_empty_form_too_is_there_again_after_the_manual(user):
    user.go("count banks")
    form = user.form
    user.go("manual")
    user.key(Qt.Key.Key_Escape)
    assert user.form is form
