"""Dots: a line for secrets that shows how much was typed and holds none of it; and lines without any."""

import re

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit

from ui.aloud.keys import UNTOLD
from ui.aloud.voice import announce
from ui.beside.timers import timer
from ui.widgets.parts import ENTER, Question

DOT = "•"
BADGE_MS = 60  # a reader's next letter is there by then
HABIT_MS = 1_500  # until then, Enter is what the hand types after every PIN
HELD = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
TAKES = (*ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Escape)
PARTS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride)
PIN = re.compile(r"\d{4,8}")  # what may be one, where it is all that was typed
ASKED = "Digits alone were wiped here. Was that your PIN?"


def needs(digits: int | None) -> str:
    """Whether Enter is needed after a PIN of so many digits; 0 for a number that nobody knows."""
    return "" if digits is None else f"{digits} digits" if digits else "then Enter"


class LastDigit(QObject):
    """Tells when the last digit of a PIN is there, where it is known how many it has.

    A badge may begin with as many digits. So it waits for a moment whether more comes, and another key
    than a letter's ends the wait. After it, Enter goes nowhere for a while: no hand forgets it at once.

    came   the PIN is whole
    """

    came = Signal()

    def __init__(self, line: QObject) -> None:
        """line   where the PIN is typed"""
        super().__init__(line)
        self._line = line
        self._wait = timer(self, BADGE_MS, once=True)
        self._wait.timeout.connect(self._waited)

    def typed(self, secret: str, digits: int) -> None:
        """Look at what is typed now; of `digits` it takes 0 for a number that nobody knows."""
        self.forget()
        if digits and len(secret) == digits and secret.isdigit():
            self._wait.start(BADGE_MS)
            self._line.installEventFilter(self)

    def forget(self) -> None:
        """Wait no more: Enter came, or it was taken back."""
        self._wait.stop()
        self._line.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that leads away comes after the PIN that was typed before it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in TAKES:
                self.forget()
            elif event.key() not in HELD and not _is_letter(event):
                self._end()
        return False

    def _waited(self) -> None:
        if self._wait.interval():
            self._wait.start(0)  # keys that came while the machine was busy are taken first
        else:
            self._end()

    def _end(self) -> None:
        self.forget()
        app = QApplication.instance()
        assert app
        _Habit(app)
        self.came.emit()


class _Habit(QObject):
    """Takes the Enter that nobody needed, for a while; the next other key ends that."""

    def __init__(self, app: QObject) -> None:
        super().__init__(app)
        self._app = app
        self._ends = timer(self, HABIT_MS, once=True)
        self._ends.timeout.connect(self._end)
        self._ends.start()
        app.installEventFilter(self)

    def _end(self) -> None:
        self._app.removeEventFilter(self)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Nothing sees an Enter."""
        if not isinstance(event, QKeyEvent) or event.type() not in PARTS:
            return False
        enter = event.key() in ENTER
        if not enter and event.type() == QEvent.Type.KeyPress and event.key() not in HELD:
            self._end()
        return enter


class Dots(QLineEdit):
    """A line that holds a dot for each letter of a PIN, a badge or a password.

    A line of text tells screen readers each letter that it takes, even where it shows dots. So the
    letters are kept beside the line. To screen readers it is a line for passwords all the same: then
    they do not speak the keys either.

    pastes   whether it may be pasted; a PIN is typed

    Attributes:
        secret: what was typed.
        digits: how many it has once it is whole; 0 where nobody knows.
        last: tells when it is.
    """

    def __init__(self, *, pastes: bool = False) -> None:
        super().__init__()
        self.secret, self._pastes = "", pastes
        self.digits, self.last = 0, LastDigit(self)
        self.setProperty(UNTOLD, True)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)  # it writes into the line
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.textEdited.connect(self._show)  # what came in by another way than the keys goes again

    def put(self, secret: str) -> None:
        """Hold this instead of what was typed."""
        self.secret = secret
        self.last.forget()
        self._show()

    def clear(self) -> None:
        """Forget it."""
        self.put("")

    def expect(self, digits: int | None) -> None:
        """Say whether Enter is needed: not after so many digits; after 0 it is. None says nothing."""
        self.digits = digits or 0
        self.setPlaceholderText(needs(digits))
        self.setToolTip(needs(digits))

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
            self.last.typed(self.secret, self.digits)
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

    def leaves_it(self) -> bool:
        """Leave the line empty, where it is asked: Enter says so, and goes no further."""
        asked = not self.ask.isHidden()
        self.ask.hide()
        return asked

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
