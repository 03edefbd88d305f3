"""Keys as they were meant: digits whatever Num Lock and the layout say, and once what is held.

With Num Lock off, the keys of the number pad move instead. On a French keyboard the row above the
letters types other signs without Shift. Where digits are typed, either gives its digit all the same.

An Enter that is held posts, and what comes to the front then finds it still held. It does nothing there.
An X server tells of each repeat as up and down at one time. Qt now and then takes it for a new key, and
a held F2 for two.
"""

import sys

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from ui.widgets.parts import ENTER

K = Qt.Key
NUMBER_PAD = {
    **{K.Key_Insert: "0", K.Key_End: "1", K.Key_Down: "2", K.Key_PageDown: "3", K.Key_Left: "4"},
    **{K.Key_Clear: "5", K.Key_Right: "6", K.Key_Home: "7", K.Key_Up: "8", K.Key_PageUp: "9"},
    K.Key_Delete: ".",
}
ROW = "1234567890"  # above the letters, from the left
FRENCH = dict(zip("&é\"'(-è_çà", ROW, strict=True))  # what that row types there
FIRST = {"windows": 2}  # what a system calls the first key of the row, where it is not LINUX
LINUX = 10
AT_ONCE_MS = 1  # between up and down of a key that repeats
ALONE = frozenset({*ENTER, K.Key_Escape, *range(K.Key_F1, K.Key_F35 + 1)})  # keys that do something
WITH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier  # as any does with these
FREE = (QLineEdit, QPlainTextEdit, QTextEdit)  # of words, unless they are for digits


class Meant(QObject):
    """Gives every field the digits that were meant, and nobody what repeats of a key that does more.

    It stands before the one that has the focus alone: before all, it would slow every event down.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._up = 0, 0  # which key went up last, and when by the system's clock
        app.focusChanged.connect(self._follow)
        self._follow(None, app.focusWidget())

    def _follow(self, left: QWidget | None, entered: QWidget | None) -> None:
        if left:
            left.removeEventFilter(self)
        if entered:
            entered.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Send the digit in the place of the key; end what repeats."""
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return False
        if event.type() == QEvent.Type.KeyRelease:
            self._up = event.key(), event.timestamp()
            return False
        if _does_something(event, watched):
            if held := self._is_held(event):
                event.accept()  # so no shortcut takes it either
            return held
        if event.type() != QEvent.Type.KeyPress:
            return False
        meant = _on_pad(event) or ("" if _is_for_words(watched) else _in_row(event))
        if meant:
            QCoreApplication.sendEvent(watched, _typed(meant, event))
        return bool(meant)

    def _is_held(self, event: QKeyEvent) -> bool:
        """Whether a key goes down that is down already; a driver that types takes longer."""
        (up, up_ms), at = self._up, event.timestamp()  # 0 of one that a program made
        again = event.key() == up and at > 0 and up_ms <= at <= up_ms + AT_ONCE_MS
        return again or (event.isAutoRepeat() and event.key() in ENTER)


def _does_something(event: QKeyEvent, watched: QWidget) -> bool:
    """Whether a key is no letter that is typed, and moves nothing."""
    presses = event.key() == K.Key_Space and isinstance(watched, QAbstractButton)
    return event.key() in ALONE or bool(event.modifiers() & WITH) or presses


def _on_pad(event: QKeyEvent) -> str:
    """The digit of a key of the number pad that would move; Macs have no Num Lock."""
    pad = event.modifiers() == Qt.KeyboardModifier.KeypadModifier and sys.platform != "darwin"
    return NUMBER_PAD.get(K(event.key()), "") if pad else ""


def _in_row(event: QKeyEvent) -> str:
    """The digit of a key above the letters that types something else."""
    text, code = event.text(), event.nativeScanCode()
    if event.modifiers() != Qt.KeyboardModifier.NoModifier or not text or text in f"{ROW}*":
        return ""
    if not code:  # made by a program: it has no place on a keyboard
        return FRENCH.get(text.lower(), "") if text != "-" else ""
    at = code - FIRST.get(QGuiApplication.platformName(), LINUX)
    return ROW[at] if 0 <= at < len(ROW) else ""


def _is_for_words(one: QWidget) -> bool:
    listed = isinstance(one, QComboBox) and one.isEditable()
    return listed or (isinstance(one, FREE) and not one.property("digits"))


def _typed(digit: str, event: QKeyEvent) -> QKeyEvent:
    return QKeyEvent(
        event.type(),
        ord(digit),
        event.modifiers(),
        event.nativeScanCode(),
        event.nativeVirtualKey(),
        event.nativeModifiers(),
        digit,
        event.isAutoRepeat(),
        event.count(),
    )
