"""The pictures of the manual, and every screen in every theme and size, to check.

Run by `make screens`. The pictures of the manual lie in resources/manual/pictures. The screens lie in
build/screens, a folder for each theme and size and beside it sheets of small ones: with an empty, a
busy and a sealed book, with the keypad, and with bad news. `--theme`, `--size` and `--only` draw some.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import alone
import cables
from argon2 import PasswordHasher
from PIL import Image, ImageDraw
from PySide6.QtCore import QEventLoop, QPoint, QRect, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QProgressBar, QWidget

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.people import Pepper, Signer
from pitdesk.book.witness import Shortfall
from pitdesk.chips import Chip, Chips
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.errors import Refusal, Trouble
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.upkeep.backup import KEYS, keys_in
from pitdesk.upkeep.recovery import Recovered
from printers.devices.found import Found
from printers.devices.paper import Paper
from printers.devices.spool import drain
from ui.beside.timers import timer
from ui.chips.camera import as_png
from ui.chips.check import CheckChip
from ui.floor.pit import Pit
from ui.past.night import Night
from ui.rulings.felt import GOOD, Felt, Seat
from ui.setup.backup import Backup
from ui.setup.devices import Devices
from ui.setup.first import Welcome
from ui.setup.nobook import NoBook, came_back
from ui.setup.printer import PrinterCard
from ui.setup.restore import Restore
from ui.setup.rules import LAW, Rules
from ui.shell import screens
from ui.shell.broken import Broken
from ui.shell.reading import Reading
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.widgets import theme
from ui.widgets.art import chip_pixmap
from ui.widgets.pages import Pages
from ui.work.actions import ACTIONS
from ui.work.reader import Reader
from ui.work.runner import Runner
from ui.work.settings import Settings
from ui.work.station import Station

ROOT = Path(__file__).parents[1]
BUSY = ROOT / "resources" / "busy.shift"
LOOKS = ("dark", "light", "contrast")
# Pixels that a screen has, or that a system leaves of one at 125, 150 or 200 %.
SIZES = ("683x384", "1024x600", "1366x768", "1920x1080", "2560x1440", "3840x2160")
MORE = ("683x400", "819x480", "911x512", "960x540", "1093x614", "1280x720", "1536x864", "1706x960")
EVERY = {"dark": (*SIZES, *MORE, "2048x1152", "3072x1728"), "light": SIZES, "contrast": SIZES}
STATES = {  # of the book: the words of the first line that is not played any more; "" for all of it
    "empty": "16:02 open day",
    "busy": "22:08 verify",
    "touch": "22:08 verify",  # with the keypad
    "sealed": "",
}
SCREENS = [  # verbs and places that have something to show
    one.name for one in ACTIONS if one.group != "window" or one.name in ("find", "manual")
]
SMALL, ACROSS, DOWN = 512, 3, 4  # pixels of width on a sheet, and how many are on one
WIDE = 1366  # pixels of width of the window in a picture of the manual: nothing is cut short
EDGE = 10  # pixels around the part of it that is drawn
MOST_LOOKS = 8  # at a screen, until it is twice the same
SOON_MS = 250  # longer than a form waits before it asks the rules
KEY = SiteKey(bytes(32))
Shot = tuple[str, QWidget]
Answer = TypeVar("Answer")


def wait(until: Callable[[], bool] = lambda: False, most_ms: int = 60) -> None:
    """Let the window live until something is so, for at most so long."""
    loop = QEventLoop()
    QTimer.singleShot(most_ms, loop.quit)
    check = timer(None, 5)
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


def shots(folder: Path, asked: Callable[[str], bool]) -> Iterator[Shot]:
    """The screens that are asked for by their names, one after another."""
    yield "first-welcome", Welcome(QWidget, QWidget, QWidget, QWidget)
    words = f"The book {Path('book.db')} is held by another program. Close it there, then try again."
    yield "first-no-book", NoBook(Path("book.db"), words, QWidget, QWidget, lambda *_: QWidget())
    if asked("damaged"):
        yield from unwritable(folder / "damaged")
    words = "Traceback (most recent call last):\n  …\nAssertionError: the day does not add up"
    yield "broken", Broken(words)
    if asked("station"):
        yield from without_cage(folder / "cage")
    for state, until in STATES.items():
        bad = state == "busy" and asked("bad")
        if not asked(state) and not bad:
            continue
        stand = Stand(folder / state, until, pad=state == "touch")
        yield f"{state}-sign-in", stand.window
        stand.sign_in("jo" if state != "empty" else "pia")
        for one in SCREENS:
            if asked(name := f"{state}-{one.replace(' ', '-')}"):
                stand.go(one)
                yield name, stand.window
        if bad or state == "busy":
            yield from filled(stand)
            yield from bad_news(stand)
        stand.window.close()


def without_cage(folder: Path) -> Iterator[Shot]:
    """A station whose cage is dead."""
    stand = Stand(folder, TEN)
    stand.window.close()
    home = alone.station(stand.book, folder / "pit 1")
    for name, window in (
        ("station-no-cage", alone.no_cage(home)),
        ("station-promote", alone.promoting(home, stand.clock, stand.clock.at)),
    ):
        wait(most_ms=4 * SOON_MS)  # it reads the copy
        yield name, window


def unwritable(folder: Path) -> Iterator[Shot]:
    """A book that ends too early, one that is only read, one without its witness."""
    stand = Stand(folder, "")
    stand.window.close()
    witness = stand.book.with_name(stand.book.name + ".head")
    words = str(Shortfall(stand.book, 410, 423, {"fill": (8, 11)}))
    found = Recovered(stand.book.with_name("book.db.recovered-1"), 420, 3, {"fill": (10, 11)})
    here = NoBook(stand.book, words, QWidget, QWidget, lambda *_: QWidget(), QWidget)
    wait(lambda: here.ways.read, 20_000)
    here.offers["look"].show()
    here.outcome.tell(*came_back(found, here.ways, stand.book.with_name("book-slips")))
    yield "damaged-no-book", here
    reading = Reading(stand.book, words, stand.clock, 42, QWidget)
    reading.show()
    wait(lambda: reading.station.ready, 20_000)
    wait(lambda: not working(reading), 20_000)
    yield "damaged-read-only", reading
    reading.close()
    witness.unlink()
    stand.begin()
    stand.sign_in("gro")
    stand.go("backup")
    yield "damaged-witness", stand.window
    stand.window.close()


def filled(stand: Stand) -> Iterator[Shot]:
    """Forms with figures in them, and what lies over the screens where there is little room."""
    stand.go("floor")
    form = stand.go("fill")
    form.table.choose("2")
    form.chips.set_chips(Chips.read("80x50c 60x$1 100x$5"))
    form.signers.first().setFocus()
    stand.settle()
    yield "busy-fill-filled", stand.window
    frame = stand.window.frame
    for name, opener in (("menu", frame.top.menu), ("verbs", frame.top.keys)):
        if not opener.isHidden():
            frame.open(name)
            yield f"busy-{name}", stand.window
            frame.put_away()
    form = stand.go("redeem")
    form.chips.set_chips(Chips.read("6x$25 27x$5 51x$1 3x50c"))
    stand.settle()
    yield "busy-redeem-filled", stand.window
    stand.go("find").line.setText("tab")
    yield "busy-find-found", stand.window
    signed = stand.ask(lambda desk: desk.code(desk.slip("fill", 1), "copy", void=False))
    assert signed
    code = signed.qr
    for name, text in (
        ("genuine", code),
        ("forged", code[:-2] + ("1" if code[-2] == "0" else "0") + code[-1]),
    ):
        form = stand.go("check slip")
        form.code.edit.setText(text)
        form.check()
        stand.settle()
        yield f"busy-check-slip-{name}", stand.window
    form = stand.go("found")
    form.where.choose("records")
    form._scan(code)
    stand.settle()
    yield "busy-found-scanned", stand.window


def bad_news(stand: Stand) -> Iterator[Shot]:
    """What is refused, what is wrong, what does not print, who is locked out."""
    form = stand.go("fill")
    form.start_over()
    form.table.choose("2")
    form.chips.set_chips(Chips.read("9000x$5"))
    form.signers.places[0].pin.take_up("1111")
    form.post()
    stand.settle()
    yield "bad-refused", stand.window
    form.chips.quick.setText("")
    next(iter(form.chips._rows.values())).loose.setText("12a")
    form.chips._took()
    yield "bad-letters", stand.window
    form.start_over()
    words = "The book cannot be written: the disk is full. Nothing was written. Free it, try again."
    stand.window.station.trouble(words)
    yield "bad-disk", stand.window
    words = "paper has no folder for slips. Make it, or name another, then print."
    stand.window.frame.top.watch.printer_said(words)
    stand.go("floor")
    yield "bad-printer", stand.window
    stand.window.frame.top.watch.printer_said("")
    stand.window.session.lock()
    stand.signin.pick("jo")
    words = "Too many wrong PINs for jo: wait 1740 seconds, or have a manager unlock it."
    stand.signin.notice.tell([Refusal("pd.initials", "House rule: initials", words)])
    yield "bad-locked-out", stand.window


Way = Callable[[Stand], QWidget]


def at(verb: str, what: object = None, *, chips: str = "", **typed: object) -> Way:
    """The way to a verb's screen.

    what    what it is begun with
    chips   what stands in its rows, as a shift file has it
    typed   field → what stands in it, as the field takes it up
    """

    def way(stand: Stand) -> QWidget:
        form = stand.go(verb, what)
        for name, value in typed.items():
            getattr(form, name).take_up(value)
        if chips:
            form.chips.set_chips(Chips.read(chips))
        return stand.window.frame.stack

    return way


def sign_in(stand: Stand) -> QWidget:
    """The way to the sign-in, where somebody's name was picked."""
    stand.window.session.lock()
    stand.signin.pick("jo")
    return stand.signin


