"""The reader: reads the book for a screen, in a lane and on a connection of its own.

It never holds up the window or the desk.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.beside.lane import Lane, Say
from ui.widgets.parts import button, label, progress, row
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


class Wait(QWidget):
    """What is waited for: in words, a bar that moves, and the way to stop it; hidden while nothing is.

    what   is under way: "The report is being made"
    stop   called when it is wanted no more
    """

    def __init__(self, what: str, stop: Callable[[], object]) -> None:
        super().__init__()
        self.words, self.bar = label("", "muted"), progress(what)
        self.stop = button(STOP, stop, says=f"{STOP}: {what[0].lower()}{what[1:]}")
        self.setLayout(row(self.words, self.bar, self.stop, gap=12))
        self.bar.show()  # within it, which is hidden
        self.show_words("")

    def show_words(self, words: str) -> None:
        """Say what is under way; without words nothing is."""
        self.words.setText(words)
        self.setVisible(bool(words))
