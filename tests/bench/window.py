"""A window to measure, in a process of its own that ends once what was asked for is painted.

empty         the least that a window costs
seen BOOK     the sign-in window on a book
names BOOK    the same, with the names of those who may sign in
rest BOOK     the same; it prints its memory in MiB
parts BOOK    the sign-in window in steps; it prints the processor time of each in seconds
"""

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QWidget


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


def parts(path: Path) -> None:
    """Print what each step of the way to the sign-in window costs; an empty window is the first."""
    begun = 0.0
    for name, step in _steps(path):
        step()
        now = time.process_time()
        print(f"{now - begun:.6f} {name}")
        begun = now
    os._exit(0)


def _steps(path: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    app = QApplication([])
    label = QLabel("PitDesk")
    label.resize(1366, 768)
    yield "an empty window", lambda: (label.show(), app.processEvents())
    gc.disable()
    yield "Qt's enumerations, as Python's", _names
    yield "our modules", _modules
    from ui.shell.app import Program  # noqa: PLC0415
    from ui.widgets import faces, theme  # noqa: PLC0415

    yield "our letters", faces.load
    yield "style, marks and colors", lambda: theme.apply(app, "dark")
    program, shown = Program(path.with_name("station")), list[QWidget]()
    yield "the sign-in made", lambda: shown.append(program.begin(path))
    yield "painted", lambda: (shown[0].seen.disconnect(), app.processEvents())  # type: ignore[attr-defined]


def _names() -> None:
    """What any window in Python pays for that aligns its words and wears a style."""
    from PySide6.QtCore import Qt  # noqa: PLC0415
    from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPalette  # noqa: PLC0415
    from PySide6.QtWidgets import QFrame, QSizePolicy, QStyle  # noqa: PLC0415

    assert all((Qt, QColor, QFont, QKeyEvent, QPainter, QPalette, QFrame, QSizePolicy, QStyle))


def _modules() -> None:
    import ui.shell.app  # noqa: PLC0415
    import ui.shell.screens  # noqa: F401, PLC0415


def _resident_mib() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20


if __name__ == "__main__":
    what, *files = sys.argv[1:]
    if what == "empty":
        empty()
    elif what == "parts":
        parts(Path(files[0]))
    else:
        book(Path(files[0]), what)