def letterhead(stand: Stand) -> QWidget:
    """The way to a letterhead that is being typed."""
    form = stand.go("letterhead")
    for line, words in (
        (form.heading[0], "THE DAKOTA LIONS"),
        (form.footer[0], "Every chip helps a child see"),
    ):
        line.take_up(words)
    form.redraw()
    return stand.window.frame.stack


def law(stand: Stand) -> QWidget:
    """The way to what the law asks about slips, row by row, with one row chosen."""
    page: Rules = stand.go("rules")
    page.shown.take_up(LAW)
    page.search.take_up("08-05")
    page.table.setFocus()
    page.table.selectRow(0)
    return stand.window.frame.stack


def flow(stand: Stand) -> QWidget:
    """The way to the night as a flow, with what is behind the fills of table 2."""
    page: Night = stand.go("night")
    wait(lambda: page.found is not None)
    page.bands.setFocus()
    page.bands.point(1)
    return stand.window.frame.stack


def printer(stand: Stand) -> QWidget:
    """The way to the settings of the printer; the rest of that page depends on this machine."""
    card: PrinterCard = stand.go("station").printer
    card.where.take_up("network")
    card.at.take_up("192.168.1.40")
    return card


def backup(stand: Stand) -> QWidget:
    """The way to a copy that was made and tried, with the keys locked away."""
    for name in (STICK, LOCKER):
        name.mkdir()
    for ending in KEYS:
        stand.book.with_name(stand.book.name + ending).write_bytes(bytes(32))
    page: Backup = stand.go("backup")
    page.folder.take_up(f"{STICK}")
    page.keep_folder()
    wait(lambda: page.copies.last is not None and not page.copies.busy, 20_000)
    page.try_newest()
    wait(lambda: not page.reader.busy("try"), 20_000)
    page.choose_folder = lambda _: f"{LOCKER}"
    page.copy_keys()
    wait(lambda: not page.reader.busy("keys"), 20_000)
    stand.window.frame.messages.dismiss()
    return stand.window.frame.stack


