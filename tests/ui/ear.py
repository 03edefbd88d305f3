"""What a screen reader hears: the words of every event that Qt tells it, and all that it may read."""

import ctypes
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import PySide6
import pytest
import shiboken6
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleTextInsertEvent,
    QAccessibleTextRemoveEvent,
    QAccessibleTextUpdateEvent,
    QAccessibleValueChangeEvent,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from tests.ui.heard import part

Event = QAccessible.Event
TOLD = {  # the events that carry words, and how each gives them
    Event.TextInserted: (QAccessibleTextInsertEvent, ("textInserted",)),
    Event.TextRemoved: (QAccessibleTextRemoveEvent, ("textRemoved",)),
    Event.TextUpdated: (QAccessibleTextUpdateEvent, ("textRemoved", "textInserted")),
    Event.ValueChanged: (QAccessibleValueChangeEvent, ("value",)),
    Event.Announcement: (QAccessibleAnnouncementEvent, ("message",)),
}
INSTALL = "_ZN11QAccessible20installUpdateHandlerEPFvP16QAccessibleEventE"
TYPE_AT = 8  # of an event in memory: behind the pointer to its class
Heard = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@contextmanager
def _told(hear: Callable[[QAccessible.Event, int], object]) -> Iterator[None]:
    """Have every event told that Qt tells a screen reader in the meantime: its kind, and where it is."""
    libraries = [*Path(PySide6.__file__).parent.glob("Qt/lib/libQt6Gui.so.6")]
    if not libraries:
        pytest.skip("Qt's library is elsewhere here")
    install = getattr(ctypes.CDLL(str(libraries[0])), INSTALL)
    install.restype, install.argtypes = ctypes.c_void_p, [Heard]
    ear = Heard(lambda at: hear(Event(ctypes.c_int.from_address(at + TYPE_AT).value), at))
    was = QAccessible.isActive()
    QAccessible.setActive(True)
    install(ear)
    try:
        yield
    finally:
        install(Heard(0))
        QAccessible.setActive(was)


@contextmanager
def listening() -> Iterator[list[str]]:
    """Every word that Qt tells a screen reader in the meantime."""
    heard: list[str] = []

    def hear(kind: QAccessible.Event, at: int) -> None:
        if kind in TOLD:
            made, words = TOLD[kind]
            event: QAccessibleEvent = shiboken6.wrapInstance(at, made)
            heard.extend(str(getattr(event, word)()) for word in words)

    with _told(hear):
        yield heard


@contextmanager
def by_ear() -> Iterator[list[tuple[str, str]]]:
    """What somebody hears who sees nothing: where the focus goes, and what is announced.

    Each as (focus, polite or urgent; the words).
    """
    heard: list[tuple[str, str]] = []

    def hear(kind: QAccessible.Event, at: int) -> None:
        if kind == Event.Announcement:
            event = shiboken6.wrapInstance(at, QAccessibleAnnouncementEvent)
            urgent = event.politeness() == QAccessible.AnnouncementPoliteness.Assertive
            heard.append(("urgent" if urgent else "polite", event.message()))
        elif kind == Event.Focus:
            seen = shiboken6.wrapInstance(at, QAccessibleEvent).accessibleInterface()
            inner = seen.focusChild() if seen else None
            if seen:
                heard.append(("focus", part(inner or seen).said))

    with _told(hear):
        yield heard


def readable(parts: Iterable[QWidget]) -> Iterator[str]:
    """Everything that a screen reader may read of these parts of a window."""
    for one in parts:
        seen = QAccessible.queryAccessibleInterface(one)
        if seen and seen.isValid():
            yield from (seen.text(which) for which in QAccessible.Text if which.name != "UserText")
            if lines := seen.textInterface():
                yield lines.text(0, lines.characterCount())
        if isinstance(one, QLineEdit):
            yield from (one.text(), one.displayText(), one.selectedText())
        elif isinstance(one, QTextEdit | QPlainTextEdit):
            yield one.toPlainText()
