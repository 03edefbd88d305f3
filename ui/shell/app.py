"""The program: which book, which appearance, which window; and what happens when we are wrong."""

import argparse
import os
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, QStandardPaths, Signal, qVersion
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk.book.lock import Lock
from pitdesk.book.staging import begun, settle, waits
from pitdesk.clock import Clock, MachineClock
from pitdesk.commands.addresses import address
from pitdesk.commands.once import Once
from pitdesk.disk import own_folder
from pitdesk.errors import Trouble
from printers import Printer
from ui.aloud import roles
from ui.aloud.keys import ReaderKeys
from ui.shell.ending import Ending
from ui.shell.garbage import Garbage
from ui.shell.meant import Meant
from ui.shell.monitor import Within
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.widgets import theme
from ui.work.lines import Following, Serving, remote
from ui.work.message import Way
from ui.work.runner import Runner
from ui.work.settings import FOLDER, Settings, slips_of
from ui.work.station import Station

if TYPE_CHECKING:
    from datetime import datetime

    from pitdesk.desk import Desk
    from pitdesk.stations.home import Home

INSTALLED = getattr(sys, "frozen", False)  # rather than run from its source
WINDOW, DEMO = ("pitdesk", "pitdesk-cli demo") if INSTALLED else ("python -m ui", "make demo")
NO_DISPLAY = f"""\
PitDesk has no display to open its window on: neither DISPLAY nor WAYLAND_DISPLAY is set.
Start it on a desktop. Without one, this plays a busy night and leaves its slips, report and book:
  {DEMO}
"""
ROOMY = QSize(1500, 860)  # a smaller screen is filled
USUAL = QSize(1366, 768)  # of a window, where its screen has room for it and its frame
NO_NUMBERS: Mapping[str, int] = {}
AT_STATION, PAIRED = "station", "cage.json"  # a station's folder in our own, and what it was paired with
BOOK, PRACTICE = "book.db", Path("practice", "practice.db")


FINISHED = (
    "PitDesk was interrupted while a book was made or restored here."
    " It was complete, and is in its place now."
)
KEPT = "A restore was interrupted before it was complete. This is the book of before; restore again."
UNDONE = "PitDesk was interrupted while it began a book here. Nothing of it was in use: begin again."
CAGE_NOW = (
    "PitDesk was interrupted while this machine became the cage. It is the cage now: let the other"
    " stations in again, in Set-up, Stations."
)
STATION_STILL = (
    "PitDesk was interrupted while this machine became the cage. It is a station as before, and"
    " nothing is lost: begin again, in What now."
)
BARE = 4096  # bytes of a file that has no table