def stations(stand: Stand) -> QWidget:
    """The way to a machine that asks to be taken in: its letters, and ours."""
    page: Any = stand.go("stations")
    page.at.take_up("192.168.1.10")
    page.letters.setText("HK7D 2QXW 9RJM 4TBA")
    page.state.setText("'pit 1' asks to be taken in. Its screen must show:")
    page.theirs.setText("C3PF 8WNE 1K6Y VD0S")
    for shown in (page.ours, page.letters, page.theirs, page.same):
        shown.show()
    page.fills.take_up("1 2 3 4")
    return stand.window.frame.stack


def pit(stand: Stand) -> QWidget:
    """The way to the pit's own screen, at a table whose fill is on its way."""
    page = Pit(stand.window.station, stand.window.settings)
    page.resize(WIDE, 640)
    page.show()
    page.begin(stand.window.station.board.waiting[0].table)
    wait(page.newest.go.isVisible, 20_000)
    return page


def restore(stand: Stand) -> QWidget:
    """The way from that copy, on another machine."""
    window = Restore(Path("book.db"), stand.clock, QWidget, QWidget)
    window.resize(WIDE, 720)
    window.show()
    window.look_at(next(STICK.iterdir()))
    wait(lambda: window.held is not None and not window.working, 20_000)
    for ending, path in keys_in(LOCKER).items():
        window.take_key(ending, path)
    wait(lambda: not window.working, 20_000)
    window.last["fill"].take_up("9")
    return window


