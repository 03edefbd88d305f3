"""Delivery to a real server: over a line cut at any byte, in any order, from any backup."""

from collections.abc import Iterator
from random import Random

import psycopg
import pytest

from pitdesk.documents import outbox
from pitdesk.documents.document import Document
from pitdesk.documents.targets import Folder
from pitdesk.errors import Trouble
from pitdesk.office import roles
from pitdesk.office.append import Postgres, append, target_of
from pitdesk.office.receive import receive
from pitdesk.office.status import states
from pitdesk.office.store import SETTINGS, Limits, connected
from pitdesk.office.verify import verify
from tests.pitdesk.office.days import FIRST, House, key
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


# A conflict that head office ended


def said(office, house, target, *documents):
    """What a site hears of its documents, when it delivers them once more."""
    return [(answer.kind, answer.words.partition(":")[0]) for answer in map(target.deliver, documents)]


def test_what_head_office_settled_is_settled_at_both_ends(office, post, house):
    """A site restored a backup: from document 6 on there are two branches."""
    target, site = post(house), office.store.sites()[1]
    restored = house.copy(5)
    restored.run(3)
    for one in (*house.documents, *restored.documents[5:]):
        target.deliver(one)
    receive(office.store)
    [state] = states(office.store, FIRST)
    assert len(state.findings["conflicts"]) == 3
    chosen = restored.documents[5]
    roles.settle(office.store, site, 6, chosen.sha256[:8], "the disk was replaced")
    receive(office.store)
    [state] = states(office.store, FIRST)
    assert not {"conflicts", "chain", "changed"} & {*state.findings}
    assert state.settled[0].startswith(f"document 6: {chosen.sha256[:8]} stands, not ")
    assert state.settled[0].endswith(": the disk was replaced")
    mine, theirs = ("settled", "this one stands"), ("settled", "the other stands")
    assert said(office, house, target, *restored.documents[5:8]) == [mine] * 3
    assert said(office, house, target, *house.documents[5:]) == [theirs] * 3
    kept = {sha for _, sha in there(office, house)}
    assert {one.sha256 for one in (*house.documents, *restored.documents)} <= kept
    assert verify(office.store)[1] == []
    assert len(office.run("SELECT * FROM pitdesk.conflict")) >= 3  # the history stays


def test_a_document_that_comes_after_the_decision_is_a_new_conflict(office, post, house):
    target, site = post(house), office.store.sites()[1]
    others = [house.copy(7, seed=seed).day() for seed in (2, 3)]
    for one in (*house.documents, others[0]):
        target.deliver(one)
    receive(office.store)
    roles.settle(office.store, site, 8, house.documents[7].sha256, "the first was right")
    receive(office.store)
    assert states(office.store, FIRST)[0].findings == {}
    assert target.deliver(others[1]).kind == "conflict"
    receive(office.store)
    assert "conflicts" in states(office.store, FIRST)[0].findings
    roles.settle(office.store, site, 8, house.documents[7].sha256, "and still is")
    receive(office.store)
    assert states(office.store, FIRST)[0].findings == {}
    assert target.deliver(others[1]).kind == "settled"


def test_a_day_that_is_in_two_documents_is_settled_by_naming_the_later(office, post, house):
    target, site = post(house), office.store.sites()[1]
    for one in house.documents:
        target.deliver(one)
    twice = house.day(date=FIRST.isoformat())
    assert target.deliver(twice).kind == "conflict"
    receive(office.store)
    assert {"conflicts", "chain"} <= {*states(office.store, FIRST)[0].findings}
    roles.settle(office.store, site, twice.number, twice.sha256, "sealed by mistake")
    receive(office.store)
    findings = states(office.store, FIRST)[0].findings
    assert not {"conflicts", "chain"} & {*findings}
    assert target.deliver(twice).kind == "settled"


def test_a_sites_book_learns_what_was_settled_and_what_was_lost(office, line, dark):
    """The site's own outbox, over a real line, with rows deleted as a failover forgets them."""
    dark.desk._key = house_key = key("dark")
    for _ in range(4):
        night(dark)
    name = dark.desk.write_documents() or dark.desk.documents()
    site = roles.enroll(office.store, name[0].site, house_key.public, f"dark{line.port}")
    database = office.store.connection.info.dbname
    target = Postgres(f"postgresql://{site.role}@127.0.0.1:{line.port}/{database}?sslmode=disable")
    assert [answer.kind for _, answer in outbox.send(dark.desk, target)] == ["stored"] * 4
    office.run("DELETE FROM pitdesk.document WHERE number IN (2, 4)")
    assert outbox.send(dark.desk, target) != []
    office.run("DELETE FROM pitdesk.document WHERE number >= 3")
    night(dark)
    heard = []
    sent = outbox.send(dark.desk, target, lambda one, answer: heard.append((one.number, answer.kind)))
    assert [one.number for one, _ in sent] == [3, 4, 5]
    assert heard[:2] == [(3, "lost"), (4, "lost")]
    assert office.run("SELECT number FROM pitdesk.document ORDER BY 1") == [(n,) for n in range(1, 6)]
    assert receive(office.store).stands == 5
    assert outbox.send(dark.desk, target) == []
    last = dark.desk.documents()[-1]
    said_ = {**last.said, "at": "2026-01-01T00:00:00+00:00"}
    other = Document.signed({name: it for name, it in said_.items() if name != "public"}, house_key)
    target.deliver(other)
    night(dark)
    outbox.send_again(dark.desk, target)
    assert outbox.waiting(dark.desk, target.name).conflicts == (5,)
    receive(office.store)
    roles.settle(office.store, site, 5, last.sha256, "the other was a copy")
    receive(office.store)
    outbox.send(dark.desk, target)
    assert outbox.waiting(dark.desk, target.name).conflicts == ()
    [answer] = [sent.words for sent, _ in dark.journal.sent(target.name) if sent.answer == "settled"]
    assert answer.startswith("this one stands: the other was a copy (")
    assert dark.journal.verify().ok


