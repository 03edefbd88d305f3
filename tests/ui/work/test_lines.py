"""A cage's window and a station's window: two windows, one book."""

import socket
from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta

import msgspec
import pytest
from PySide6.QtWidgets import QPushButton

from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.stations import line
from pitdesk.stations.home import Home, KnownCage, cage_key, machine_key
from pitdesk.stations.keys import as_text
from pitdesk.stations.line import dialed, hello
from pitdesk.stations.remote import RemoteDesk
from pitdesk.tonight.board import Board
from printers.devices.paper import Paper
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.pit import ready
from ui.shell import screens
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.work.elsewhere import PRINT_HERE
from ui.work.lines import (
    BY_HAND,
    CAGE,
    CALLED,
    CALLED_SELDOM,
    GOES_ALONE,
    IS_HALTED,
    Following,
    Serving,
    remote,
    serving_of,
)
from ui.work.runner import Runner
from ui.work.settings import Settings
from ui.work.station import Station

pytestmark = pytest.mark.long


@pytest.fixture
def both(qtbot, open_window, tmp_path):
    """The cage's window, serving; and the window of pit 1."""
    (tmp_path / "cage").mkdir()
    book, clock = copied(tmp_path / "cage")
    cage = open_window(book, clock)
    folder = tmp_path / "pit 1"
    key, manager = machine_key(folder), proven("pia:shift manager")
    cage.station.runner.ask(
        lambda desk: desk.pair_station("pit 1", as_text(key.certificate), WORK, manager)
    )
    serving = Serving(cage.station, cage.window.settings, ("127.0.0.1", 0))
    cage.station.changed.emit(cage.station.board)
    qtbot.waitUntil(lambda: bool(serving.port))
    home = Home.begun(folder, KnownCage("pit 1", "127.0.0.1", serving.port, cage_key(book).certificate))
    settings = Settings(folder / "station.ini")
    settings.lock_min = 60
    window_paper = Paper()
    runner = Runner(remote(folder, clock), lambda: window_paper)
    station = Station(runner, clock, home.book, width=42)
    station.place = "pit 1"
    window = Window(station, screens.made(settings), settings, SignIn(station))
    Following(station)
    ready(qtbot, window)
    window.paper = window_paper
    yield cage, window
    window.close()


WORK = ("pit", "cage", "count room", "day")


def test_a_fill_typed_at_the_station_stands_and_prints_at_the_cage(qtbot, both):
    cage, window = both
    user = Quick(qtbot, window)
    user.sign_in("jo", PINS["jo"])
    user.fill_in("fill", {"table": "3", "chips": "60x$5"}, signed("jo:cashier"))
    user.press(user.form.primary)
    qtbot.waitUntil(lambda: cage.station.board.waiting != ())
    qtbot.waitUntil(lambda: window.station.board.waiting == cage.station.board.waiting)
    qtbot.waitUntil(lambda: not cage.station.board.unprinted)
    assert cage.station.board.signed_in is None
    assert Chips.read("60x$5") == cage.station.board.waiting[0].chips


@pytest.fixture
def serving(open_window, tmp_path):
    """A cage's window that knows no station yet."""
    cage = open_window(*copied(tmp_path))
    return serving_of(cage.station, cage.window.settings)


def test_what_begins_and_ends_at_once_ends_in_that_order(qtbot, serving):
    for _ in range(3):
        serving.pair(("127.0.0.1", 0))
        serving.stop_pairing()
    serving.pair(("127.0.0.1", 0))
    qtbot.waitUntil(lambda: bool(serving.port))
    port = serving.port
    assert _answers(port)
    serving.stop_pairing()
    assert not serving.port
    qtbot.waitUntil(lambda: not _answers(port))


def test_the_window_closes_though_the_desk_lets_nobody_be_let_in(qtbot, serving, monkeypatch):
    monkeypatch.setattr(serving._runner, "turn", lambda call: Future())  # its book is gone, say
    serving.pair(("127.0.0.1", 0))
    serving.stop_pairing()
    serving.pair(("127.0.0.1", 0))
    serving._runner.stop()
    assert not serving.port


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def test_a_station_says_when_the_cage_is_not_reached_and_when_it_is_back(qtbot, both):
    cage, window = both
    said = []
    window.station.said.connect(said.append)
    cage.window.close()
    qtbot.waitUntil(lambda: any(one.about == CAGE for one in said))
    words = next(one.words for one in said if one.about == CAGE)
    assert words.startswith("Reading as of 1")
    assert isinstance(window.station.board, Board)


def test_what_prints_at_the_cage_comes_to_the_station_though_nobody_does_more(qtbot, both):
    cage, window = both
    filled(qtbot, Quick(qtbot, cage.window))
    qtbot.waitUntil(lambda: cage.paper.sheets == 2 and not cage.station.board.unprinted)
    qtbot.waitUntil(lambda: window.station.board.seen == cage.station.board.seen)