def promote(stand: Stand) -> QWidget:
    """The way to a station that becomes the cage, on the machine of a station."""
    home = alone.station(stand.book, Path("pit 1"))
    window = alone.promoting(home, stand.clock, stand.clock.at)
    window.resize(WIDE, 1060)
    window.show()
    wait(lambda: not window.working, 20_000)
    window.stick.setFocus()  # the keys may have been looked at before or after it
    return window


def drawer(stand: Stand) -> QWidget:
    """The way to a hand-over of the drawer that two have counted, each alone."""

    def count(desk: Desk) -> None:
        held = desk.journal.at("drawer")
        short = {"drawer": held | {"cash": held["cash"] - 20_00}}
        for person, role in (JO, PIA):
            desk.own_count("drawer", short, Signer(person, role, pin=stand.secrets[person][1]))

    stand.ask(count)
    return at("pass drawer")(stand)


def mistakes(stand: Stand) -> QWidget:
    """The way to tonight's lines, of which one was reversed."""

    def reverse(desk: Desk) -> None:
        paid = [entry.seq for _, entry in desk.today.facts(kinds.Redeem)]
        by = [Signer(*one, pin=stand.secrets[one[0]][1]) for one in (JO, PIA)]
        desk.reverse(paid[-1], "one rack too many", by)

    stand.ask(reverse)
    return at("reverse")(stand)


def reading(stand: Stand) -> QWidget:
    """The way to the night so far, read once before."""
    stand.ask(lambda desk: desk.reading(Signer("jo", "cashier", pin=stand.secrets["jo"][1])))
    stand.ask(
        lambda desk: desk.redeem(
            Chips.read("8x$25"), [Signer("jo", "cashier", pin=stand.secrets["jo"][1])]
        )
    )
    return at("reading")(stand)


def shooter(_: Stand) -> QWidget:
    """Craps: seat 2 made an eight and bets no more; nobody takes the dice, so seat 2 rolls, OFF."""
    felt, declines = Felt(), Seat("", (), "declines")
    seats = {2: Seat("", (), "rolls, OFF", GOOD), **dict.fromkeys((1, 3, 4, 5), declines)}
    felt.show_table((), seats, 5, 2)
    felt.resize(860, 380)
    felt.show()
    return felt


