"""Lines to other stations: a cage's window lets them in, a station's window follows the cage."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from pitdesk.errors import Trouble
from ui.beside.timers import timer
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.clock import Clock
    from pitdesk.desk import Desk

HEAR_MS = 50  # between two looks at what the cage has sent; it may wait 200 ms for this copy
CAGE, LINES = "cage", "lines"  # subjects of messages


class Serving(QObject):
    """Lets the paired stations in at an address, once the book is open, until it is closed."""

    def __init__(self, station: Station, book: Path, at: tuple[str, int]) -> None:
        super().__init__(station)
        self._station, self._runner, self._book, self._at = station, station.runner, book, at
        self.port = 0  # once it listens
        station.changed.connect(self._begin)

    def _begin(self) -> None:
        self._station.changed.disconnect(self._begin)
        Thread(target=self._listen, name="serving", daemon=True).start()

    def _listen(self) -> None:
        """In a thread of its own: it waits for the desk."""
        from pitdesk.stations.cage import Cage  # noqa: PLC0415
        from pitdesk.stations.home import cage_key  # noqa: PLC0415

        try:
            cage = Cage(self._book, cage_key(self._book), self._runner.turn)
            self._runner.leave, self._runner.told = cage.close, cage.told
            self.port = cage.listen(*self._at)
        except Trouble as trouble:
            self._runner.say(partial(self._station.trouble, str(trouble), LINES))


class Following(QObject):
    """Follows the cage: takes in what it sends, and says when it is not reached."""

    def __init__(self, station: Station) -> None:
        super().__init__(station)
        self._station, self._runner = station, station.runner
        self._hearing, self._away = False, ""
        self._runner.leave = self._leave
        self._tick = timer(self, HEAR_MS)
        self._tick.timeout.connect(self._look)
        self._tick.start()

    def _look(self) -> None:
        if not self._hearing and self._station.ready:
            self._hearing = True
            self._runner.put(self._hear)

    def _hear(self, desk: "Desk") -> None:
        """In the desk's thread."""
        from pitdesk.stations.remote import RemoteDesk  # noqa: PLC0415

        assert isinstance(desk, RemoteDesk)
        words = ""
        try:
            desk.hear()
        except Trouble as trouble:
            words = str(trouble)
        self._runner.show(desk)
        line = desk.line
        if not words and not line.reached:
            last = line.last or desk.journal.entry(desk.journal.head.seq).at
            words = f"Reading as of {desk.site.local(last):%H:%M}. {line.why}"
        told, desk.told = desk.told, ""
        self._runner.say(partial(self._tell, words or line.clock.wrong, told))

    def _tell(self, words: str, told: str) -> None:
        self._hearing = False
        before, self._away = self._away, words
        if words and words != before:
            self._station.trouble(words, CAGE)
        elif before and not words:
            self._station.settle(CAGE)
            self._station.say("The cage is reached again.")
        if told:
            self._station.say(told, "look")

    def _leave(self) -> None:
        self._tick.stop()
        self._runner.put(_hang_up)


def _hang_up(desk: "Desk") -> None:
    line = getattr(desk, "line", None)
    if line:
        line.close()


def remote(folder: Path, clock: "Clock") -> "Callable[[], Desk]":
    """What opens the desk of a station, whose folder this is."""

    def open_desk() -> "Desk":
        from pitdesk.stations.home import Home  # noqa: PLC0415
        from pitdesk.stations.remote import RemoteDesk  # noqa: PLC0415

        return RemoteDesk.open(Home.of(folder), clock)

    return open_desk