def night(pit):
    pit.begin(pit.held("chip bank"))
    pit.closing()
    pit.look()
    pit.paper()
    pit.find()
    pit.desk.close_day(400_000, pit.by("pia", "jo"))
    pit.later(days=1)


# Limits


def test_a_site_fills_no_disk(office, post, house):
    target = post(house)
    sizes = [len(one.text) for one in house.documents]
    office.store.allow(Limits(max(sizes) + 1, sum(sizes[:3]) + 3 * 400, 10**9))
    assert [target.deliver(one).kind for one in house.documents[:3]] == ["stored"] * 3
    with pytest.raises(Trouble, match=r"no more of this site today.* goes tomorrow; nothing was lost"):
        target.deliver(house.documents[3])
    assert target.deliver(house.documents[1]).kind == "already there"  # which costs nothing
    office.store.allow(Limits(max(sizes) + 1, 10**9, sum(sizes[:4]) + 4 * 400))
    assert target.deliver(house.documents[3]).kind == "stored"
    with pytest.raises(Trouble, match=r"its limit is reached\. .* 'pitdesk office limits'"):
        target.deliver(house.documents[4])
    office.store.allow(Limits(100, 10**9, 10**9))
    with pytest.raises(Trouble, match="takes no document that is so long"):
        target.deliver(house.documents[4])
    office.store.allow(Limits(10**6, 10**9, sum(sizes[:4]) + 4 * 400))
    [state] = states(office.store, FIRST)
    assert "in all; the limit is" in state.findings["limits"][0]
    assert receive(office.store, [office.stick(house.documents)]).stands == 8  # a stick is head office's
    office.store.allow(Limits(1_000_000, 100_000_000, 1_000_000_000))


def test_many_rows_at_once_do_not_get_around_the_limit(office, post, house):
    target = post(house)
    office.store.allow(Limits(10**6, 5000, 10**9))
    query = (
        "INSERT INTO pitdesk.document (site, number, date, kind, sha256, text, public, signature) SELECT"
        " 1, n, '2026-01-09', 'day', encode(sha256(n::text::bytea), 'hex'), n::text::bytea,"
        " repeat('A', 52), repeat('0', 128) FROM generate_series(10, 99) AS n"
    )
    with connected(target._url) as wire, pytest.raises(psycopg.Error) as found:
        wire.execute(query)
    assert found.value.sqlstate == "PD002"
    assert there(office, house) == []
    office.store.allow(Limits(1_000_000, 100_000_000, 1_000_000_000))


# Who hangs, and who leaves a transaction open


def test_a_server_that_hangs_keeps_the_lane_no_longer_than_it_may(post, line, house):
    target = post(house)
    words = r"did not answer within 0.3 seconds\. Try again; nothing was lost"
    with pytest.raises(Trouble, match=words), connected(target._url, 0.3) as wire:
        _hang(line, wire)
    line.hangs = False
    assert target.deliver(house.documents[0]).kind == "stored"


def _hang(line, wire):
    line.hangs = True
    wire.execute("SELECT 1")


def test_a_transaction_left_open_ends_and_is_said(office, post, house, monkeypatch):
    target = post(house)
    monkeypatch.setitem(SETTINGS, "lock_timeout", "200ms")
    with psycopg.connect(office.url) as idle:
        idle.execute("LOCK TABLE pitdesk.document IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(Trouble, match=r"somebody holds a transaction open.*nothing was lost"):
            target.deliver(house.documents[0])
        idle.rollback()
    assert target.deliver(house.documents[0]).kind == "stored"


def test_init_waits_behind_nobody_for_long_so_that_nobody_waits_behind_it(
    office, post, house, monkeypatch
):
    """Of a site's open transaction: the lock that a new quarter needs would keep every delivery out."""
    target = post(house)
    other = House("Elks, Main Street").run(1)
    elsewhere = post(other)
    monkeypatch.setattr(roles, "BRIEFLY", "200ms")
    monkeypatch.setattr(roles, "YEARS_AHEAD", 9)
    with connected(target._url) as idle, idle.transaction():
        append(idle, house.documents[0])
        with pytest.raises(Trouble, match="somebody holds a transaction open"):
            roles.init(office.url)
        assert elsewhere.deliver(other.documents[0]).kind == "stored"


def test_a_sites_role_has_few_connections_and_an_end_to_each_transaction(office, post, house):
    target = post(house)
    role = role_of(office, house)
    assert office.run("SELECT rolconnlimit FROM pg_roles WHERE rolname = %s", role) == [(10,)]
    with psycopg.connect(target._url) as plain:
        found = plain.execute("SHOW idle_in_transaction_session_timeout").fetchone()
    assert found == ("1min",)


def test_addresses(tmp_path):
    assert isinstance(target_of(str(tmp_path)), Folder)
    office = target_of("postgresql://site7:secret@office.example/pitdesk")
    assert isinstance(office, Postgres)
    assert office.name == "office office.example/pitdesk"
    with pytest.raises(Trouble, match="not the address of a head office"):
        target_of("ftp://office.example/x")


def test_no_password_is_in_a_targets_name():
    assert "secret" not in target_of("postgresql://a:secret@b/c").name
