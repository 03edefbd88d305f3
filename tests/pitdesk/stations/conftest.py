"""A cage that is served in a thread of its own, and stations at it: real sockets, TLS and books."""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Semaphore, Thread

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.stations.cage import Cage, Wanting
from pitdesk.stations.home import Home, KnownCage, cage_key, machine_key
from pitdesk.stations.keys import as_text
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.turns import TurnQueue
from printers.devices.spool import AtStations
from tests.ports import free_port

WORK = ("pit", "cage", "count room", "day")


class Served:
    """A book whose desk is in a thread of its own, as the cage has it."""

    def __init__(self, book: Path, clock: SetClock, pepper: Path) -> None:
        self.book, self.clock, self._pepper = book, clock, pepper
        self.wanting: list[Wanting] = []
        self.wanted = Semaphore(0)  # for each of them
        self.port = free_port()  # once more, after a pause
        self.begin()

    def begin(self) -> None:
        """Open the book and listen."""
        ready = Event()
        self.turns = TurnQueue()
        self._thread = Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        assert ready.wait(20)
        self._let_in()

    def _let_in(self) -> None:
        self.cage = Cage(self.book, cage_key(self.book), self.turns, self._want, AtStations())
        self.port = self.cage.listen("127.0.0.1", self.port)

    def _want(self, one: Wanting) -> None:
        self.wanting.append(one)
        self.wanted.release()

    def _run(self, ready: Event) -> None:
        with Journal.open(self.book) as journal:
            desk = Desk(journal, Pepper.kept(self._pepper, PLAIN), clock=self.clock)
            ready.set()
            self.turns.run(desk, self._told)

    def _told(self, desk: Desk) -> None:
        self.cage.told(desk)  # whichever it is by now

    @property
    def open(self) -> bool:
        """Whether it has the book open."""
        return self._thread.is_alive()

    def end(self) -> None:
        """Hang up and close the book."""
        self.cage.close()
        self.turns.end()
        self._thread.join(60)
        assert not self._thread.is_alive(), "the book is open yet"

    def do(self, call: Callable[[Desk], object]):
        """Have something done at the cage itself."""
        return self.turns(call).result(20)

    def paired(self, folder: Path, name: str, by: list, parts: tuple[str, ...] = WORK) -> Home:
        """A station that was taken in, without the codes."""
        key = machine_key(folder)
        self.do(lambda desk: desk.pair_station(name, as_text(key.certificate), parts, by))
        self.cage.close()  # who is paired is known from the book
        self._let_in()
        return Home.begun(folder, KnownCage(name, "127.0.0.1", self.port, self.cage.key.certificate))


def heard(desk: RemoteDesk, done: Callable[[], object]) -> None:
    """Let a station hear of the cage until something is so; it fails rather than waits for ever."""
    for _ in range(600):
        if done():
            return
        desk.hear(1)
        time.sleep(0.02)
    pytest.fail(desk.line.why or "nothing came of it")


@pytest.fixture
def served(pit, tmp_path: Path) -> Iterator[Served]:
    """The pit's book, served: `pit.desk` is closed, its desk is behind the service."""
    pit.journal.close()
    book = tmp_path / "served" / "book.db"
    book.parent.mkdir()
    for suffix in ("", ".head"):
        shutil.copy(f"{pit.journal.path}{suffix}", f"{book}{suffix}")
    pepper = tmp_path / "served" / "pepper"
    pepper.write_bytes(pit.desk._pepper._key)
    one = Served(book, pit.clock, pepper)
    one.do(lambda desk: desk.on_duty(pit.one("bob")))
    yield one
    one.end()


@pytest.fixture
def station(served: Served, pit, tmp_path: Path) -> Iterator[Callable[..., RemoteDesk]]:
    """A paired station's desk by its name."""
    desks: list[RemoteDesk] = []

    def made(name: str = "pit 1", parts: tuple[str, ...] = WORK) -> RemoteDesk:
        home = served.paired(tmp_path / name, name, pit.by("gus"), parts)
        desks.append(RemoteDesk.open(home, pit.clock))
        return desks[-1]

    yield made
    for one in desks:
        one.close()
