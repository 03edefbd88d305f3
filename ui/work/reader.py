"""The reader: reads the book for a screen, in a thread of its own and on a connection of its own.

It never holds up the window or the desk. What is asked later on the same topic takes the place of what
was asked before: only the answer to the newest question is given.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from weakref import finalize

from PySide6.QtCore import QObject, QRunnable, QThread, QThreadPool, Signal
from shiboken6 import isValid

from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble
from ui.work.station import Station

T = TypeVar("T")


class Reader(QObject):
    """One thread that reads. Its screen is who asks; with the screen it ends."""

    _answered = Signal(object)

    def __init__(self, station: Station, screen: QObject) -> None:
        super().__init__()
        self._station, self._screen = station, screen
        self._path: Path | None = None
        self._unread: list[Callable[[], None]] = []  # asked before it is known where the book lies
        self._turns: dict[str, int] = {}
        self._asked: set[str] = set()
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(1)
        self._answered.connect(self._take_back)
        finalize(self, _end, self._pool)  # at the latest when the program ends
        pool = self._pool
        screen.destroyed.connect(lambda: _end(pool))
        station.ask(lambda desk: desk.journal.path, self._lies_at)

    def ask(
        self,
        topic: str,
        work: Callable[[Journal], T],
        done: Callable[[T], object],
        trouble: Callable[[str], object],
    ) -> None:
        """Have `work` done with the book as it then is; one of the others gets what came of it.

        topic   a later question on it makes this one moot
        """
        turn = self._turns[topic] = self._turns.get(topic, 0) + 1
        self._asked.add(topic)
        if self._path is None:
            self._unread.append(lambda: self._start(topic, turn, work, done, trouble))
        else:
            self._start(topic, turn, work, done, trouble)

    def forget(self, topic: str) -> None:
        """What was asked on this topic is no longer wanted."""
        self._turns[topic] = self._turns.get(topic, 0) + 1
        self._asked.discard(topic)

    def busy(self, topic: str) -> bool:
        """Whether a question on this topic is not answered yet."""
        return topic in self._asked

    def end(self) -> None:
        """Wait for what is being read, forget the rest, end the thread."""
        _end(self._pool)

    def _lies_at(self, path: Path) -> None:
        self._path = path
        unread, self._unread = self._unread, []
        for start in unread:
            start()

    def _start(
        self,
        topic: str,
        turn: int,
        work: Callable[[Journal], T],
        done: Callable[[T], object],
        trouble: Callable[[str], object],
    ) -> None:
        path = self._path
        assert path
        broken = self._station.runner.broken.emit

        def read() -> None:
            if self._turns[topic] != turn:
                return
            answer: Callable[[], object]
            try:
                with Journal.read(path) as journal:
                    result = work(journal)
                answer = lambda: done(result)  # noqa: E731
            except Trouble as error:
                words = str(error)
                answer = lambda: trouble(words)  # noqa: E731
            except Exception as error:  # noqa: BLE001  (the window says so and stops)
                wrong = error
                answer = lambda: broken(wrong)  # noqa: E731
            self._answered.emit((topic, turn, answer))

        self._pool.start(_Work(read))

    def _take_back(self, answered: tuple[str, int, Callable[[], object]]) -> None:
        topic, turn, answer = answered
        if self._turns[topic] == turn and isValid(self._screen):
            self._asked.discard(topic)
            answer()


class _Work(QRunnable):
    """One question."""

    def __init__(self, read: Callable[[], None]) -> None:
        super().__init__()
        self._read = read

    def run(self) -> None:
        """Answer it, in the reader's thread."""
        assert not QThread.isMainThread(), "the book is read off the window's thread"
        self._read()


def _end(pool: QThreadPool) -> None:
    if isValid(pool):
        pool.clear()
        pool.waitForDone()
