"""A cage's window and a station's window: two windows, one book."""

from datetime import timedelta

import pytest
from PySide6.QtWidgets import QPushButton

from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.stations.home import Home, Known, cage_key, machine_key
from pitdesk.stations.keys import as_text
from pitdesk.tonight.board import Board
from printers.devices.paper import Paper
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.pit import ready
from ui.shell import screens
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.work.elsewhere import PRINT_HERE
from ui.work.lines import CAGE, Following, Serving, remote, serving_of
from ui.work.runner import Runner
from ui.work.settings import Settings
from ui.work.station import Station


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
    home = Home.begun(folder, Known("pit 1", "127.0.0.1", serving.port, cage_key(book).certificate))
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
