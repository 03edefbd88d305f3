"""Dots: a line for secrets. It shows how much was typed, and holds none of it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

DOT = "•"


class Dots(QLineEdit):
    """A line that holds a dot for each letter of a PIN, a badge or a password.

    A line of text tells screen readers each letter that it takes, even where it shows dots. So the
    letters are kept beside the line. To screen readers it is a line for passwords all the same: then
    they do not speak the keys either.

    pastes   whether it may be pasted; a PIN is typed

    Attributes:
        secret: what was typed.
    """

    def __init__(self, *, pastes: bool = False) -> None:
        super().__init__()
        self.secret, self._pastes = "", pastes
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)  # it writes into the line
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.textEdited.connect(self._show)  # what came in by another way than the keys goes again

    def put(self, secret: str) -> None:
        """Hold this instead of what was typed."""
        self.secret = secret
        self._show()

    def clear(self) -> None:
        """Forget it."""
        self.put("")

    def _show(self) -> None:
        self.setText(DOT * len(self.secret))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add a letter, or delete one; with everything selected, all of it."""
        before = "" if self.hasSelectedText() else self.secret
        if event.key() == Qt.Key.Key_Backspace:
            self.put(before[:-1])
        elif event.key() == Qt.Key.Key_Delete:
            self.clear()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
        elif event.matches(QKeySequence.StandardKey.Paste) and self._pastes:
            self.put(before + QGuiApplication.clipboard().text().strip())
        elif _is_letter(event):
            self.put(before + event.text())
        else:
            event.ignore()


def _is_letter(event: QKeyEvent) -> bool:
    """Whether a key types something; Control and Alt together are the third level of some keyboards."""
    control, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    held = event.modifiers() & (control | alt)
    return bool(event.text()) and event.text().isprintable() and held != control