class Program(QObject):
    """The one window of the program, and the book behind it.

    folder   where the station's own things lie: settings, and the books unless another is named
    """

    _wrong = Signal(object)  # from whatever thread; windows are made in theirs alone

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        super().__init__()
        self.folder = folder
        own_folder(folder)
        self.settings = Settings(folder / "station.ini")
        self.clock = clock or MachineClock()
        self.window: QWidget | None = None
        self.book: Path | None = None  # that is open, or was opened last
        self.serve: tuple[str, int] | None = None  # where paired stations are let in
        self._wrong.connect(self.stop)

    def begin(self, book: Path | None = None, *, practice: bool = False) -> QWidget:
        """Show the window on a book; on the first run, the way to one."""
        path = book or self.folder / BOOK
        if practice:
            return self.practice()
        if book is None and self.folder.joinpath(AT_STATION, PAIRED).exists():
            return self.attend(self.folder / AT_STATION)
        said = " ".join(filter(None, (interrupted(path), self.settings.matter)))
        stood = path.exists() or path.with_name(path.name + ".head").exists() or waits(path)
        if not stood:
            return self._first(path, said)
        if _is_bare(path):
            return self._first(path, UNDONE)
        window = self.open(path)
        window.session.signin.say(said)
        return window

    def practice(self) -> QWidget:
        """Show the window on the practice book, made if there is none."""
        from pitdesk.shifts.practice import pins  # noqa: PLC0415

        return self.open(self.folder / PRACTICE, practice=pins())

    def begin_book(self, path: Path) -> QWidget:
        """Begin a new book and show the window on it."""
        from pitdesk.book.journal import Journal  # noqa: PLC0415

        own_folder(path.parent)
        Journal.create(path).close()
        return self.open(path)

    def restore(
        self,
        path: Path,
        back: Callable[[], QWidget],
        copy: Path | None = None,
        numbers: Mapping[str, int] = NO_NUMBERS,
    ) -> QWidget:
        """Show the way from a backup to a book there; back leads to what was shown before.

        copy, numbers   that it begins with, where they are known: the last number of each series
        """
        from ui.setup.restore import Restore  # noqa: PLC0415

        def go_on() -> QWidget:
            self.settings.copied = ""  # what was copied before may be what is gone
            return self.open(path)

        here = Restore(path, self.clock, back, go_on)
        here.begin(copy, numbers)
        return self._show(here, "restore")

    def read(self, path: Path, why: str, back: Callable[[], QWidget]) -> QWidget:
        """Show a book that may not be written, read-only; back leads to what was shown before."""
        from ui.shell.reading import ReadOnlyWindow  # noqa: PLC0415

        here = ReadOnlyWindow(path, why, self.clock, self.settings.width, back)
        return self._show(here, "what-if-machine")

    def open(self, path: Path, *, practice: dict[str, str] | None = None) -> Window:
        """Show the window on a book.

        practice   person → PIN of a practice book, which is made if it is not there yet
        """
        plain, settings = practice is not None, self.settings
        runner = Runner(
            partial(self._open_desk, path, plain, settings.station),
            partial(self._open_printer, path, settings.printer, settings.profile, settings.columns),
        )
        width = settings.columns if plain else settings.width
        closed = lambda words: self._no_book(path, words, practice)  # noqa: E731
        window = self._behind(runner, path, width, closed, practice)
        if not plain:
            Serving(window.station, settings, self.serve)
        return window

    def join(self, folder: Path, back: Callable[[], QWidget] | None = None) -> QWidget:
        """Show how this machine becomes a station; its folder is made.

        back   leads to what was shown before
        """
        from ui.setup.join import Join  # noqa: PLC0415

        def joined() -> QWidget:
            self.settings.pad = True  # a station has no keyboard, until somebody says that it has
            return self.attend(folder)

        return self._show(Join(folder, joined, back), "stations")

    def attend(self, folder: Path, *, afresh: bool = False) -> QWidget:
        """Show the window of a station, whose folder this is: it follows a cage. First pair it.

        Where it became the cage itself, its window opens the book.

        afresh   keep its copy under another name, and take the cage's book anew
        """
        if not folder.joinpath(PAIRED).exists():
            return self.join(folder)
        from pitdesk.stations.home import Home  # noqa: PLC0415

        home, path, settings = Home.of(folder), folder / BOOK, self.settings
        said = interrupted(home.became)
        if home.became.exists():
            window = self.open(home.became)
            window.session.signin.say(CAGE_NOW if said else "")
            return window
        printer = partial(self._open_printer, path, settings.printer, settings.profile, settings.columns)
        runner = Runner(remote(folder, self.clock, afresh=afresh), printer)
        window = self._behind(runner, path, settings.width, partial(self.no_cage, home))
        window.station.place = home.name
        self._lead_on(window, home, STATION_STILL if said else "")
        return window

    def _lead_on(self, window: Window, home: "Home", said: str) -> None:
        """Have a station's window say on its sign-in, too, why the cage is not reached; and what now.

        said   what was interrupted before it began; "" for nothing
        """
        following, signin = Following(window.station), window.session.signin

        def what_now() -> None:
            if window.leaves():
                self.no_cage(home, following.away, following.last)

        def show() -> None:
            way = Way("What now …", what_now) if following.away or said else None
            signin.say(" ".join(filter(None, (said, following.away))), way)

        following.stuck.connect(what_now)
        following.changed.connect(show)
        show()

    def no_cage(self, home: "Home", why: str, heard: "datetime | None" = None) -> QWidget:
        """Show why a station's line to the cage is not open, and the ways on.

        heard   when the cage was last heard of; None where that is not known
        """
        from ui.setup.nocage import NoCage, Ways  # noqa: PLC0415
        from ui.setup.promote import Promote  # noqa: PLC0415

        def again(**how: bool) -> QWidget:
            return self.attend(home.folder, **how)

        def moved(host: str, port: int) -> None:
            home.moved(host, port)
            again()

        def back() -> QWidget:
            return self.no_cage(home, why, heard)

        def go_on(at: tuple[str, int] | None) -> QWidget:
            self.settings.serve = f"{at[0]}:{at[1]}" if at else ""
            return self.open(home.became)

        def dead() -> None:
            here = Promote(home, self.clock, back, go_on, heard)
            if self.settings.pad:
                here.show_keys()
            self._show(here, "promote")

        ways = Ways(
            again, moved, dead, partial(again, afresh=True), lambda: self.join(home.folder, back)
        )
        return self._show(NoCage(home, why, ways, touched=self.settings.pad), "promote")

    def _behind(
        self,
        runner: Runner,
        path: Path,
        width: int,
        closed: Callable[[str], object],
        practice: dict[str, str] | None = None,
    ) -> Window:
        """Show the window of a desk; closed: called with why it cannot be opened."""
        from ui.shell import screens  # noqa: PLC0415

        settings = self.settings
        station = Station(runner, self.clock, path, width=width)
        window = Window(station, screens.made(settings), settings, SignIn(station, practice))
        runner.broken.connect(self.stop)
        runner.closed.connect(closed)
        runner.printing.printer.connect(Changing("printer"))
        runner.trouble.connect(Changing("book"))
        window.seen.connect(window.furnish)
        window.seen.connect(lambda: _log_sending(window))
        window.seen.connect(runner.start)
        self.book = path
        self._show(window)
        return window

    # In the desk's thread

    def _open_desk(self, path: Path, plain: bool, station: str) -> "Desk":
        from pitdesk.book.people import PLAIN, STRONG  # noqa: PLC0415
        from pitdesk.codes.own import open_keys  # noqa: PLC0415
        from pitdesk.upkeep.log import LOG, LoggedDesk, LoggedJournal, begin  # noqa: PLC0415
        from pitdesk.upkeep.private import made_private  # noqa: PLC0415
        from pitdesk.upkeep.upgrade import upgrade  # noqa: PLC0415

        if plain:
            from pitdesk.shifts.practice import open_practice  # noqa: PLC0415

            open_practice(path.parent, self.clock)
        begin(path, qVersion())
        upgrade(path)
        for words in made_private(path, Path(self.settings.path)):
            LOG.warning("%s", words)
        journal = LoggedJournal.open(path)
        try:
            pepper, key = open_keys(journal, self.clock, PLAIN if plain else STRONG)
            desk = LoggedDesk(
                journal, pepper, clock=self.clock, station=station, key=key, notes_own=True
            )
            self._practicing = desk.site.practice
        except BaseException as error:
            journal.close()
            if isinstance(error, OSError):
                raise _trouble(Path(error.filename or path), error) from None
            raise
        return desk

    def _open_printer(self, path: Path, where: str, profile: str, width: int) -> Printer:
        """The printer; a folder for a practice book, and one that says why where there is none."""
        from printers.devices.absent import Absent  # noqa: PLC0415
        from printers.devices.connect import connect  # noqa: PLC0415

        chosen = FOLDER if self._practicing else where
        try:
            return connect(chosen, profile, slips_of(path), width=width)
        except Trouble as trouble:
            if chosen == FOLDER:
                raise
            return Absent(where, self.settings.width, str(trouble))

    _practicing = False  # as the book says; set where it is opened, before the printer is

    # In the window's thread

    def _first(self, path: Path, said: str = "") -> QWidget:
        from ui.setup.first import Welcome  # noqa: PLC0415

        restore = lambda: self.restore(path, lambda: self._first(path))  # noqa: E731
        join = lambda: self.join(self.folder / AT_STATION, lambda: self._first(path))  # noqa: E731
        welcome = Welcome(lambda: self.begin_book(path), self.practice, restore, join, said)
        return self._show(welcome, "first-night")

    def _no_book(self, path: Path, words: str, practice: dict[str, str] | None) -> None:
        from pitdesk.upkeep.log import LOG  # noqa: PLC0415
        from ui.setup.nobook import NoBook  # noqa: PLC0415

        LOG.warning("not opened: %s", words)

        again = lambda: self.open(path, practice=practice)  # noqa: E731
        restore = lambda copy, numbers: self.restore(path, again, copy, numbers)  # noqa: E731
        read = lambda: self.read(path, words, show)  # noqa: E731

        def show() -> QWidget:
            ways = (None, None) if practice else (restore, read)
            return self._show(NoBook(path, words, again, self.practice, *ways), "what-if-machine")

        show()

    def _show(self, window: QWidget, page: str = "") -> QWidget:
        """Show a window in the place of the one before.

        page   of the manual, that F1 opens; of a window with places each has its own
        """
        if page:
            from ui.shell.screens import manual_at_f1  # noqa: PLC0415

            manual_at_f1(window, page)
        before, self.window = self.window, window
        room = window.screen().availableGeometry()
        window.resize(USUAL.boundedTo(QSize(room.width() * 9 // 10, room.height() * 9 // 10)))
        if before:
            window.setGeometry(before.geometry())
        small = room.width() < ROOMY.width() or room.height() < ROOMY.height()
        if before.isMaximized() if before else small:
            window.showMaximized()
        else:
            window.show()
        Within(window)
        if before:
            before.close()
            before.deleteLater()
        return window

    def stop(self, error: BaseException) -> None:
        """We are wrong: say so, say what is safe, do nothing more."""
        told = "".join(traceback.format_exception(error))
        print(told, file=sys.stderr)  # noqa: T201
        from pitdesk.upkeep.log import LOG  # noqa: PLC0415
        from ui.shell.broken import Broken  # noqa: PLC0415

        LOG.error("stopped", exc_info=error)
        if not isinstance(self.window, Broken):
            last = Broken(told, self.book, Path(self.settings.path), self.clock)
            self._show(last)  # the window before lets go of the book
            last.say_what_stands()

    def catch_all(self) -> None:
        """Stop at any error that nothing caught; Qt would carry on."""

        def caught(_: type[BaseException], error: BaseException, __: TracebackType | None) -> None:
            self._wrong.emit(error)

        def died(args: threading.ExceptHookArgs) -> None:
            self._wrong.emit(args.exc_value or RuntimeError("a thread died"))

        sys.excepthook = caught
        threading.excepthook = died


def interrupted(path: Path) -> str:
    """Finish or undo what a power cut interrupted; what it was, in words, or "".

    Where that cannot be done now, opening the book says why.
    """
    if not waits(path) and not begun(path):
        return ""
    complete = waits(path)
    with suppress(OSError, Trouble), ExitStack() as stack:
        stack.callback(Lock(path).release)
        settle(path)
        return FINISHED if complete else KEPT if path.exists() else UNDONE
    return ""


def _is_bare(path: Path) -> bool:
    """Whether a book of 0.2.0 was begun here and the power failed before it had a table."""
    if not path.is_file() or path.stat().st_size > BARE:
        return False
    from pitdesk.book.connection import unfinished  # noqa: PLC0415  (not before it is asked)

    return unfinished(path)


class Changing:
    """Logs what is the matter with a thing, once however often it is reported."""

    def __init__(self, thing: str) -> None:
        self._thing, self._before = thing, ""

    def __call__(self, words: str) -> None:
        """Take in what is reported now; "" for nothing the matter."""
        from pitdesk.upkeep.log import LOG  # noqa: PLC0415

        if words != self._before:
            self._before = words
            LOG.warning("%s: %s", self._thing, words or "nothing the matter any more")


def _log_sending(window: Window) -> None:
    """Log why documents do not reach head office; those that do are entries."""
    sending, log = window.sending, Changing("sending")
    assert sending
    sending.changed.connect(lambda: log(sending.why))


def _trouble(path: Path, error: OSError) -> Trouble:
    why = error.strerror or error
    return Trouble(f"{path} cannot be used: {why}. Check its folder and disk, then try again.")


def has_display() -> bool:
    """Whether Qt can open a window here."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return True
    on_linux = sys.platform.startswith("linux")
    return not on_linux or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def command_line() -> argparse.ArgumentParser:
    """The window's options; its man page is made of them, too."""
    parser = argparse.ArgumentParser(prog=WINDOW, description="The window of PitDesk.")
    parser.register("action", None, Once)
    parser.add_argument("--book", type=Path, help="the book to open; else this station's own")
    parser.add_argument("--practice", action="store_true", help="open the practice book")
    parser.add_argument("--folder", type=Path, help="where this station keeps its own things")
    at = "let paired stations in, at this address of the machine"
    parser.add_argument("--serve", type=address, metavar="HOST[:PORT]", help=at)
    parser.add_argument("--station", type=Path, help="the folder of a station that follows a cage")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Start the window. 2 where there is no display, or no folder for the station's own things."""
    given = command_line().parse_args(argv)
    if not has_display():
        print(NO_DISPLAY, file=sys.stderr)  # noqa: T201
        return 2
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setApplicationName("PitDesk")
    where = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    folder = given.folder or Path(where)
    try:
        program = Program(folder)
    except OSError as error:
        print(_trouble(folder, error), file=sys.stderr)  # noqa: T201
        return 2
    theme.apply(app, program.settings.look, program.settings.size)
    Garbage(app)
    Ending(app)
    roles.install()
    ReaderKeys(app)
    Meant(app)
    program.catch_all()
    program.serve = given.serve
    if given.station:
        program.attend(given.station)
    else:
        program.begin(given.book, practice=given.practice)
    status = app.exec()
    from pitdesk.upkeep.log import end  # noqa: PLC0415

    end()
    return status
