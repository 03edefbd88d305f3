"""A cage's window and a station's window: two windows, one book."""

import pytest

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
from ui.work.lines import CAGE, Following, Serving, remote
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
    serving = Serving(cage.station, book, ("127.0.0.1", 0))
    cage.station.changed.emit(cage.station.board)
    qtbot.waitUntil(lambda: bool(serving.port))
    home = Home.begun(folder, Known("pit 1", "127.0.0.1", serving.port, cage_key(book).certificate))
    settings = Settings(folder / "station.ini")
    settings.lock_min = 60
    runner = Runner(remote(folder, clock), Paper)
    station = Station(runner, clock, home.book, width=42)
    window = Window(station, screens.made(settings), settings, SignIn(station))
    Following(station)
    ready(qtbot, window)
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
