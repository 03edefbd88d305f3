"""The reader: reads the book for a screen, in a lane and on a connection of its own.

It never holds up the window or the desk.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject

from ui.beside.lane import Lane, Say
from ui.work.message import READER
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.journal import Journal

STOPPED = "Stopped before it was read. Choose what to read."
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
