"""Head office beside its floors: taking sealed days in, verifying them, a quarter's report."""

from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from rounds import Figure, ratios, side_by_side

from pitdesk.codes.keys import public_bytes
from pitdesk.documents.document import CONTEXT
from pitdesk.documents.targets import Folder
from pitdesk.office import roles
from pitdesk.office.reading import COLUMNS
from pitdesk.office.receive import receive
from pitdesk.office.rows import Total
from pitdesk.office.store import Store
from pitdesk.office.verify import verify
from tests.pitdesk.office.days import LINES, House
from tests.pitdesk.office.server import Server, programs

if TYPE_CHECKING:
    from figures import Rig

ROWS = 400  # one-row transactions that a round times
_PLAIN = (
    "CREATE TABLE plain (site int, day int, line int, what text, cents bigint,"
    " PRIMARY KEY (site, day, line))"
)
_ONE = "INSERT INTO plain VALUES (1, %s, %s, 'fill 000412 received', 60000)"
_SUMS = ", ".join(f"sum({name})::bigint" for name in Total._fields[2:])  # as many as are asked for
_BARE = f"SELECT site, count(*), {_SUMS} FROM pitdesk.day WHERE date BETWEEN %s AND %s GROUP BY site"


def office(rig: "Rig") -> Iterator[Figure]:
    """Sealed days into a durable head office, verified, and a quarter of them asked for.

    A night of forty slips is some 170 entries of its book; its document takes their place.
    """
    if programs() is None:
        yield Figure("head office", why="no PostgreSQL server is installed")
        return
    server = Server(durable=True)
    try:
        sites = [House(f"Dakota Lions, Site {at}").run(max(2, rig.days // 11)) for at in range(20)]
        stick = rig.folder / "stick"
        stick.mkdir()
        for house in sites:
            for document in house.documents:
                Folder(stick).deliver(document)
        yield from _taken_in(server, rig, sites, stick)
        yield from _quarter(server, rig)
    finally:
        server.stop()


def _begun(server: Server, name: str, sites: list[House]) -> str:
    """A new head office with these sites enrolled."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    url = server.url(name)
    roles.init(url)
    with Store.open(url) as store:
        for at, house in enumerate(sites):
            roles.enroll(store, house.name, house.key.public, f"{name}_{at}")
    return url


def _taken_in(server: Server, rig: "Rig", sites: list[House], stick: Path) -> Iterator[Figure]:
    turn = 0
    url = ""
    told = [document for house in sites for document in house.documents]
    days = sum(document.kind == "day" for document in told)
    entries = sum(d.said["entries"][1] - d.said["entries"][0] + 1 for d in told if d.kind == "day")
    keys = {house.key.public: public_bytes(house.key.public) for house in sites}

    def fresh() -> None:
        nonlocal turn, url
        turn += 1
        url = _begun(server, f"office{turn}", sites)

    def take() -> None:
        with Store.open(url) as store:
            assert receive(store, [stick]).stands == len(told)

    def one_by_one() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_PLAIN.encode())
            for line in range(ROWS):
                connection.execute(_ONE.encode(), (turn, line))

    def check() -> None:
        with Store.open(url) as store:
            assert verify(store) == (len(told), [])

    def bare() -> None:
        for document in told:
            sha256(document.text).hexdigest()
            key = Ed25519PublicKey.from_public_bytes(keys[document.public])
            key.verify(bytes.fromhex(document.signature), CONTEXT + document.text)

    takes, rows, checks, bares = [], [], [], []
    for _ in range(rig.rounds):
        fresh()
        ((one,), (other,)) = side_by_side(1, take, one_by_one)
        ((again,), (floor,)) = side_by_side(1, check, bare)
        takes.append(one), rows.append(other), checks.append(again), bares.append(floor)
    per_row = [seconds / ROWS for seconds in rows]
    what = "sealed days taken in and verified, in {} a second / rows committed one by one"
    by_entry = [entries / one * row for one, row in zip(takes, per_row, strict=True)]
    by_slip = [days * LINES / one * row for one, row in zip(takes, per_row, strict=True)]
    yield Figure(what.format("entries that they stand for"), by_entry, least=60)
    yield Figure(what.format("slips that they stand for"), by_slip)
    yield Figure("bare Ed25519 and SHA-256 / office verify", ratios(bares, checks), least=0.5)


def _quarter(server: Server, rig: "Rig") -> Iterator[Figure]:
    count = max(3, rig.days * 3000 // 1096)
    url = _begun(server, "quarter", [])
    columns = ", ".join(COLUMNS["day"])
    values = ", ".join(_VALUES.get(name, "0") for name in COLUMNS["day"])
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            f"INSERT INTO pitdesk.site (id, name, role) SELECT s, 'Lions, Site ' || s, 'r' || s"
            f" FROM generate_series(1, {count}) s".encode()
        )
        connection.execute(
            f"INSERT INTO pitdesk.day ({columns}) SELECT {values} FROM generate_series(1, {count}) s,"
            f" generate_series(1, {rig.days}) d".encode()
        )
        connection.execute(b"ANALYZE")
    span = date(2024, 1, 1), date(2024, 3, 31)
    with Store.open(url) as store:
        ask = lambda: store.totals(*span)  # noqa: E731
        bare = lambda: store.connection.execute(_BARE.encode(), span).fetchall()  # noqa: E731
        assert len(ask()) == len(bare()) == count
        asked, floor = side_by_side(rig.rounds, ask, bare)
    years = f"{count:,} sites, {rig.days:,} days"
    yield Figure(f"a quarter by site / the bare SQL aggregate, {years}", ratios(asked, floor), most=2.0)


_VALUES = {
    "site": "s",
    "number": "d",
    "date": "DATE '2024-01-01' + d - 1",
    "day": "d",
    "gross": "520000",
    "prizes": "405000",
    "agp": "115000",
    "deposit": "115000",
    "deposit_due": "DATE '2024-01-04' + d",
    "sealed": "''",
    "prize_basis": "'tables'",
    "head": "''",
}
