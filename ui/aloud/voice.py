"""The voice: what a screen reader says of itself, wherever the focus is; and a bell for everybody.

Nothing is said twice. What is told in one turn of the event loop is said at its end, when the focus is
where it goes: a reader that hears of a new focus stops what it says.
"""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

_Due = tuple[QWidget, str, bool]
_due: list[_Due] = []


class Bell(QObject):
    """A sound with what is refused, wrong or asked: one, for all of it in one turn of the event loop.

    Attributes:
        on: whether the station's settings want it.

    Signals:
        rang()
    """

    rang = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.on, self._due = True, False
        self.rang.connect(QApplication.beep)

    def ring(self) -> None:
        """Ring soon."""
        if self.on and not self._due:
            self._due = True
            QTimer.singleShot(0, self._ring)

    def _ring(self) -> None:
        self._due = False
        self.rang.emit()


bell = Bell()


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have a screen reader say something, if the widget that it is about is in sight by then.

    urgent   over what it says just now; else after it
    """
    if words and QAccessible.isActive():
        if not _due:
            QTimer.singleShot(0, _say)
        _due.append((widget, words, urgent))


def _say() -> None:
    due = [one for one in _due if isValid(one[0]) and one[0].isVisible()]
    _due.clear()
    for urgent in (True, False):
        said = [one for at, one in enumerate(due) if one[2] == urgent and not _repeated(at, due)]
        if said:
            words = " ".join(_ended(words) for _, words, _ in said)
            event = QAccessibleAnnouncementEvent(said[0][0].window(), words)
            polite = QAccessible.AnnouncementPoliteness
            event.setPoliteness(polite.Assertive if urgent else polite.Polite)
            QAccessible.updateAccessibility(event)


def _repeated(at: int, due: list[_Due]) -> bool:
    """Whether another says the same and more, or said it before."""
    all_words = [words for _, words, _ in due]
    said = all_words[at]
    return said in all_words[:at] or any(said in words and said != words for words in all_words)


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."
