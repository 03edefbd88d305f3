"""Speech: what whoever cannot see the window is told without asking, and the total when they ask."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ui.aloud.voice import announce, bell
from ui.shell.frame import Frame
from ui.shell.session import Session
from ui.work.actions import action
from ui.work.message import Message
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.tonight.asks import Asked
    from pitdesk.tonight.board import Board


class Speech(QObject):
    """Says each message, and who has signed in; what still stands it does not say again."""

    def __init__(self, station: Station, session: Session, frame: Frame) -> None:
        super().__init__(frame)
        self._station, self._frame = station, frame
        self._standing: dict[str, str] = {}  # subject → what was said of it
        station.said.connect(self._say)
        station.settled.connect(lambda about: self._standing.pop(about, None))
        self._asks: tuple[Asked, ...] | None = None  # not known before the book is open
        station.changed.connect(self._hear_asks)
        session.begun.connect(self._begun)

    def _say(self, message: Message) -> None:
        words = " · ".join(filter(None, (message.words, message.then)))
        if message.about and self._standing.get(message.about) == words:
            return
        if message.about:
            self._standing[message.about] = words
        if message.tone == "stop":
            bell.ring()
        announce(self._frame, words, urgent=message.tone == "stop")

    def _hear_asks(self, board: "Board") -> None:
        """Ring, and say what a table asks of the cage, unless it was asked right here."""
        before, self._asks = self._asks, board.asked
        new = [one for one in board.asked if one not in (before or ())]
        if before is None or not new or board.mine == board.seen:
            return
        bell.ring()
        said = (f"Table {one.table} asks for a {one.what}" for one in new)
        self._station.say(f"{'; '.join(said)}. It stands under Now.", "look")

    def _begun(self) -> None:
        announce(self._frame, f"{self._operator} is signed in.")

    @property
    def _operator(self) -> str:
        operator = self._station.operator
        return operator.name if operator else "Nobody"

    def tell_total(self) -> None:
        """Say which page is in front, what stands in it and what it comes to, and who works here."""
        screen: object = self._frame.stack.currentWidget()
        page = getattr(screen, "forms", {}).get(getattr(screen, "current", ""), screen)
        words = page.in_words() if hasattr(page, "in_words") else ""
        name = getattr(page, "name", "")
        head = f"{action(name).words}: " if name else ""
        announce(self._frame, f"{head}{words or 'No total here.'} {self._operator}.", urgent=True)
