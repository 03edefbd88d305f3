"""The reader: reads the book for a screen, in a lane and on a connection of its own.

It never holds up the window or the desk.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QSize

from ui.beside.lane import Lane, Say
from ui.widgets.flow import Yielding
from ui.widgets.parts import button, label, progress
from ui.work.message import READER
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.journal import Journal

STOPPED = "Stopped before it was read. Choose what to read."
READING = "Reading the book …"
STOP = "Stop"
T = TypeVar("T")


class Reader(Lane):
    """A lane with a book to read. Its screen is who asks."""

    def __init__(self, station: Station, screen: QObject) -> None:
        super().__init__("reader", screen, station.trouble)
        self._station = station

    def read(
        self,
        topic: str,
        work: "Callable[[Journal], T]",
        done: Callable[[T], object],
        trouble: Say | None = None,
        far: Callable[[int], object] = lambda _: None,
    ) -> None:
        """Have `work` done with the book as it then is; the rest as `ask`."""
        book, lenient, station = self._station.read_from, self._station.read_only, self._station

        def could(result: T) -> None:
            station.settle(READER)
            done(result)

        def read() -> T:
            from pitdesk.book.journal import Journal  # noqa: PLC0415  (not before there is one to read)

            with Journal.read(book, lenient=lenient) as journal:
                journal.awaited = self.awaited
                return work(journal)

        self.ask(topic, read, could, trouble or partial(station.trouble, about=READER), far)


class Wait(Yielding):
    """What is waited for: in words, a bar that moves, and the way to stop it; hidden while nothing is.

    Where there is little room, the bar is left out.

    what   is under way: "The report is being made"
    stop   called when it is wanted no more
    """

    def __init__(self, what: str, stop: Callable[[], object]) -> None:
        self.words, self.bar = label("", "muted"), progress(what)
        self.stop = button(STOP, stop, says=f"{STOP}: {what[0].lower()}{what[1:]}")
        super().__init__(self.words, self.bar, self.stop, first=(self.bar,), gap=12)
        self.show_words("")

    def sizeHint(self) -> QSize:
        """With the bar."""
        return QSize(self._least(()), super().sizeHint().height())

    def show_words(self, words: str) -> None:
        """Say what is under way; without words nothing is."""
        self.words.setText(words)
        self.setVisible(bool(words))
