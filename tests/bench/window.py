"""A window to measure, in a process of its own that ends once what was asked for is painted.

empty         the least that a window costs
seen BOOK     the sign-in window on a book
names BOOK    the same, with the names of those who may sign in
rest BOOK     the same; it prints its memory in MiB
"""

import gc
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel


def empty() -> None:
    """Nothing but a label."""
    app = QApplication([])
    label = QLabel("PitDesk")
    label.resize(1366, 768)
    label.show()
    QTimer.singleShot(0, lambda: os._exit(0))
    app.exec()


def book(path: Path, until: str) -> None:
    """The sign-in window on a book, begun as `ui.__main__` and `ui.shell.app` begin it."""
    gc.disable()
    from ui.shell.app import Program  # noqa: PLC0415
    from ui.shell.garbage import Garbage  # noqa: PLC0415
    from ui.widgets import theme  # noqa: PLC0415

    app = QApplication([])
    program = Program(path.with_name("station"))
    theme.apply(app, "dark")
    Garbage(app)
    window = program.begin(path)
    if until == "seen":
        window.seen.disconnect()  # type: ignore[attr-defined]
        window.seen.connect(lambda: os._exit(0))  # type: ignore[attr-defined]

    def look() -> None:
        if window.session.signin.tiles:  # type: ignore[attr-defined]
            poll.stop()
            window.repaint()
            if until == "rest":
                print(_resident_mib())
            app.quit()

    poll = QTimer()
    poll.setInterval(1)
    poll.timeout.connect(look)
    poll.start()
    app.exec()
    window.close()


def _resident_mib() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20


if __name__ == "__main__":
    what, *files = sys.argv[1:]
    if what == "empty":
        empty()
    else:
        book(Path(files[0]), what)