def disputed(stand: Stand) -> QWidget:
    """A dispute of tonight, and a new ruling that is being typed."""

    def write(desk: Desk) -> None:
        boss = Signer("bo", "pit boss", pin=stand.secrets["bo"][1])
        if "bo" not in desk.today.duty:
            desk.on_duty(boss)
        said = ("both had seventeen, the dealer took the wager", "the wager loses")
        desk.dispute("2", *said, [boss], seat=3)

    stand.ask(write)
    stand.settle()
    page = stand.go("overrule")
    for field, words in (
        (page.ruling, "the tie stands"),
        (page.under, "99-01.3-08-11(12)"),
        (page.reason, "equal hands tie"),
    ):
        field.take_up(words)
    return stand.window.frame.stack


def plugged_in(stand: Stand) -> QWidget:
    """The page of devices, with a scale and an adapter plugged in."""
    page: Devices = stand.go("devices")
    page.ports.look = lambda: [
        Found("/dev/hidraw1", "usb:0922:8003", "DYMO M25", "0922:8003", "hid"),
        Found("/dev/ttyUSB0", "usb:0403:6001", "FTDI FT232R", "0403:6001"),
    ]
    page.ports.begin()
    wait(lambda: page.ports.rows.count() == 2, 20_000)
    return stand.window.frame.stack


def photographed(stand: Stand) -> QWidget:
    """A chip beside a gray card, both marked, and which color of the set it may be."""
    page: CheckChip = stand.go("check chip")
    page.cameras = dict  # the machine that draws this has none, or is not asked
    page.begin()
    table = QImage(880, 440, QImage.Format.Format_RGB32)
    table.fill(QColor("#4A4038"))
    look = stand.station.board.site.chips[Chip.named("$5")]
    with QPainter(table) as painter:
        painter.drawPixmap(40, 40, chip_pixmap("$5", look, 360))
        painter.fillRect(480, 60, 360, 320, QColor("#767676"))
    page.photo.show_taken(as_png(table), print)
    wait(page.photo.isVisible, 20_000)
    plate = page.photo.plate
    for mark, box in (("spot", QRect(62, 98, 18, 18)), ("gray", QRect(300, 80, 60, 60))):
        page.photo.marks.choose(mark)
        plate.boxes[mark] = box
    plate.marked.emit()
    wait(page.photo.use.isEnabled, 20_000)
    page.photo.use.click()
    return stand.window.frame.stack


def practiced(stand: Stand) -> QWidget:
    """A sheet of practice, its first wagers answered."""
    page = stand.go("trainee")
    for said in ("w 1", "w 0.50 50c", "w 1 2x50c"):
        page.typed.edit.setText(said)
        page.take()
    return stand.window.frame.stack


def ruled(verb: str, *lines: str, game: str = "") -> Way:
    """The way to a round that is typed line by line, of a game that is chosen."""

    def way(stand: Stand) -> QWidget:
        page = stand.go(verb)
        if game:
            page.game.choose(game)
        page.again()
        for line in lines:
            page.typed.edit.setText(line)
            page.take()
        return stand.window.frame.stack

    return way


class Picture(NamedTuple):
    """How a picture of the manual is come by.

    until   the words of the first line of the night that is not played any more
    person  who is signed in
    way     leads to what is drawn: a screen, without the window around it
    high    pixels of height of the window
    practice  whether the book is for practice
    """

    until: str
    person: str
    way: Way
    high: int = 760
    practice: bool = False

    @property
    def night(self) -> tuple[str, bool]:
        """The book that it is drawn from."""
        return self.until, self.practice


