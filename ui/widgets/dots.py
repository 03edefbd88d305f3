"""Dots: a line for secrets that shows how much was typed and holds none of it; and lines without any."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from ui.aloud.keys import UNTOLD
from ui.aloud.voice import announce
from ui.widgets.parts import Question

DOT = "•"
PIN = re.compile(r"\d{4,8}")  # what may be one, where it is all that was typed
ASKED = "Digits alone were wiped here. Was that your PIN?"


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
        self.setProperty(UNTOLD, True)
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


class Words(QLineEdit):
    """A line of free text that no PIN gets into.

    Four to eight digits alone are shown as dots, and are no text. Enter, or leaving the line, wipes
    them, and asks whether they were a PIN. What the program puts there was text before, and stays.

    number   whether a number is meant: then digits alone are text

    Attributes:
        ask: the question; it stands below the line.
    """

    def __init__(self, *, number: bool = False) -> None:
        super().__init__()
        self._number = self._meant = number
        self.ask = Question(ASKED, {"Yes": self._empty, "No, a number": self._mean})
        self.textChanged.connect(self._hide_digits)
        self.textEdited.connect(self.ask.hide)

    @property
    def _secret(self) -> bool:
        return not self._meant and bool(PIN.fullmatch(super().text().strip()))

    def text(self) -> str:
        """What was typed; nothing where it may be a PIN."""
        return "" if self._secret else super().text()

    def setText(self, text: str | None) -> None:
        """Put a text there that is known to be one."""
        self.ask.hide()
        self._meant = self._number or bool(PIN.fullmatch((text or "").strip()))
        super().setText(text or "")

    def settle(self) -> bool:
        """Wipe what may be a PIN, and ask whether it was; returns whether it did."""
        if asks := self._secret:
            self.setText("")  # what could be undone is gone as well
            self.ask.show()
            announce(self.ask, ASKED, urgent=True)
        return asks

    def _hide_digits(self) -> None:
        mode = self.EchoMode.Password if self._secret else self.EchoMode.Normal
        if self.echoMode() != mode:
            self.setEchoMode(mode)

    def _empty(self) -> None:
        self.setText("")
        self.setFocus()

    def _mean(self) -> None:
        self._empty()
        self._meant = True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving it settles what was typed."""
        super().focusOutEvent(event)
        self.settle()