def prints_at_pit_1(qtbot, cage, **prints):
    """Set-up has slips print at pit 1."""
    by = proven("pia:shift manager")
    key = cage.station.board.site.stations["pit 1"].certificate
    cage.station.runner.ask(lambda desk: desk.pair_station("pit 1", key, WORK, by, **prints))
    qtbot.waitUntil(lambda: cage.station.board.site.prints("pit 1"))


def filled(qtbot, user, table="3"):
    """A fill that is prepared at a window."""
    user.window.activateWindow()
    qtbot.waitUntil(user.window.isActiveWindow)
    user.sign_in("jo", PINS["jo"])
    user.fill_in("fill", {"table": table, "chips": "60x$5"}, signed("jo:cashier"))
    user.press(user.form.primary)


def test_a_fill_prepared_at_the_cage_prints_at_the_pit_and_nowhere_else(qtbot, both):
    cage, window = both
    prints_at_pit_1(qtbot, cage, fills=("3",))
    filled(qtbot, Quick(qtbot, cage.window))
    qtbot.waitUntil(lambda: window.paper.sheets == 2)
    qtbot.waitUntil(lambda: cage.station.board.elsewhere == ())
    assert [job.name for job in window.paper.jobs] == ["fill-000001-original", "fill-000001-copy"]
    assert cage.paper.sheets == 0
    cage.clock.at += timedelta(minutes=5)
    filled(qtbot, Quick(qtbot, cage.window), "1")
    qtbot.waitUntil(lambda: cage.paper.sheets == 2)
    assert window.paper.sheets == 2


def test_a_slip_whose_station_is_gone_is_offered_at_the_cage_after_a_minute(qtbot, both):
    cage, window = both
    prints_at_pit_1(qtbot, cage, fills=("3",))
    window.close()
    serving = serving_of(cage.station, cage.window.settings)
    qtbot.waitUntil(lambda: not serving.seen["pit 1"].on_line)
    said = []
    cage.station.said.connect(said.append)
    user = Quick(qtbot, cage.window)
    filled(qtbot, user)
    qtbot.waitUntil(lambda: cage.station.board.elsewhere != ())
    serving.look()
    assert not [one for one in said if one.about.startswith("paper")]
    cage.clock.at += timedelta(minutes=1)
    serving.look()
    offered = [one for one in said if one.about.startswith("paper")]
    assert [one.words for one in offered] == [
        "Fill 000001 waits for the printer at pit 1, which is not on the line."
    ]
    user.go("floor")
    cage.window.screens["floor"].tick()
    here = next(
        b for b in cage.window.screens["floor"].now.findChildren(QPushButton) if b.text() == PRINT_HERE
    )
    assert cage.paper.sheets == 0
    user.press(here)
    qtbot.waitUntil(lambda: cage.paper.sheets == 2)
    qtbot.waitUntil(lambda: cage.station.board.elsewhere == ())
    with Journal.read(cage.book) as journal:
        (entry,) = [one for one in journal.entries() if one.kind == "print here"]
    assert [one.initials for one in entry.signatures] == ["JS"]
    assert [one.proof for one in entry.signatures] == ["signed in"]
    cage.window.screens["floor"].tick()
    assert not [
        b for b in cage.window.screens["floor"].now.findChildren(QPushButton) if b.text() == PRINT_HERE
    ]


def bar(window):
    """What the message bar of a window says."""
    return window.frame.messages.message


def test_the_cage_can_be_called_at_once_and_after_two_minutes_forms_are_offered(qtbot, both):
    cage, window = both
    user = Quick(qtbot, window)
    user.sign_in("pia", PINS["pia"])
    cage.window.close()
    qtbot.waitUntil(lambda: bar(window).about == CAGE and "is not reached at" in bar(window).words)
    lost = bar(window)
    assert (lost.tone, lost.way, lost.out.words) == ("stop", None, "Try now")
    said = []
    window.station.said.connect(said.append)
    user.press(window.frame.messages.away)
    assert [one.words for one in said] == [CALLED]
    qtbot.waitUntil(lambda: bar(window).words == lost.words)
    tried = f"Tried at {window.station.now():%H:%M:%S}."
    assert (bar(window).then, bar(window).out.words) == (tried, "Try now")
    cage.clock.at += timedelta(seconds=119)
    qtbot.wait(200)
    assert bar(window).way is None
    cage.clock.at += timedelta(seconds=1)
    qtbot.waitUntil(lambda: bar(window).way is not None)
    assert (bar(window).tone, bar(window).then) == ("stop", BY_HAND)
    user.press(window.frame.messages.way)
    assert window.screens["manual"].isVisible()
    assert bar(window).about == CAGE


