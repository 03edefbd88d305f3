"""A window to measure, in a process of its own: `empty`, or `book FILE`, ends once it is painted.

With `rest` after it, the window signs nobody in but stays a moment and prints its memory in MiB.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel


def empty() -> None:
    """The least that a window costs."""
    app = QApplication([])
    label = QLabel("PitDesk")
    label.resize(1366, 768)
    label.show()
    QTimer.singleShot(0, app.quit)
    app.exec()


def book(path: Path, *, rest: bool) -> None:
    """The sign-in window on a book, until its names are painted."""
    from ui import theme  # noqa: PLC0415
    from ui.app import Program  # noqa: PLC0415

    app = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder))
        theme.apply(app, "dark")
        window = program.begin(path)

        def look() -> None:
            if window.signin.tiles:  # type: ignore[attr-defined]
                poll.stop()
                window.repaint()
                if rest:
                    print(_resident_mib())
                app.quit()

        poll = QTimer(interval=1)
        poll.timeout.connect(look)
        poll.start()
        app.exec()
        window.close()


def _resident_mib() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20


if __name__ == "__main__":
    what, *more = sys.argv[1:]
    if what == "empty":
        empty()
    else:
        book(Path(more[0]), rest="rest" in more)
