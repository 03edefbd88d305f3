"""Frames of a large floor and a long register, in a process of its own.

    frames.py FOLDER BOOK STEPS LOOKS PLACES

It prints, each with its seconds: floor, slips; quiet, the slips once more, and faulty, beside devices
that flood, garble and are unplugged; search; dressed and painted, a theme put on all screens and a paint
of the one in front; and empty, the view that nothing stands in.

A frame is a step of the wheel and the whole repaint after it: of floor, slips and empty what the thread
of the window works for it, of quiet and faulty what passes until it stands there. Of a search it is what
holds the loop of events while the book is searched: the longest wait of a timer that is always due.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import cycle, islice, pairwise
from pathlib import Path
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from books import signers
from long_night import begun, until
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QListView

from printers.devices.sim import FAULTS, Counter, Faulty, Scale, Scanner, plugged
from ui.beside.timers import timer
from ui.floor.screen import Floor
from ui.shell.window import Window
from ui.slips.register import Register
from ui.widgets import theme
from ui.work.station import Station

TABLES, SLIPS = 300, 100_000
BESIDE = {  # kind → its model, a simulator of it, what is done at it
    "counter": ("Counter that prints a report", Counter, "20x$20 3x$5"),
    "scale": ("Mettler Toledo, MT-SICS", Scale, "512.4"),
    "scanner": ("Scanner on a serial or USB-serial line", Scanner, "PITDESK RACK $5"),
}
LOOKS = ("light", "contrast", "dark")


def main(folder: Path, book: Path, steps: int, looks: int, places: int) -> None:
    """Measure so many steps of the wheel, and so many changes of the theme over the pages of places."""
    app = QApplication([])
    window = begun(app, folder, book)
    station = window.station
    window.resize(1366, 768)
    station.sign_in(signers("jo")[0], window.session.signin.signed.emit, print)
    until(lambda: not window.session.locked)
    print("floor", *_floor(window, station, steps))
    print("slips", *_slips(window, steps))
    print("quiet", *_scrolled(_register(window).table, steps, time.perf_counter))
    print("faulty", *_beside_faults(window, steps))
    print("search", _search(window))
    print("dressed", *_dressed(app, window, looks, places))
    print("painted", *(_painted(window) for _ in range(looks)))
    empty = QListView()
    empty.resize(1000, 600)
    empty.show()
    QApplication.processEvents()
    print("empty", *_scrolled(empty, steps))
    window.close()


def _floor(window: Window, station: Station, steps: int) -> Iterator[float]:
    floor = window.shown("floor")
    assert isinstance(floor, Floor)
    window.go("floor")
    board = station.board
    spots = islice(cycle(board.spots), TABLES)
    tables = tuple(replace(spot, table=str(at)) for at, spot in enumerate(spots))
    floor.model.show_board(replace(board, spots=tables), station.now())
    QApplication.processEvents()
    assert floor.tables.verticalScrollBar().maximum()
    return _scrolled(floor.tables, steps)


def _slips(window: Window, steps: int) -> Iterator[float]:
    register = _register(window)
    model = register.model
    rows = list(islice(cycle(model.rows), SLIPS))
    model.show_rows(rows)
    QApplication.processEvents()
    return _scrolled(register.table, steps)


def _beside_faults(window: Window, steps: int) -> Iterator[float]:
    """The register once more, while a counter, a scale and a scanner do all that goes wrong."""
    chance, devices = Random(18), window.devices
    with ExitStack() as stack:
        cables = []
        for kind, (model, sim, _) in BESIDE.items():
            cable = stack.enter_context(plugged(Faulty(sim(), chance, FAULTS, one_in=2)))
            devices.use(kind, f"{model}@{cable.path}")
            cables.append((cable, BESIDE[kind][2]))
        until(lambda: devices.state["scanner"] == "")
        ends = threading.Event()

        def go_on() -> None:
            while not ends.wait(1 / 50):
                for cable, words in cables:
                    cable.do(words)

        busy = threading.Thread(target=go_on, daemon=True)
        busy.start()
        yield from _scrolled(_register(window).table, steps, time.perf_counter)
        ends.set()
        busy.join(5)
        for kind in BESIDE:
            devices.use(kind, "")


def _search(window: Window) -> float:
    """The longest hold while the book is searched."""
    register = _register(window)
    found: list[object] = []
    register.model.modelReset.connect(lambda: found.append(True))
    ticks = [time.perf_counter()]
    beat = timer(None, 0)
    beat.timeout.connect(lambda: ticks.append(time.perf_counter()))
    beat.start()
    register.line.setText("table 2")
    until(lambda: bool(found))
    beat.stop()
    return max(after - before for before, after in pairwise(ticks))


def _dressed(app: QApplication, window: Window, looks: int, places: int) -> Iterator[float]:
    """Seconds of each change of the theme, with all screens of so many places made."""
    for place in islice(window._make, places):
        tabs = getattr(window.shown(place), "forms", {})
        assert [tabs[name] for name in tabs] or not tabs  # a page is made when it is looked at
    window.go("floor")
    for look in islice(cycle(LOOKS), looks):
        QApplication.processEvents()
        began = time.perf_counter()
        theme.apply(app, look)
        yield time.perf_counter() - began


def _painted(window: Window) -> float:
    began = time.perf_counter()
    window.grab()
    return time.perf_counter() - began


def _register(window: Window) -> Register:
    window.go("slips")
    slips = window.shown("slips")
    register: Register = slips.register  # type: ignore[attr-defined]
    until(lambda: bool(register.model.rows))
    return register


def _scrolled(
    view: QAbstractScrollArea, steps: int, clock: Callable[[], float] = time.thread_time
) -> Iterator[float]:
    """Seconds of each step down and the whole repaint after it."""
    bar = view.verticalScrollBar()
    bar.setValue(0)
    step: Callable[[int], int] = lambda at: bar.maximum() * at // steps  # noqa: E731
    for at in range(steps):
        began = clock()
        bar.setValue(step(at))
        view.viewport().repaint()
        yield clock() - began


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