def test_what_waits_for_the_cage_is_gray_and_says_why(qtbot, both):
    cage, window = both
    Quick(qtbot, window).sign_in("pia", PINS["pia"])
    verbs = window.frame.bar.verbs
    assert verbs["fill"].isEnabled()
    assert not verbs["fill"].toolTip()
    cage.window.close()
    qtbot.waitUntil(lambda: not verbs["fill"].isEnabled())
    qtbot.waitUntil(lambda: "is not reached at" in verbs["fill"].toolTip())
    assert verbs["fill"].toolTip().startswith("This waits until the cage is reached. ")
    assert verbs["lock"].isEnabled()


def home_of(window):
    """The folder of a station whose window was closed."""
    return Home.of(window.station.book.parent)


def test_a_book_that_lacks_what_a_station_has_is_said_to_be_halted_until_it_is_settled(qtbot, both):
    cage, window = both
    window.close()
    cage.window.activateWindow()
    qtbot.waitUntil(cage.window.isActiveWindow)
    user = Quick(qtbot, cage.window)
    user.sign_in("pia", PINS["pia"])
    with Journal.read(window.station.book) as copy:
        right = hello(copy)
    serving = serving_of(cage.station, cage.window.settings)
    dialed(home_of(window), msgspec.structs.replace(right, seq=right.seq + 50))
    qtbot.waitUntil(lambda: bar(cage.window).words == IS_HALTED)
    halted = bar(cage.window)
    assert (halted.tone, halted.then) == ("stop", serving.halted)
    assert "an older copy was put in its place" in serving.halted
    user.press(cage.window.frame.messages.away)
    assert user.form.name == "stations"
    assert user.form.halted.text() == serving.halted
    qtbot.waitUntil(lambda: bar(cage.window).words == IS_HALTED)  # it cannot be put away
    user.enter({one.name: one for one in user.form.inputs}["what"], "away")
    user.sign(user.form.signers, signed("pia:shift manager"))
    user.press(user.form.primary)
    qtbot.waitUntil(lambda: not serving.halted)
    assert bar(cage.window).tone == "good"
    assert not user.form.halted.isVisible()


def test_a_halt_ends_once_the_station_has_what_the_book_has(qtbot, both):
    cage, window = both
    window.close()
    with Journal.read(window.station.book) as copy:
        right = hello(copy)
    serving = serving_of(cage.station, cage.window.settings)
    dialed(home_of(window), msgspec.structs.replace(right, seq=right.seq + 50))
    qtbot.waitUntil(lambda: bool(serving.halted))
    line, _ = dialed(home_of(window), right)
    qtbot.waitUntil(lambda: not serving.halted)
    line.close()
    assert bar(cage.window).words == "This book is written again."


def test_a_cage_that_goes_on_alone_says_so_quietly_until_a_station_keeps_up(qtbot, both):
    cage, window = both
    cage.station.runner.ask(lambda desk: desk.set_site({"sure": True}, by=proven("pia:shift manager")))
    qtbot.waitUntil(lambda: cage.station.board.site.settings.sure)
    serving = serving_of(cage.station, cage.window.settings)
    qtbot.waitUntil(lambda: serving.seen["pit 1"].has == cage.station.board.seen)
    window.close()
    qtbot.waitUntil(lambda: not serving.seen["pit 1"].on_line)
    before = serving.seen["pit 1"].has
    assert before == cage.station.board.seen
    filled(qtbot, Quick(qtbot, cage.window))
    qtbot.waitUntil(lambda: bool(serving.alone))
    messages = cage.window.frame.messages
    done = messages.message
    assert done.tone == "good"  # what was done stays in front
    qtbot.waitUntil(lambda: GOES_ALONE in messages.then.text())
    messages.go_on()
    assert (bar(cage.window).words, bar(cage.window).tone) == (GOES_ALONE, "look")
    assert serving.seen["pit 1"].has == before
    again = RemoteDesk.open(home_of(window), cage.clock)
    qtbot.waitUntil(lambda: not serving.alone)
    qtbot.waitUntil(lambda: serving.seen["pit 1"].has == cage.station.board.seen)
    again.close()
    assert bar(cage.window).words != GOES_ALONE
    assert GOES_ALONE not in messages.then.text()


def test_a_cage_that_answers_and_lets_the_station_not_in_leads_to_the_ways_on(qtbot, both, monkeypatch):
    _, window = both
    messages, stuck = window.frame.messages, []
    window.station.findChild(Following).stuck.connect(lambda: stuck.append(1))
    monkeypatch.setattr(line, "SAME", "0.1.0 abc")
    window.station.runner.put(lambda desk: desk.line._lose("cut"))
    qtbot.waitUntil(lambda: messages.way.text() == "What now …")
    assert "The cage runs PitDesk 0.3.0 and this station 0.1.0" in messages.message.words
    assert messages.message.then == CALLED_SELDOM
    messages.way.click()
    assert stuck == [1]
    monkeypatch.undo()
    window.station.findChild(Following).try_now()  # it is the same version now
    qtbot.waitUntil(lambda: messages.message.words == "The cage is reached again.")
