"""The keys of the window: those of every action, those on the screen, and which field they go to."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from ui.shell.frame import Frame
from ui.shell.session import Session
from ui.widgets.parts import into_sight
from ui.work.actions import ACTIONS
from ui.work.settings import Settings
from ui.work.station import Station


class Keys(QObject):
    """Shortcuts, and the on-screen keys for the field that has the focus.

    Attributes:
        shortcuts: action → its key.
    """

    def __init__(
        self,
        station: Station,
        settings: Settings,
        session: Session,
        frame: Frame,
        escape: Callable[[], object],
    ) -> None:
        window = session.window()
        super().__init__(window)
        self._settings, self._session, self._frame = settings, session, frame
        self.shortcuts = {
            one.name: _shortcut(one.key, window, partial(station.go, one.name)) for one in ACTIONS
        }
        _shortcut("Escape", frame, escape)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def show(self) -> None:
        """Show the on-screen keys for the field that has the focus, if the settings want any."""
        field, on = QApplication.focusWidget(), self._settings.pad
        wants = isinstance(field, QLineEdit | QPlainTextEdit) and not field.property("digits")
        letters = on and wants and not self._session.locked
        self._frame.show_keys("letters" if letters else "digits" if on else "")

    def _focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        """Keep a late answer from moving the focus to a page that is not in front."""
        window = self._session.window()
        if now and before and window.isAncestorOf(now) and not now.isVisible() and before.isVisible():
            before.setFocus()
            return
        self.show()
        into_sight(now)
        QTimer.singleShot(0, self, lambda: into_sight(QApplication.focusWidget()))  # in its new room


def _shortcut(key: str, where: QWidget, does: Callable[[], object]) -> QShortcut:
    made = QShortcut(QKeySequence(key), where)
    made.setAutoRepeat(False)
    made.activated.connect(does)
    return made
