"""A tour through every page of a window."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QLoggingCategory, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pitdesk.clock import SetClock
from tests.ui.night import Quick, copied
from tests.ui.pit import Pit
from tests.ui.stand import stands
from ui.work.tabs import Tabs

LATE = (1, 46)  # every verb has something to offer: slips, boxes, a team, an IOU


POPPED: list[str] = []  # what was shown beside the window while its pages were made


@contextmanager
def popped() -> Iterator[list[str]]:
    """What is shown as a window of its own, be it for a moment: parts that have no place yet.

    Qt says so where it is asked for its messages. A filter of events would have to see each of half a
    million, which takes a quarter of the time of the tour.
    """
    found: list[str] = []

    def note(kind: QtMsgType, where: QMessageLogContext, words: str) -> None:
        if where.category == "qt.widgets.showhide" and "QWidgetWindow(" in words and " to true" in words:
            found.append(words)

    before = qInstallMessageHandler(note)
    QLoggingCategory.setFilterRules("qt.widgets.showhide.debug=true")
    try:
        yield found
    finally:
        QLoggingCategory.setFilterRules("")
        qInstallMessageHandler(before)


@stands()
def tour(qtbot: QtBot, tmp_path: Path, open_window: Callable[[Path, SetClock], Pit]) -> Quick:
    """User on the floor, late in the busy night, at a window whose pages are all made."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path, LATE)))
    with popped() as found:
        for _ in pages(user):
            pass
    POPPED[:] = found
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
