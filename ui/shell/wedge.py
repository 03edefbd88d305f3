"""Scanners and badge readers that type like a keyboard: what they type is caught before a field has it.

They are told from people by a sign before each scan, which they are set to type, or by their speed.
Enter ends a scan, and so does silence.
"""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from printers.devices.scanner import LONGEST
from ui.beside.timers import timer
from ui.widgets.parts import ENTER
from ui.work.settings import SPEED, Settings

SILENCE_MS = 100  # after which a scan with a sign before it is over
FAST_MS = 35  # from one key to the next; nobody types so fast for long
LEAST = 6  # letters of a scan that is known by its speed
HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class Wedge(QObject):
    """Catches scans among the keys of the whole program.

    Signals:
        scanned(str)   a scan, whatever has the focus
    """

    scanned = Signal(str)

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._settings = settings
        self._text = ""
        self._sign = False  # whether it began with the sign
        self._keys: list[tuple[QWidget, QKeyEvent]] = []  # held back until it is known whose they are
        self._silent = timer(self, FAST_MS)
        self._silent.setSingleShot(True)
        self._silent.timeout.connect(self._over)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._listen)

    def _listen(self) -> None:
        """Stand before all others only while a scanner types: every event there is would come by."""
        app = QApplication.instance()
        assert app
        if self._settings.wedge:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    @property
    def _on(self) -> bool:
        return bool(self._sign or self._keys)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold back what may be scanned; what proves to be typed goes on to where it was meant."""
        if event.type() != QEvent.Type.KeyPress:
            return False
        if not isinstance(watched, QWidget) or not isinstance(event, QKeyEvent):
            return False
        text, key = event.text(), Qt.Key(event.key())
        plain = bool(text) and text.isprintable() and not event.modifiers() & HELD
        if self._on and key in ENTER and (self._sign or len(self._text) >= LEAST):
            self._done()
            return True
        if self._sign:
            self._text = (self._text + text * plain)[:LONGEST]
            self._silent.start(SILENCE_MS)
            return True
        if plain and not event.isAutoRepeat() and self._may_be_scanned(text):
            self._sign = text == self._settings.wedge
            self._text += text * (not self._sign)
            self._keys.append((watched, event.clone()))
            self._silent.start(SILENCE_MS if self._sign else FAST_MS)
            return True
        self._give_back()
        return False

    def _may_be_scanned(self, text: str) -> bool:
        return self._settings.wedge in (SPEED, text)

    def _over(self) -> None:
        """Nothing more comes: it was a scan without Enter, or somebody typed."""
        if (self._sign and self._text) or len(self._text) > 2 * LEAST:
            self._done()
        else:
            self._give_back()

    def _done(self) -> None:
        text = self._text.strip()
        self._forget()
        if text:
            self.scanned.emit(text)

    def _give_back(self) -> None:
        """Send the keys where they were meant to go, in their order."""
        keys = self._keys
        self._forget()
        app = QApplication.instance()
        assert app
        app.removeEventFilter(self)
        for watched, event in keys:
            if isValid(watched):
                QCoreApplication.sendEvent(watched, event)
        app.installEventFilter(self)

    def _forget(self) -> None:
        self._silent.stop()
        self._text, self._sign, self._keys = "", False, []
