"""A tour through every page of a window."""

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pitdesk.clock import SetClock
from tests.ui.night import Quick, copied
from tests.ui.pit import Pit
from tests.ui.stand import stands
from ui.work.tabs import Tabs

LATE = (1, 46)  # every verb has something to offer: slips, boxes, a team, an IOU


class Windows(QObject):
    """Notes every window that is shown while it watches."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[QWidget] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(watched)
        return False


POPPED: list[QWidget] = []  # what was shown beside the window while its pages were made


@stands()
def tour(qtbot: QtBot, tmp_path: Path, open_window: Callable[[Path, SetClock], Pit]) -> Quick:
    """User on the floor, late in the busy night, at a window whose pages are all made."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path, LATE)))
    watch = Windows()
    QApplication.instance().installEventFilter(watch)
    for _ in pages(user):
        pass
    QApplication.instance().removeEventFilter(watch)
    POPPED[:] = watch.shown
    user.go("floor")
    return user


def pages(user: Quick, which: int = 0, of: int = 1) -> Iterator[tuple[str, QWidget]]:
    """Every page of every screen, or one of so many, brought to the front: (what it is, the page)."""
    window, turn = user.window, cycle(range(of))
    for place in window._make:
        user.go(place)
        screen = window.frame.stack.currentWidget()
        assert screen is window.screens[place]
        for name in [*screen.forms] if isinstance(screen, Tabs) else [""]:
            if next(turn) != which:
                continue
            if isinstance(screen, Tabs):
                screen.show_form(name)
            user.settle()
            user.qtbot.wait(20 if place == "days" else 1)  # the desk does not know of past days
            yield f"{place} {name}".strip(), screen.forms[name] if name else screen


def in_sight(widget: QWidget) -> Iterator[QWidget]:
    """What of a window is seen, and no page behind it: of those there are thousands of parts."""
    for one in widget.children():
        if isinstance(one, QWidget) and one.isVisible():
            yield one
            yield from in_sight(one)
