"""A head office on a real server: a database for each test, and sites that write documents."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import psycopg
import pytest

from pitdesk.documents.document import Document
from pitdesk.documents.targets import Folder
from pitdesk.office import roles
from pitdesk.office.receive import Received, receive
from pitdesk.office.store import EnrolledSite, Store
from tests.pitdesk.office.days import House
from tests.pitdesk.office.server import Server, programs

_NUMBERS = count(1)
EMPTIED = (
    *("site", "key", "settled", "explained", "document", "conflict", "standing", "pending", "aside"),
    *("delivered",),
    *("day", "day_table", "day_chip", "day_slips", "correction", "deposit"),
    *("filed", "dealer_week"),
)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server, started once."""
    if programs() is None:
        pytest.skip("no PostgreSQL server is installed under /usr/lib/postgresql")
    server = Server()
    roles.init(server.url("template1"))
    yield server
    server.stop()


@pytest.fixture
def bare(server: Server) -> Iterator[str]:
    """The address of an empty database."""
    yield from _database(server, f"bare{next(_NUMBERS)}", "template0")


@pytest.fixture
def fresh(server: Server) -> Iterator[str]:
    """The address of a head office of one's own, to change its schema."""
    yield from _database(server, f"fresh{next(_NUMBERS)}", "template1")


@pytest.fixture(scope="session")
def shared(server: Server) -> Iterator[str]:
    """The address of a head office that tests use one after the other: a database takes long to make."""
    yield from _database(server, "office", "template1")


@pytest.fixture
def url(shared: str) -> Iterator[str]:
    """The address of a head office that is initialized and has no sites."""
    yield shared
    with psycopg.connect(shared, autocommit=True) as connection:
        for table in EMPTIED:
            connection.execute(f"DELETE FROM pitdesk.{table}".encode())


def _database(server: Server, name: str, template: str) -> Iterator[str]:
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        yield server.url(name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


class Office:
    """A head office as its owner sees it, and the post that brings it sticks."""

    def __init__(self, store: Store, url: str, folder: Path) -> None:
        self.store, self.url, self._folder = store, url, folder
        self._sticks = count(1)

    def enroll(self, house: House, role: str = "") -> EnrolledSite:
        """Take a house in with the key that it has."""
        return roles.enroll(self.store, house.name, house.key.public, role or f"site{next(_NUMBERS)}")

    def stick(self, documents: list[Document]) -> Path:
        """A stick with these documents."""
        path = self._folder / f"stick{next(self._sticks)}"
        path.mkdir()
        for document in documents:
            assert Folder(path).deliver(document).kind == "stored"
        return path

    def receive(self, *documents: Document) -> Received:
        """Receive documents from one stick."""
        return receive(self.store, [self.stick([*documents])] if documents else [])

    def run(self, query: str, *given: object) -> list[tuple]:
        """Ask the database, as its owner."""
        cursor = self.store.connection.execute(query.encode(), given or None)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture
def open_office(url: str, tmp_path: Path) -> Iterator[Callable[[str], Office]]:
    """Open a head office by its address."""
    with ExitStack() as opened:
        yield lambda url: Office(opened.enter_context(Store.open(url)), url, tmp_path)


@pytest.fixture
def office(open_office: Callable[[str], Office], url: str) -> Office:
    """A head office with no sites yet."""
    return open_office(url)


@pytest.fixture
def house() -> House:
    """A site with six days and two deposits."""
    return House().run(6)
