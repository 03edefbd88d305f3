"""A long night at a window, in a process of its own: so many slips, and what they leave in memory.

    long_night.py FOLDER SLIPS FIRST    prints the memory after the first slips and after all, in KiB

Every slip is made out, verified and received at the desk of a window that shows its floor, and is
printed into a folder.
"""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from books import DEALERS, SLIP, House, signers
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from pitdesk.book.entries import Entry
from pitdesk.clock import Clock
from pitdesk.desk import Desk
from ui.beside.timers import timer
from ui.shell.app import Program
from ui.shell.garbage import Garbage
from ui.shell.window import Window
from ui.widgets import theme
from ui.work.station import Station


def main(folder: Path, slips: int, first: int) -> None:
    """Play the night."""
    book = folder / "night.db"
    with House(book) as house:
        house.begin()
        clock = house.clock
    window = begun(QApplication([]), folder, book, clock)
    window.station.sign_in(signers("jo")[0], window.session.signin.signed.emit, _refused)
    until(lambda: not window.session.locked)
    for place in ("floor", "fill", "slips", "floor"):
        window.go(place)
        _settle(window)
    for made in range(slips):
        if made == first:
            print(_resident())
        _slip(window.station, "credit" if made % 2 else "fill")  # what goes out comes back
    print(_resident())
    window.close()


def _settle(window: Window) -> None:
    """Wait until everything asked has been answered."""
    answered: list[object] = []
    window.station.ask(lambda _: None, answered.append)
    until(lambda: bool(answered))


def begun(app: QApplication, folder: Path, book: Path, clock: Clock | None = None) -> Window:
    """The window on a book of the bench, its sign-in in front."""
    book.with_name(book.name + ".pepper").write_bytes(bytes(32))
    theme.apply(app, "dark")
    Garbage(app)
    program = Program(folder / "station", clock)
    program.setParent(app)
    program.catch_all()
    window = program.begin(book)
    assert isinstance(window, Window)
    until(lambda: window.station.ready)
    return window


def _slip(station: Station, series: str) -> None:
    gives, takes = ("jo", DEALERS["1"]) if series == "fill" else (DEALERS["1"], "jo")
    slip = _post(station, lambda desk: getattr(desk, series)("1", SLIP, signers(gives)))
    assert slip.number
    number = slip.number.number
    _post(station, lambda desk: desk.verify(series, number, signers("bo")))
    _post(station, lambda desk: desk.receive(series, number, signers(takes)))


def _post(station: Station, call: Callable[[Desk], Entry]) -> Entry:
    entries: list[Entry] = []
    station.post(call, entries.append, _refused)
    until(lambda: bool(entries))
    return entries[0]


def _refused(reasons: object) -> None:
    raise AssertionError(reasons)


def until(told: Callable[[], bool]) -> None:
    """Let the window work until that is so."""
    loop = QEventLoop()
    poll = timer(None, 0)
    poll.timeout.connect(lambda: loop.quit() if told() else None)
    poll.start()
    if not told():
        loop.exec()


def _resident() -> int:
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
