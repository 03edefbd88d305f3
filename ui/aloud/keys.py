"""Keys: they go to the window at once and in order, and those of a secret to nobody else.

Where a screen reader runs, Qt gives each key to it first, and to the window once it has answered. Until
then a shortcut overtakes what was typed before it, and the reader hears each digit of a PIN. So the
window takes its keys itself. The reader gets them too, to speak them; of a secret it gets none. While
the reader's own key is held, Insert or Caps Lock, the keys are the reader's.
"""

from collections import deque

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication

from ui.beside.timers import timer

KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
READERS = (Qt.Key.Key_Insert, Qt.Key.Key_CapsLock)
LOOK_MS = 250  # between two looks whether a reader was started
MOST = 512  # keys that a reader has not answered yet
UNTOLD = "untold"  # the property of a widget whose keys are told nobody
_Known = tuple[QEvent.Type, int, int]


class ReaderKeys(QObject):
    """Takes every key before Qt gives it away, as long as something reads the window."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app, self._behind = app, _Behind(self)
        self._given: deque[_Known] = deque(maxlen=MOST)  # to the window; they come once more
        self._held: set[int] = set()  # of the reader's own keys
        self._giving = False
        app.focusChanged.connect(self._focus_moved)
        looks = timer(self, LOOK_MS)
        looks.timeout.connect(self._stand_first)
        looks.start()

    def _focus_moved(self) -> None:
        self._held.clear()
        self._stand_first()

    def _stand_first(self) -> None:
        """Stand before whoever came since: a reader may be started at any time."""
        self._app.removeEventFilter(self)
        if QAccessible.isActive():
            self._app.installEventFilter(self)
            for window in self._app.topLevelWindows():
                window.installEventFilter(self._behind)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give a key to the window. Here it ends if it is nobody else's, or comes once more."""
        if event.type() not in KEYS or self._giving or not isinstance(watched, QWindow):
            return False
        assert isinstance(event, QKeyEvent)
        if not event.spontaneous():
            return self.came_again(event)
        secret = bool((focus := QApplication.focusWidget()) and focus.property(UNTOLD))
        if self._is_readers(event) and not (secret and event.text().strip()):
            return False
        if not secret:
            self._given.append(_known(event))
        self._giving = True
        try:
            QCoreApplication.sendEvent(watched, _copy(event))
        finally:
            self._giving = False
        return secret

    def came_again(self, event: QKeyEvent) -> bool:
        """Whether a key was given to the window before."""
        known = _known(event)
        if known not in self._given or self._giving:
            return False
        while self._given.popleft() != known:
            pass
        return True

    def _is_readers(self, event: QKeyEvent) -> bool:
        """Whether the reader's own key is this one, or is held."""
        if event.key() in READERS:
            held = self._held.add if event.type() == QEvent.Type.KeyPress else self._held.discard
            held(event.key())
            return True
        return bool(self._held)


class _Behind(QObject):
    """Stands before the window itself: there ends what no reader took."""

    def __init__(self, keys: ReaderKeys) -> None:
        super().__init__(keys)
        self._keys = keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End what the window has already."""
        return isinstance(event, QKeyEvent) and event.spontaneous() and self._keys.came_again(event)


def _known(event: QKeyEvent) -> _Known:
    return event.type(), event.key(), event.nativeScanCode()


def _copy(event: QKeyEvent) -> QKeyEvent:
    made = QKeyEvent(
        event.type(),
        event.key(),
        event.modifiers(),
        event.nativeScanCode(),
        event.nativeVirtualKey(),
        event.nativeModifiers(),
        event.text(),
        event.isAutoRepeat(),
        event.count(),
    )
    made.setTimestamp(event.timestamp())
    return made