STICK, LOCKER = Path("stick"), Path("locker")  # in the folder that is stood in
JO, PIA = ("jo", "cashier"), ("pia", "shift manager")
TEN, TWELVE, COUNT, CLOSE = "22:08 verify", "23:56 credit", "01:31 drop 2", "01:55 close day"
AFTER = ""
TRAY = "10x50c 150x$1 50x$5 10x$25"
HANDS = ("d: 8d ks", "1: 5 8h 3c", "3: 10 ah jd", "6: 5 tip 1 6h 5d 9s dbl")
GAMES: dict[str, tuple[str, ...]] = {  # the example on each game's page, by its code
    "nd-21": ("d: ks ah", "3: 10 10h 2d kc dbl"),
    "nj-blackjack": ("d: ks ad", "2: 10 8h 10c / 8d 9c"),
    "nj-3c21": ("d: 10s 9d", "4: 5 kh qd 5c split / kh 9d / qd 10c / 5c 10h 6d"),
    "nj-war": ("d: 9s ks", "1: 5 tie 1 9h war kd"),
    "nj-minibac": ("p: 6h kc", "b: 7d ks", "1: banker 10 tie 1", "4: player 25"),
    "nj-fah": ("d: as ah 7d 4c", "b: 2s 2d 9h jc 5s", "1: 10 ks qs 3d 4h set ks qs"),
}
POKER = ("b: 2c 7d 9s jh qd", "d: 2", "1: 5 qs 3c", "4: 5 9h 9c", "5: 1 fold")
BANKED: dict[str, str] = {"amount": "3,136.00", "slip": "20417", "bank": "First Bank, gaming"}
PICTURES = {
    "sign-in": Picture(TEN, "jo", sign_in, 700),
    "floor": Picture(TEN, "jo", at("floor"), 850),
    "slips": Picture(TEN, "jo", at("slips")),
    "fill": Picture(TEN, "jo", at("fill", table="3", chips="40x50c 60x$1 40x$5"), 880),
    "ask": Picture(TEN, "bo", at("ask", table="3", chips="40x$5"), 820),
    "cage": Picture(TEN, "jo", at("redeem", chips="6x$25 27x$5 51x$1 3x50c"), 830),
    "counts": Picture(TEN, "jo", at("tally", chips="60x$100 560x$25 1820x$5 1000x$2 500xpw$2")),
    "inventory": Picture(TEN, "jo", at("inventory", Chip.named("$5"))),
    "people": Picture(TEN, "pia", at("people")),
    "setup": Picture(TEN, "pia", at("table", table="3"), 620),
    "law": Picture(TEN, "pia", law, 700),
    "chip-set": Picture(TEN, "pia", at("chip"), 820),
    "forms": Picture(TEN, "pia", at("forms", count="50"), 600),
    "letterhead": Picture(TEN, "pia", letterhead, 820),
    "weights": Picture(TEN, "pia", at("weight", "$5", of="100", grams="1012.4"), 640),
    "devices": Picture(TEN, "pia", plugged_in, 820),
    "camera": Picture(TEN, "pia", photographed, 900),
    "printer": Picture(TEN, "pia", printer, 2000),
    "due": Picture(TEN, "pia", at("due"), 700),
    "video": Picture(TEN, "pia", at("recorder", table="1"), 640),
    "checklist": Picture(TEN, "pia", at("checklist"), 700),
    "papers": Picture(TEN, "gro", at("put away"), 700),
    "house-rules": Picture(TEN, "gro", at("options"), 820),
    "rulings": Picture(TEN, "pia", ruled("settle", *HANDS), 860),
    "game-poker": Picture(TEN, "pia", ruled("pot", *POKER), 860),
    **{
        f"game-{name}": Picture(TEN, "pia", ruled("settle", *GAMES[code], game=code))
        for name, code in (
            ("twentyone", "nd-21"),
            ("blackjack", "nj-blackjack"),
            ("threecard", "nj-3c21"),
            ("war", "nj-war"),
            ("baccarat", "nj-minibac"),
            ("fast-action", "nj-fah"),
        )
    },
    "game-shooter": Picture(TEN, "pia", shooter),
    "banks": Picture(TEN, "gro", at("reconcile bank"), 740),
    "tournaments": Picture(TEN, "gro", at("tournament"), 760),
    "inspector": Picture(TEN, "gro", at("inspect"), 520),
    "hold-low": Picture(TEN, "gro", at("review video"), 760),
    "disputes": Picture(TEN, "pia", disputed),
    "stations": Picture(TEN, "pia", stations, 820),
    "promote": Picture(TEN, "pia", promote),
    "pit": Picture(TEN, "pia", pit),
    "trainee": Picture(TEN, "pia", practiced, 860, practice=True),
    "bank": Picture(TWELVE, "jo", at("bank"), 700),
    "tables": Picture(TWELVE, "kari", at("count tray", table="1", chips=TRAY), 930),
    "credit": Picture(TWELVE, "kari", at("credit", table="1", chips="100x$1 20x$5"), 910),
    "reading": Picture(TWELVE, "jo", reading, 900),
    "drawer": Picture(TWELVE, "jo", drawer, 620),
    "mistakes": Picture(TWELVE, "jo", mistakes, 760),
    "count-room": Picture(
        COUNT, "kim", at("drop", table="2", cash="2,130.00", reason="a $20 clung to another"), 690
    ),
    "close": Picture(CLOSE, "pia", at("close")),
    "days": Picture(AFTER, "pia", at("days"), 900),
    "hold": Picture(AFTER, "gro", at("hold"), 760),
    "night": Picture(AFTER, "pia", flow, 760),
    "deposits": Picture(AFTER, "pia", at("deposit", dates=["2026-11-21"], **BANKED), 860),
    "summaries": Picture(AFTER, "pia", at("summary"), 640),
    "head-office": Picture(AFTER, "pia", at("office"), 600),
    "backup": Picture(AFTER, "pia", backup, 770),
    "restore": Picture(AFTER, "pia", restore),
}


