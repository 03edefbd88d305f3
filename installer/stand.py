"""A window on a book of the busy night, to draw; and when nothing in it moves any more."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from argon2 import PasswordHasher
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QProgressBar, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.people import Pepper, Signer
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from ui.beside.timers import timer
from ui.shell import screens
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.widgets import theme
from ui.widgets.pages import Pages
from ui.work.reader import Reader
from ui.work.runner import Runner
from ui.work.settings import Settings
from ui.work.station import Station

BUSY = Path(__file__).parents[1] / "resources" / "busy.shift"
SOON_MS = 250  # longer than a form waits before it asks the rules
KEY = SiteKey(bytes(32))
Answer = TypeVar("Answer")


def wait(until: Callable[[], bool] = lambda: False, most_ms: int = 60) -> None:
    """Let the window live until something is so, for at most so long."""
    loop = QEventLoop()
    QTimer.singleShot(most_ms, loop.quit)
    check = timer(None, 20)
    check.timeout.connect(lambda: loop.quit() if until() else None)
    check.start()
    loop.exec()
    check.stop()


class Unsalted(PasswordHasher):
    """Keeps a PIN the same way each time, so that a night has the same checks and codes each time."""

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        """The hash of a PIN."""
        return super().hash(password, salt=salt or bytes(16))


PEPPER = Pepper(bytes(32), Unsalted(time_cost=1, memory_cost=8, parallelism=1))


class Stand:
    """A window on a book that was played up to some time."""

    def __init__(self, folder: Path, until: str, *, practice: bool = False, pad: bool = False) -> None:
        """A new one, in a folder that is not there yet.

        until     the words of the first line that is not played any more; "" for all of the night
        practice  whether the book is for practice
        pad       whether the keypad is shown
        """
        self.folder = folder
        folder.mkdir()
        self.book, self.paper = folder / "book.db", Paper()
        self.clock = SetClock(datetime(2026, 11, 21, 18, tzinfo=UTC))
        self._play(until, practice=practice)
        (folder / "station").mkdir()
        self.settings = Settings(folder / "station" / "station.ini")
        self.settings.lock_min = 24 * 60 - 1  # nobody touches it for as long as it is drawn
        self.settings.pad = pad
        self.begin()

    def begin(self) -> None:
        """Show the window on the book."""
        runner = Runner(self._open, lambda: self.paper)
        self.station = Station(runner, self.clock, self.book, width=self.paper.width)
        self.signin = SignIn(self.station)
        self.window = Window(self.station, screens.made(self.settings), self.settings, self.signin)
        self.window.show()
        self.window.furnish()
        runner.start()
        wait(lambda: self.station.ready, 20_000)

    def _play(self, until: str, *, practice: bool) -> None:
        with Journal.create(self.book) as journal:
            desk = Desk(journal, PEPPER, clock=self.clock, key=KEY)
            if practice:
                desk.set_site({"practice": True}, [])
            replay = Replay(desk, self.clock, lambda desk: drain(desk, self.paper), self.paper.jam)
            lines = []
            for line in read_shift(BUSY):
                if until and line.time and until in f"{line.time[0]:02}:{line.time[1]:02} {line.words}":
                    break
                if not line.words.startswith("expect"):
                    lines.append(line)
            list(replay.play(lines))
            self.secrets = replay.secrets

    def _open(self) -> Desk:
        return Desk(Journal.open(self.book), PEPPER, clock=self.clock, key=KEY)

    def ask(self, call: Callable[[Desk], Answer]) -> Answer:
        """Ask the desk something."""
        answers: list[Answer] = []
        self.station.runner.ask(call, answers.append)
        wait(lambda: bool(answers), 20_000)
        return answers[0]

    def settle(self) -> None:
        """Wait until everything asked has been answered, and what is read elsewhere is there."""
        self.ask(lambda _: None)
        wait(lambda: not working(self.window), SOON_MS)
        QApplication.processEvents()  # and is laid out

    def sign_in(self, person: str) -> None:
        """Sign somebody in."""
        _, secret = self.secrets[person]
        self.signin.pick(person)
        self.station.sign_in(
            Signer(person, "", pin=secret), lambda _: self.signin.signed.emit(person), lambda _: None
        )
        self.settle()

    def go(self, name: str, what: object = None) -> Any:
        """Go to a verb; its form, or the screen that has none."""
        self.window.go(name, what)
        self.settle()
        screen: Any = self.window.frame.stack.currentWidget()
        return screen.forms[screen.current] if hasattr(screen, "forms") else screen


def working(window: QWidget) -> bool:
    """Whether something is still read, worked out or dressed, or a form is about to ask the rules."""
    if theme.waits():
        return True
    shown = seen(window)
    readers = [getattr(one, "reader", None) for one in shown]
    inside = [child for one in shown for child in one.children()]
    timers = [one for one in inside if isinstance(one, QTimer) and one.isSingleShot()]
    return (
        any(0 <= one.remainingTime() < SOON_MS for one in timers)
        or any(isinstance(one, Reader) and one.busy() for one in readers)
        or any(isinstance(one, QProgressBar) and not one.property("gauge") for one in shown)
        or any(isinstance(one, Pages) and one._lane.busy() for one in shown)
    )


def seen(one: QWidget) -> list[QWidget]:
    """A widget and all that is in sight in it."""
    inside = [child for child in one.children() if isinstance(child, QWidget) and child.isVisible()]
    return [one, *(further for child in inside for further in seen(child))]
