"""A window on a real book: real desk, real SQLite, the paper printer, a clock that is set by hand."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.read import ShiftLine, read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.files import NIGHTS
from tests.ui import stand
from tests.ui.pit import Patient, Pit, cleared, dressed, opened
from tests.ui.stand import Stand
from tests.ui.tour import tour  # noqa: F401
from ui.shell.window import Window
from ui.widgets import theme


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """User that wait."""
    return Patient(request)


@pytest.fixture(scope="session", autouse=True)
def worn(qapp: QApplication) -> None:
    """The looks, the roles and the keys as they are meant, as the program wears them."""
    dressed()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Windows that stand first, while a process is small and quick to copy; the tour is the largest."""
    files = {item.path: at for at, item in enumerate(items)}

    def place(item: pytest.Item) -> tuple[bool, bool, int, str]:
        name = want[0].__name__ if (want := stand.wanted(item)) else ""
        return not name, name == "tour", files[item.path], name

    items.sort(key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A test of a window that stands runs in a copy of the process."""
    return stand.run(item, nextitem) or None


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    """Nothing is collected in the desk's thread, as in the program; what a test leaves is, after it."""
    if Stand.now:  # it ends with this process
        yield
        return
    gc.disable()
    theme.fit(1366, 768)
    if (app := QApplication.instance()) and theme.sized(100) != 100:
        theme.apply(app, "dark")  # some test left larger letters
    yield
    cleared()


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[Path, SetClock], Pit]]:
    """Open a window on a book."""
    windows: list[Window] = []

    def open_(book: Path, clock: SetClock) -> Pit:
        pit = opened(qtbot, tmp_path, book, clock)
        windows.append(pit.window)
        qtbot.addWidget(pit.window)
        return pit

    yield open_
    for window in windows:
        window.close()


@dataclass
class Night:
    """A shift file with its set-up already in a book: the timed lines are left to be done."""

    lines: list[ShiftLine]
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


def _expects(line: ShiftLine) -> bool:
    return line.words.startswith("expect")


class AsAtAWindow(Replay):
    """Numbers its requests as a window does."""

    @property
    def last_asked(self) -> int:
        return self.desk.mine


def replayed(night: Night, book: Path) -> list[object]:
    """Play the timed lines at a desk on that book, with paper; every entry of the book."""
    clock = SetClock(night.clock.at)
    paper = Paper()
    with Journal.open(book) as journal:
        desk = Desk(journal, Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN), clock=clock)
        replay = AsAtAWindow(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        replay.secrets, replay.first_manager = night.replay.secrets, night.replay.first_manager
        replay.night = night.replay.night
        list(replay.play([line for line in night.lines if line.time is not None]))
        assert not replay.misses
        return journal.entries()
