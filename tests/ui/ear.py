"""What a screen reader hears: the words of every event that Qt tells it, and all that it may read."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import PySide6
import pytest
import shiboken6
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QAccessibleTextInsertEvent,
    QAccessibleTextRemoveEvent,
    QAccessibleTextUpdateEvent,
    QAccessibleValueChangeEvent,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

Event = QAccessible.Event
TOLD = {  # the events that carry words, and how each gives them
    Event.TextInserted: (QAccessibleTextInsertEvent, ("textInserted",)),
    Event.TextRemoved: (QAccessibleTextRemoveEvent, ("textRemoved",)),
    Event.TextUpdated: (QAccessibleTextUpdateEvent, ("textRemoved", "textInserted")),
    Event.ValueChanged: (QAccessibleValueChangeEvent, ("value",)),
}
INSTALL = "_ZN11QAccessible20installUpdateHandlerEPFvP16QAccessibleEventE"
TYPE_AT = 8  # of an event in memory: behind the pointer to its class
Heard = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@contextmanager
def listening() -> Iterator[list[str]]:
    """Every word that Qt tells a screen reader in the meantime."""
    libraries = [*Path(PySide6.__file__).parent.glob("Qt/lib/libQt6Gui.so.6")]
    if not libraries:
        pytest.skip("Qt's library is elsewhere here")
    install = getattr(ctypes.CDLL(str(libraries[0])), INSTALL)
    install.restype, install.argtypes = ctypes.c_void_p, [Heard]
    heard: list[str] = []

    def hear(at: int) -> None:
        kind = Event(ctypes.c_int.from_address(at + TYPE_AT).value)
        if kind in TOLD:
            made, words = TOLD[kind]
            event: QAccessibleEvent = shiboken6.wrapInstance(at, made)
            heard.extend(str(getattr(event, word)()) for word in words)

    ear = Heard(hear)
    was = QAccessible.isActive()
    QAccessible.setActive(True)
    install(ear)
    try:
        yield heard
    finally:
        install(Heard(0))
        QAccessible.setActive(was)


def readable(window: QWidget) -> Iterator[str]:
    """Everything that a screen reader may read of a window and of all that is in it."""
    for one in (window, *window.findChildren(QWidget)):
        seen = QAccessible.queryAccessibleInterface(one)
        if seen and seen.isValid():
            yield from (seen.text(which) for which in QAccessible.Text if which.name != "UserText")
            if lines := seen.textInterface():
                yield lines.text(0, lines.characterCount())
        if isinstance(one, QLineEdit):
            yield from (one.text(), one.displayText(), one.selectedText())
        elif isinstance(one, QTextEdit | QPlainTextEdit):
            yield one.toPlainText()
