"""A tour through every page of one window: made once, for all tests that look at every page."""

from collections.abc import Iterator
from typing import ClassVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.night import Quick, copied
from tests.ui.pit import Pit, made, ready
from ui.work.settings import Settings
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


class Tour:
    """A window late in the busy night, as long as one test after the other wants it.

    Attributes:
        popped: what was shown beside it while its pages were made.
    """

    pit: ClassVar[Pit | None] = None
    popped: ClassVar[list[QWidget]] = []

    @classmethod
    def joined(cls, qtbot: QtBot, folders: pytest.TempPathFactory) -> Quick:
        """User who are signed in, on the floor, in a window of the usual size."""
        user = Quick.at(qtbot, cls.pit or cls._begun(qtbot, folders))
        user.window.resize(1366, 768)
        if user.window.settings.pad:
            user.window.show_pad(False)
        user.go("floor")
        return user

    @classmethod
    def _begun(cls, qtbot: QtBot, folders: pytest.TempPathFactory) -> Pit:
        folder = folders.mktemp("tour")
        pit = cls.pit = made(*copied(folder, LATE), Settings(folder / "station.ini"))
        ready(qtbot, pit.window)
        watch = Windows()
        QApplication.instance().installEventFilter(watch)
        for _ in pages(Quick.at(qtbot, pit)):
            pass
        QApplication.instance().removeEventFilter(watch)
        cls.popped = watch.shown
        return pit

    @classmethod
    def end(cls) -> None:
        """Close it, if there is one."""
        if cls.pit:
            cls.pit.window.close()
            cls.pit.window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        cls.pit = None


def pages(user: Quick) -> Iterator[tuple[str, QWidget]]:
    """Every page of every screen, brought to the front: (what it is, the page)."""
    window = user.window
    for place in window._make:
        user.go(place)
        screen = window.frame.stack.currentWidget()
        assert screen is window.screens[place]
        for name in [*screen.forms] if isinstance(screen, Tabs) else [""]:
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
