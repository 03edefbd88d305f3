"""A window on a real book, as a test opens it: the paper printer, a clock that is set by hand."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from printers.devices.paper import Paper
from ui.aloud import roles
from ui.shell import screens
from ui.shell.meant import Meant
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.widgets import theme
from ui.work.runner import Runner
from ui.work.settings import Settings
from ui.work.station import Station

LONG_MIN = 60  # keys of a test do not come from the system, and do not keep it from locking


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

    @classmethod
    def of_none(cls) -> "Patient":
        """One that waits where no test runs; nobody closes what it is given."""
        return cls(None)  # type: ignore[arg-type]

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


@cache
def dressed() -> QApplication:
    """The program in its looks, the roles and the keys as they are meant."""
    app = QApplication.instance() or QApplication(["pytest"])
    assert isinstance(app, QApplication)
    theme.apply(app, "dark")
    roles.install()
    Meant(app)
    return app


def cleared() -> None:
    """Delete every window, else each change of looks dresses it once more; then collect what is left."""
    for one in QApplication.topLevelWidgets():
        one.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(1)
    gc.enable()


def made(book: Path, clock: SetClock, settings: Settings) -> Pit:
    """A window on a book; whoever makes it closes it."""
    if settings.lock_min != LONG_MIN:  # its file is flushed each time
        settings.lock_min = LONG_MIN
    paper = Paper()

    def open_desk() -> Desk:
        pepper = Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN)
        return Desk(Journal.open(book), pepper, clock=clock)

    station = Station(Runner(open_desk, lambda: paper), clock, book, width=paper.width)
    window = Window(station, screens.made(settings), settings, SignIn(station))
    return Pit(window, paper, clock, book)


def opened(qtbot: QtBot, folder: Path, book: Path, clock: SetClock) -> Pit:
    """A window on a book, ready, its settings in that folder; whoever opens it closes it."""
    if not (kept := folder / "station.ini").exists():
        kept.write_text(f"[General]\nlock_min={LONG_MIN}\n")
    pit = made(book, clock, Settings(kept))
    ready(qtbot, pit.window)
    return pit


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