def manual(out: Path) -> int:
    """The pictures of the manual."""
    QApplication.setCursorFlashTime(0)
    welcome = Welcome(QWidget, QWidget, QWidget, QWidget)
    welcome.resize(WIDE, 640)
    welcome.show()
    draw(welcome, wait, out / "first-night.png")
    out = out.resolve()
    cables.draw_all(out)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for night, some in groupby(PICTURES.items(), lambda item: item[1].night):
            until, practice = night
            name = f"{until.replace(':', '') or 'after'}{' practice' * practice}"
            stand = Stand(Path(folder) / name, until, practice=practice)
            for name, picture in some:
                stand.window.resize(WIDE, picture.high)
                here = stand.station.operator
                if here is None or here.id != picture.person:
                    stand.sign_in(picture.person)
                draw(picture.way(stand), stand.settle, out / f"{name}.png")
            stand.window.close()
    return 0


def draw(part: QWidget, settle: Callable[[], None], target: Path) -> None:
    """A part of a window and a little of what is around it, once nothing moves, in 256 colors."""
    window = part.window()
    place = QRect(part.mapTo(window, QPoint()), part.size()).adjusted(-EDGE, -EDGE, EDGE, EDGE)
    before = QImage()
    while (drawn := window.grab(place & window.rect()).toImage()) != before or working(window):
        before = drawn
        wait(lambda: not working(window), SOON_MS)
        settle()
        wait(most_ms=40)  # what comes of that a moment later
    drawn.save(str(target))
    Image.open(target).convert("RGB").quantize(dither=Image.Dither.NONE).save(target, optimize=True)


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


