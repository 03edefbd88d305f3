"""Every screen in every look and two sizes, with an empty, a busy and a sealed book, and with bad news.

Run by `make screens`; the pictures lie in build/screens, a sheet of small ones for each look and size.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refusal, Trouble
from pitdesk.journal import Journal
from pitdesk.people import PLAIN, Pepper, Signer
from pitdesk.replay import Replay
from pitdesk.shift import read_shift
from pitdesk.sitekey import SiteKey
from printers.paper import Paper
from printers.spool import drain
from ui import screens, theme
from ui.actions import ACTIONS
from ui.app import Program
from ui.broken import Broken
from ui.first import NoBook, Welcome
from ui.form import Form
from ui.runner import Runner
from ui.signin import SignIn
from ui.station import Station
from ui.window import Window

ROOT = Path(__file__).parents[1]
BUSY = ROOT / "tests" / "shifts" / "busy.shift"
LOOKS = ("dark", "light", "contrast")
SIZES = ((1366, 768), (2560, 1440))
SMALL = 480  # pixels of width on a sheet
Shot = tuple[str, QWidget]


def wait(until: Callable[[], bool] = lambda: False, most_ms: int = 60) -> None:
    """Let the window live until something is so, for at most so long."""
    loop = QEventLoop()
    QTimer.singleShot(most_ms, loop.quit)
    check = QTimer(interval=5)
    check.timeout.connect(lambda: loop.quit() if until() else None)
    check.start()
    loop.exec()
    check.stop()


class Stand:
    """A window on a book that was played up to some time."""

    def __init__(self, folder: Path, until: str) -> None:
        """until   the words of the first line that is not played any more; "" for the whole night"""
        self.folder = folder
        folder.mkdir()
        self.book, self.clock, self.paper = folder / "book.db", SetClock(datetime.now(UTC)), Paper()
        self._play(until)
        program = Program(folder / "station", self.clock)
        self.settings = program.settings
        runner = Runner(self._open, lambda: self.paper)
        self.station = Station(runner, self.clock, width=self.paper.width)
        self.signin = SignIn(self.station)
        self.window = Window(self.station, screens.made(program), self.settings, self.signin)
        self.window.show()
        self.window.furnish()
        runner.start()
        wait(lambda: self.station.ready, 20_000)

    def _play(self, until: str) -> None:
        with Journal.create(self.book) as journal:
            desk = Desk(journal, self._pepper(), clock=self.clock, key=self._key())
            replay = Replay(desk, self.clock, lambda desk: drain(desk, self.paper), self.paper.jam)
            lines = []
            for line in read_shift(BUSY):
                if until and line.time and until in f"{line.time[0]:02}:{line.time[1]:02} {line.words}":
                    break
                if not line.words.startswith("expect"):
                    lines.append(line)
            list(replay.play(lines))
            self.secrets = replay.secrets

    def _pepper(self) -> Pepper:
        return Pepper.kept(self.book.with_name("pepper"), PLAIN)

    def _open(self) -> Desk:
        return Desk(Journal.open(self.book), self._pepper(), clock=self.clock, key=self._key())

    def _key(self) -> SiteKey:
        return SiteKey.kept(self.book.with_name("key"))

    def ask(self, call: Callable[[Desk], Any]) -> Any:
        """Ask the desk something."""
        answers: list[Any] = []
        self.station.runner.ask(call, answers.append)
        wait(lambda: bool(answers), 20_000)
        return answers[0]

    def settle(self) -> None:
        """Wait until everything asked has been answered, and what is read elsewhere is there."""
        answered: list[object] = []
        self.station.runner.ask(lambda _: None, answered.append)
        wait(lambda: bool(answered), 20_000)
        wait(most_ms=120)

    def sign_in(self, person: str) -> None:
        """Sign somebody in."""
        _, secret = self.secrets[person]
        self.signin.pick(person)
        self.station.sign_in(
            Signer(person, "", pin=secret), lambda _: self.signin.signed.emit(person), lambda _: None
        )
        self.settle()

    def go(self, name: str, what: object = None) -> Form:
        """Go to a verb."""
        self.window.go(name, what)
        self.settle()
        screen = self.window.stack.currentWidget()
        return screen.forms[screen.current] if hasattr(screen, "forms") else screen  # type: ignore[union-attr]


def shots(folder: Path) -> Iterator[Shot]:
    """Every screen, one after another."""
    yield "first-welcome", Welcome(lambda: QWidget(), lambda: QWidget())
    words = f"The book {Path('book.db')} is held by another program. Close it there, then try again."
    yield "first-no-book", NoBook(words, lambda: QWidget(), lambda: QWidget())
    yield "broken", Broken("Traceback (most recent call last):\n  …\nAssertionError: the day does not add up")
    for state, until in (("empty", "16:02 open day"), ("busy", "22:08 verify"), ("sealed", "")):
        stand = Stand(folder / state, until)
        yield f"{state}-sign-in", stand.window
        stand.sign_in("jo" if state != "empty" else "pia")
        for known in ACTIONS:
            if known.name in ("lock", "keypad"):
                continue
            stand.go(known.name)
            yield f"{state}-{known.name.replace(' ', '-')}", stand.window
        if state == "busy":
            yield from filled(stand)
            yield from bad_news(stand)
        stand.window.close()


def filled(stand: Stand) -> Iterator[Shot]:
    """Forms with figures in them, and the keys to touch."""
    stand.go("floor")
    form = stand.go("fill")
    form.table.choose("2")  # type: ignore[attr-defined]
    form.chips.set_chips(Chips.read("80x50c 60x$1 100x$5"))  # type: ignore[attr-defined]
    form.signers.first().setFocus()
    stand.settle()
    yield "busy-fill-filled", stand.window
    stand.window.show_pad(True)
    wait()
    yield "busy-fill-keypad", stand.window
    stand.window.show_pad(False)
    form = stand.go("redeem")
    form.chips.set_chips(Chips.read("6x$25 27x$5 51x$1 3x50c"))  # type: ignore[attr-defined]
    stand.settle()
    yield "busy-redeem-filled", stand.window
    stand.go("find").line.setText("tab")  # type: ignore[attr-defined]
    yield "busy-find-found", stand.window
    code = stand.ask(lambda desk: desk.code(desk.slip("fill", 1), "copy", void=False).qr)
    for name, text in (("genuine", code), ("forged", code[:-1] + ("1" if code[-1] == "0" else "0"))):
        form = stand.go("check slip")
        form.code.edit.setText(text)  # type: ignore[attr-defined]
        form.check()  # type: ignore[attr-defined]
        stand.settle()
        yield f"busy-check-slip-{name}", stand.window
    form = stand.go("found")
    form.where.choose("records")  # type: ignore[attr-defined]
    form._scan(code)  # type: ignore[attr-defined]
    stand.settle()
    yield "busy-found-scanned", stand.window


def bad_news(stand: Stand) -> Iterator[Shot]:
    """What is refused, what is wrong, what does not print, who is locked out."""
    form = stand.go("fill")
    form.start_over()
    form.table.choose("2")  # type: ignore[attr-defined]
    form.chips.set_chips(Chips.read("9000x$5"))  # type: ignore[attr-defined]
    form.signers.places[0].pin.edit.setText("1111")
    form.post()
    stand.settle()
    yield "bad-refused", stand.window
    form.chips.quick.setText("")  # type: ignore[attr-defined]
    next(iter(form.chips._rows.values())).loose.setText("12a")  # type: ignore[attr-defined]
    form.chips._took()  # type: ignore[attr-defined]
    yield "bad-letters", stand.window
    form.start_over()
    stand.window.say("stop", "The book cannot be written: the disk is full. Nothing was written. Free it, try again.")
    yield "bad-disk", stand.window
    stand.window.watch.printer_said("paper has no folder for slips. Make it, or name another, then print.")
    stand.go("floor")
    yield "bad-printer", stand.window
    stand.window.watch.printer_said("")
    stand.window.lock()
    stand.signin.pick("jo")
    words = "Too many wrong PINs for jo: wait 1740 seconds, or have the gaming manager unlock it."
    stand.signin.notice.tell([Refusal("pd.initials", "House rule: initials", words)])
    yield "bad-locked-out", stand.window


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


def main() -> int:
    """Draw them all, in all looks or those that are named; with --front the README's alone."""
    out, looks = Path(sys.argv[1]), sys.argv[2:] or LOOKS
    app = QApplication([])
    if looks == ["--front"]:
        theme.apply(app, "dark")
        return front_page(out)
    drawn = 0
    for look in looks:
        theme.apply(app, look)
        pictures: dict[tuple[int, int], list[tuple[str, Path]]] = {size: [] for size in SIZES}
        with tempfile.TemporaryDirectory() as folder:
            for name, widget in shots(Path(folder)):
                for wide, high in SIZES:
                    path = out / f"{look}-{wide}x{high}" / f"{name}.png"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    widget.resize(wide, high)
                    widget.show()
                    wait(most_ms=20)
                    widget.grab().save(str(path))
                    pictures[wide, high].append((name, path))
                    drawn += 1
        for (wide, high), listed in pictures.items():
            sheet(listed, out / f"{look}-{wide}x{high}.png")
        print(f"{look}: {drawn} pictures so far", flush=True)
    print(f"{drawn} pictures in {out}, on a sheet for each look and size")
    return 0


def sheet(listed: list[tuple[str, Path]], target: Path, across: int = 4) -> None:
    """Many small pictures with their names on one."""
    first = QPixmap(str(listed[0][1]))
    high = SMALL * first.height() // first.width() + 24
    down = -(-len(listed) // across)
    page = QPixmap(SMALL * across, high * down)
    page.fill(QColor("#444"))
    painter = QPainter(page)
    painter.setPen(QColor("#fff"))
    smooth, keep = Qt.TransformationMode.SmoothTransformation, Qt.AspectRatioMode.KeepAspectRatio
    for at, (name, path) in enumerate(listed):
        left, top = at % across * SMALL, at // across * high
        small = QPixmap(str(path)).scaled(SMALL - 8, high - 28, keep, smooth)
        painter.drawPixmap(left + 4, top + 22, small)
        painter.drawText(QRect(left + 6, top, SMALL, 22), Qt.AlignmentFlag.AlignVCenter, name)
    painter.end()
    page.save(str(target))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        sys.exit(str(trouble))
