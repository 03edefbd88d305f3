"""Delivery to a real server: over a line cut at any byte, in any order, from any backup."""

from collections.abc import Iterator
from random import Random

import psycopg
import pytest

from pitdesk.documents.targets import Folder
from pitdesk.errors import Trouble
from pitdesk.office.append import Postgres, append, target_of
from pitdesk.office.receive import receive
from tests.pitdesk.office.days import House
from tests.pitdesk.office.proxy import Proxy
from tests.storm import seeds, step

SCHEDULES, STEPS = 60, 8  # more schedules in a storm
EVERY = 51  # bytes between two places where a delivery is cut, fewer in a storm


@pytest.fixture
def line(server) -> Iterator[Proxy]:
    """A line to the server that can be cut."""
    proxy = Proxy(f"{server.folder}/.s.PGSQL.{server.port}")
    yield proxy
    proxy.stop()


@pytest.fixture
def post(office, line):
    """How a house that is enrolled delivers, over the line."""

    def target(house: House) -> Postgres:
        role = office.enroll(house).role
        office.store.connection.commit()
        database = office.store.connection.info.dbname
        return Postgres(f"postgresql://{role}@127.0.0.1:{line.port}/{database}?sslmode=disable")

    return target


def role_of(office, house):
    ((role,),) = office.run("SELECT role FROM pitdesk.site WHERE name = %s", house.name)
    office.store.connection.commit()
    return role


def there(office, house):
    """The hashes that the office has of a site, number by number."""
    rows = office.run(
        "SELECT d.number, d.sha256 FROM pitdesk.document d JOIN pitdesk.site s ON s.id = d.site"
        " WHERE s.name = %s ORDER BY d.number, d.sha256",
        house.name,
    )
    office.store.connection.commit()
    return rows


def test_a_site_delivers_each_document_once(office, post, house):
    target = post(house)
    assert [target.deliver(one).kind for one in house.documents] == ["stored"] * len(house.documents)
    assert [target.deliver(one).kind for one in house.documents] == ["already there"] * len(
        house.documents
    )
    assert there(office, house) == [(one.number, one.sha256) for one in house.documents]
    assert receive(office.store).stands == len(house.documents)


def test_another_document_of_a_number_is_a_conflict_that_both_ends_see(office, post, house):
    target = post(house)
    for one in house.documents:
        target.deliver(one)
    other = house.copy(2, seed=9).day()
    answer = target.deliver(other)
    assert (answer.kind, answer.theirs) == ("conflict", house.documents[2].text)
    assert target.deliver(house.documents[2]).kind == "conflict"  # and stays one
    received = receive(office.store)
    assert received.conflicts
    assert (3, house.documents[2].sha256) in there(office, house)


def test_a_site_delivers_no_other_sites_documents(office, post, house):
    target, other = post(house), House("Elks, Main Street").run(1)
    office.enroll(other)
    office.store.connection.commit()
    with pytest.raises(Trouble, match="has this role for Dakota Lions, Riverside Lounge"):
        target.deliver(other.documents[0])
    assert there(office, other) == []


def test_practice_goes_nowhere(post, house):
    target = post(house)
    with pytest.raises(Trouble, match="Practice books are not sent to head office"):
        target.deliver(house.day(practice=True))


@pytest.mark.storm
def test_the_line_may_be_cut_at_any_byte(office, post, line):
    """Before the server has it, or after its COMMIT and before the answer: it is there once."""
    house = House("Dakota Lions, Cut Off").run(3)
    target = post(house)
    target.deliver(house.documents[0])
    whole = line.passed.copy()
    told = {"stored": 0, "already there": 0}
    for way in (0, 1):
        for cut in range(0, whole[way], step(EVERY)):
            document = house.day()
            line.up, line.down = (cut, None) if way == 0 else (None, cut)
            with pytest.raises(Trouble, match=r"nothing was lost|Nothing was|says no"):
                target.deliver(document)
            line.up = line.down = None
            told[target.deliver(document).kind] += 1
    numbers = [number for number, _ in there(office, house)]
    assert numbers == sorted({*numbers})
    assert told["stored"] > told["already there"] > 0  # some cuts came after the COMMIT


@pytest.mark.storm
@pytest.mark.parametrize("share", range(2))
def test_any_schedule_ends_with_everything_once(office, post, line, share):
    """Cuts, duplicates, any order, backups put back on both sides: once by content, conflicts told."""
    for seed in seeds(SCHEDULES)[share::2]:
        _live(office, post, line, Random(seed), f"Dakota Lions, Site {seed}")


def _live(office, post, line, random, name):
    house = House(name, seed=random.random()).run(2)
    target = post(house)
    with psycopg.connect(office.url, user=role_of(office, house)) as wire:
        _steps(office, target, wire, line, random, house)


def _steps(office, target, wire, line, random, house):
    name = house.name
    written = {one.sha256: one for one in house.documents}
    conflicts: set[str] = set()
    backup: list[tuple[int, str]] = []
    for _ in range(STEPS):
        step = random.choice(["day", "again", "cut", "cut", "office restored", "site restored", "old"])
        if step == "day":
            house.day()
        elif step == "site restored" and len(house.documents) > 2:
            house = house.copy(random.randrange(1, len(house.documents)), seed=random.random())
            house.day()
        elif step == "office restored":
            kept = [sha for _, sha in backup]
            query = "DELETE FROM pitdesk.document WHERE sha256 <> ALL (%s) AND site ="
            office.run(query + " (SELECT id FROM pitdesk.site WHERE name = %s)", kept, name)
            office.store.connection.commit()
        elif step == "old":
            backup = there(office, house)
        written |= {one.sha256: one for one in house.documents}
        one = random.choice(list(written.values()) if step == "again" else house.documents)
        line.up = random.randrange(6_000) if step == "cut" else None
        line.down = random.randrange(1_500) if step == "cut" and random.random() < 0.5 else None
        try:
            answer = target.deliver(one) if step == "cut" else append(wire, one)
            wire.commit()
        except Trouble:
            assert step == "cut"
        else:
            conflicts |= {one.sha256} if answer.kind == "conflict" else set()
    last = [*written.values()]
    random.shuffle(last)
    conflicts |= {one.sha256 for one in last if append(wire, one).kind == "conflict"}
    wire.commit()
    assert there(office, house) == sorted((one.number, one.sha256) for one in last)
    numbers = [one.number for one in last]
    doubled = {one.sha256 for one in last if numbers.count(one.number) > 1}
    told = {row[0] for row in office.run("SELECT sha256 FROM pitdesk.document")} & conflicts
    assert {written[sha].number for sha in doubled} <= {written[sha].number for sha in told}


def test_the_server_keeps_what_it_said_it_stored(office, post, house):
    target = post(house)
    target.deliver(house.documents[0])
    database = office.store.connection.info.dbname
    with psycopg.connect(office.url, dbname=database) as other:
        (count,) = other.execute("SELECT count(*) FROM pitdesk.document").fetchone()
    assert count == 1


def test_addresses(tmp_path):
    assert isinstance(target_of(str(tmp_path)), Folder)
    office = target_of("postgresql://site7:secret@office.example/pitdesk")
    assert isinstance(office, Postgres)
    assert office.name == "office office.example/pitdesk"
    with pytest.raises(Trouble, match="not the address of a head office"):
        target_of("ftp://office.example/x")


def test_no_password_is_in_a_targets_name():
    assert "secret" not in target_of("postgresql://a:secret@b/c").name
