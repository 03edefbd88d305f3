"""Keys typed into the chips of a fill, in a process of its own.

    keystrokes.py FOLDER BOOK KEYS  prints the seconds of each until all that it changes is painted

A day is opened in the book. Each key is a real event at the window's focus, offscreen.
"""

import os
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from books import House, signers
from long_night import begun, until
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

KEYS = (Qt.Key.Key_4, Qt.Key.Key_0, Qt.Key.Key_Backspace, Qt.Key.Key_Backspace)
WARM = 20  # keys before any is timed


def main(folder: Path, book: Path, keys: int) -> None:
    """Measure so many keys."""
    with House(book) as house:
        house.begin()
        clock = house.clock
    app = QApplication([])
    window = begun(app, folder, book, clock)
    window.resize(1366, 768)
    window.show()
    station = window.station
    station.sign_in(signers("jo")[0], window.session.signin.signed.emit, print)
    until(lambda: not window.session.locked)
    window.go("fill", "1")
    print(*islice(_typed(app), WARM, WARM + keys))
    window.close()


def _typed(app: QApplication) -> Iterator[float]:
    """Seconds from each key to the end of all that it asked for."""
    for key in cycle(KEYS):
        field = app.focusWidget()
        assert field, "nobody takes the keys"
        began = time.perf_counter()
        QTest.keyClick(field, key)
        app.processEvents()
        yield time.perf_counter() - began


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