def front_page(out: Path) -> int:
    """The three pictures of the README."""
    for name, until, who in (
        ("floor", "22:08 verify", "jo"),
        ("fill", "23:57 verify", "jo"),
        ("close", "01:55 close day", "pia"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            stand = Stand(Path(folder) / "night", until)
            stand.window.resize(1440, 900)
            stand.sign_in(who)
            stand.go(name)
            if name == "fill":
                next(filled(stand))
            wait(most_ms=300)
            stand.window.grab().save(str(out / f"{name}.png"))
            stand.window.close()
    return 0


def command_line() -> argparse.Namespace:
    """What is to be drawn, and where."""
    parser = argparse.ArgumentParser(description="Draw every screen in every theme and size.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--manual", action="store_true", help="draw the manual's pictures alone")
    parser.add_argument("--front", action="store_true", help="draw those of the README alone")
    parser.add_argument("--theme", action="append", choices=LOOKS, help="may be given again")
    parser.add_argument("--size", action="append", metavar="WIDExHIGH", help="may be given again")
    only = "screens whose names begin so, such as busy-fill or sealed-; may be given again"
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help=only)
    return parser.parse_args()


def main() -> int:
    """Draw what is asked for; each theme and size in a process of its own."""
    given = command_line()
    out: Path = given.folder
    out.mkdir(parents=True, exist_ok=True)
    for name in [name for name in os.environ if name.startswith("QT_")]:
        del os.environ[name]  # no picture hangs on what the user of a machine asks Qt for
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    portions = [(look, size) for look in given.theme or LOOKS for size in given.size or EVERY[look]]
    if len(portions) > 1 and not given.manual and not given.front:
        only = [f"--only={name}" for name in given.only]
        mine = [sys.executable, __file__, str(out), *only]
        return each([*mine, f"--theme={look}", f"--size={size}"] for look, size in portions)
    app = QApplication([])
    if given.manual or given.front:
        theme.apply(app, "light" if given.manual else "dark")
        return (manual if given.manual else front_page)(out)
    app.setCursorFlashTime(0)
    look, size = portions[0]
    theme.apply(app, look)
    return portion(out / f"{look}-{size}", size, given.only)


def each(commands: Iterable[list[str]]) -> int:
    """Run commands side by side, as many as there are cores; 1 if one fails."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(lambda command: subprocess.run(command, check=False).returncode, commands)  # noqa: S603
    return int(any(done))


def portion(out: Path, size: str, only: Sequence[str]) -> int:
    """The screens in the theme of now and in one size, and sheets of them.

    only   what the names of those that are asked for begin with; none for all
    """
    wide, high = map(int, size.split("x"))
    out.mkdir(parents=True, exist_ok=True)

    def asked(name: str) -> bool:
        return not only or any(name.startswith(one) or one.startswith(name) for one in only)

    drawn = []
    with tempfile.TemporaryDirectory() as folder:
        for name, widget in shots(Path(folder), asked):
            if asked(name):
                grabbed(widget, wide, high).save(str(out / f"{name}.png"))
                drawn.append(out / f"{name}.png")
    for at, begin in enumerate(range(0, len(drawn), ACROSS * DOWN)):
        sheet(drawn[begin : begin + ACROSS * DOWN], out.with_name(f"{out.name}-{at:02}.png"))
    print(f"{out.name}: {len(drawn)} pictures in {out}, and on sheets beside it")
    return 0


def grabbed(widget: QWidget, wide: int, high: int) -> QImage:
    """A widget of that size, once nothing in it moves any more."""
    before = QImage()
    for _ in range(MOST_LOOKS):
        widget.resize(wide, high)  # the layout of before may not let it be so small at once
        widget.show()
        wait(most_ms=20)
        wait(lambda: not working(widget), SOON_MS)
        if (drawn := widget.grab().toImage()) == before:
            break
        before = drawn
    return before


def sheet(listed: Sequence[Path], target: Path) -> None:
    """Many small pictures with their names on one."""
    wide, tall = Image.open(listed[0]).size
    high = SMALL * tall // wide + 24
    page = Image.new("RGB", (SMALL * ACROSS, high * -(-len(listed) // ACROSS)), "#444")
    for at, path in enumerate(listed):
        left, top = at % ACROSS * SMALL, at // ACROSS * high
        small = Image.open(path)
        small.thumbnail((SMALL - 8, high - 28))
        page.paste(small, (left + 4, top + 22))
        ImageDraw.Draw(page).text((left + 6, top + 5), path.stem, fill="#fff")
    page.save(target)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        sys.exit(str(trouble))
