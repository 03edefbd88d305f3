"""A window on a real book: real desk, real SQLite, the paper printer, a clock that is set by hand."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.read import Line, read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.files import NIGHTS
from ui.aloud import roles
from ui.shell import screens
from ui.shell.digits import DigitKeys
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.widgets import theme
from ui.work.runner import Runner
from ui.work.settings import Settings
from ui.work.station import Station


@dataclass
class Pit:
    """A window, and what is behind it."""

    window: Window
    paper: Paper
    clock: SetClock
    book: Path

    @property
    def station(self) -> Station:
        return self.window.station


class Patient(QtBot):
    """Waits as a person does: when something is so, what it set off has happened too.

    A part that is put into a layout is in sight one turn of the event loop later.
    """

    _looks = False  # it waits until something is so, and looks again and again

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 20_000) -> None:
        """Wait until something is so, then for all that stands in the queue."""
        self._looks = True
        try:
            super().waitUntil(callback, timeout=timeout)
        finally:
            self._looks = False
        QCoreApplication.processEvents()

    def wait(self, ms: int) -> None:
        """Wait so long; between two looks, as little as can be."""
        super().wait(1 if self._looks else ms)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """User that wait."""
    return Patient(request)


@pytest.fixture(scope="session", autouse=True)
def worn(qapp: QApplication) -> None:
    """The looks, the roles and the keys for digits, as the program wears them."""
    theme.apply(qapp, "dark")
    roles.install()
    DigitKeys(qapp)


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    """Nothing is collected in the desk's thread, as in the program; what a test leaves is, after it."""
    gc.disable()
    theme.fit(1366, 768)
    if (app := QApplication.instance()) and theme.sized(100) != 100:
        theme.apply(app, "dark")  # some test left larger letters
    yield
    for left in QApplication.topLevelWidgets():  # else each change of looks dresses them once more
        left.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(1)
    gc.enable()


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[Path, SetClock], Pit]]:
    """Open a window on a book."""
    windows: list[Window] = []

    def open_(book: Path, clock: SetClock) -> Pit:
        paper = Paper()

        def open_desk() -> Desk:
            pepper = Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN)
            return Desk(Journal.open(book), pepper, clock=clock)

        runner = Runner(open_desk, lambda: paper)
        station = Station(runner, clock, book, width=paper.width)
        settings = Settings(tmp_path / "station.ini")
        window = Window(station, screens.made(settings), settings, SignIn(station))
        windows.append(window)
        qtbot.addWidget(window)
        ready(qtbot, window)
        return Pit(window, paper, clock, book)

    yield open_
    for window in windows:
        window.close()


def ready(qtbot: QtBot, window: Window) -> None:
    """Show a window, and wait until its book is open; what goes wrong there goes wrong here."""
    runner = window.station.runner
    runner.broken.connect(_raise)
    window.resize(1366, 768)
    window.show()
    window.activateWindow()
    qtbot.waitActive(window)
    window.furnish()
    runner.start()
    qtbot.waitUntil(lambda: window.station.ready)


def _raise(error: BaseException) -> None:
    raise error


@dataclass
class Night:
    """A shift file with its set-up already in a book: the timed lines are left to be done."""

    lines: list[Line]
    book: Path
    clock: SetClock
    replay: Replay


@pytest.fixture
def night(tmp_path: Path) -> Callable[[str, str], Night]:
    """Play the set-up of a shift file into a book of that name."""

    def set_up(shift: str, name: str) -> Night:
        lines = read_shift(NIGHTS[shift])
        book = tmp_path / f"{name}.db"
        clock = SetClock(datetime(2026, 11, 20, 18, tzinfo=UTC))
        with Journal.create(book) as journal:
            desk = Desk(journal, Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN), clock=clock)
            replay = Replay(desk, clock)
            list(replay.play([line for line in lines if line.time is None and not _expects(line)]))
            assert not replay.misses
        return Night(lines, book, clock, replay)

    return set_up


def _expects(line: Line) -> bool:
    return line.words.startswith("expect")


def replayed(night: Night, book: Path) -> list[object]:
    """Play the timed lines at a desk on that book, with paper; every entry of the book."""
    clock = SetClock(night.clock.at)
    paper = Paper()
    with Journal.open(book) as journal:
        desk = Desk(journal, Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN), clock=clock)
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        replay.secrets, replay.first_manager = night.replay.secrets, night.replay.first_manager
        replay.night = night.replay.night
        list(replay.play([line for line in night.lines if line.time is not None]))
        assert not replay.misses
        return journal.entries()
