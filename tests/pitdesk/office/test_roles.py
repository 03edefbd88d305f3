"""Head office's beginning and its roles: what is not a site's to do is refused by the server itself."""

import psycopg
import pytest

from pitdesk.documents.targets import Folder
from pitdesk.errors import Trouble
from pitdesk.office import roles, store
from pitdesk.office.append import append
from pitdesk.office.receive import receive
from pitdesk.office.status import states
from pitdesk.office.store import Store, connected
from pitdesk.office.verify import verify
from tests.pitdesk.office.conftest import EMPTIED
from tests.pitdesk.office.days import FIRST, House, key

TABLES = ("version", "turn", *EMPTIED)
INSERT = (
    "INSERT INTO pitdesk.document (site, number, date, kind, sha256, text, public, signature)"
    " SELECT {site}, 99, '2026-01-09', 'day', encode(sha256('{{}}'), 'hex'), '{{}}',"
    " repeat('A', 52), repeat('0', 128)"
)


def test_init_makes_everything_once(bare):
    assert roles.init(bare)[0].startswith("brought the schema from 0 to 1")
    said = f"nothing to do: the schema is {store.VERSION}, and every quarter is prepared"
    assert roles.init(bare) == [said]
    with Store.open(bare) as opened:
        assert opened.sites() == {}


def test_init_upgrades_in_one_transaction_or_not_at_all(fresh, monkeypatch, tmp_path):
    monkeypatch.setattr(roles, "files", lambda _: tmp_path)
    now, later = store.VERSION, store.VERSION + 1
    monkeypatch.setattr(roles, "STEPS", (*store.STEPS, "more.sql"))
    monkeypatch.setattr(roles, "VERSION", later)
    more = tmp_path / "more.sql"
    more.write_text("ALTER TABLE pitdesk.site ADD town text; SELECT 1 FROM nothing;")
    with pytest.raises(Trouble, match=r"Nothing was changed|no head office"):
        roles.init(fresh)
    more.write_text("ALTER TABLE pitdesk.site ADD town text;")
    assert roles.init(fresh)[0] == f"brought the schema from {now} to {later}"
    assert roles.init(fresh)[0].startswith("nothing to do")


def test_a_newer_schema_is_left_alone(fresh):
    newer = store.VERSION + 1
    with connected(fresh) as connection:
        connection.execute(f"INSERT INTO pitdesk.version (number) VALUES ({newer})")
    with pytest.raises(Trouble, match=f"schema {newer}, newer than this PitDesk"):
        roles.init(fresh)
    with pytest.raises(Trouble, match="Install the newer one"), Store.open(fresh):
        pass


def test_an_older_schema_asks_for_init(url, monkeypatch):
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    with pytest.raises(Trouble, match="Run 'pitdesk office init' once"), Store.open(url):
        pass


def test_an_empty_database_asks_for_init(bare):
    with (
        pytest.raises(
            Trouble, match=r"has no head office in its database bare.*Run 'pitdesk office init'"
        ),
        Store.open(bare),
    ):
        pass


def test_what_came_before_its_quarter_was_prepared_stays_and_counts(office):
    house = House()
    house.date = house.date.replace(year=2035)
    office.enroll(house)
    assert office.receive(house.day()).stands == 1
    (count,) = office.run("SELECT count(*) FROM pitdesk.day_other")[0]
    assert count == 1
    roles.init(office.url)
    assert roles.init(office.url)[0].startswith("nothing to do")
    assert verify(office.store) == (1, [])


def test_an_owner_need_not_be_a_superuser(bare, server, house, tmp_path):
    with connected(bare) as connection:
        name = connection.info.dbname
        connection.execute("CREATE ROLE owner LOGIN CREATEROLE")
        connection.execute(f"ALTER DATABASE {name} OWNER TO owner".encode())
    url = server.url(name, "owner")
    assert roles.init(url)[0].startswith("brought the schema")
    stick = tmp_path / "stick"
    stick.mkdir()
    for document in house.documents:
        Folder(stick).deliver(document)
    with Store.open(url) as opened:
        roles.enroll(opened, house.name, house.key.public, "owned_site", "sesame")
        assert receive(opened, [stick]).stands == 8
        assert verify(opened) == (8, [])
    with connected(server.url(name, "owned_site")) as connection:
        assert append(connection, house.day()).kind == "stored"
    with connected(bare) as connection:
        connection.execute(f"ALTER DATABASE {name} OWNER TO postgres".encode())
        connection.execute("REASSIGN OWNED BY owner TO postgres; DROP OWNED BY owner; DROP ROLE owner")


def test_a_site_is_enrolled_once(office, house):
    first = office.enroll(house, "riverside")
    assert office.enroll(house, "riverside") == first
    with pytest.raises(Trouble, match="is enrolled already, with the role riverside"):
        office.enroll(house, "another")
    with pytest.raises(Trouble, match="revoked with 'pitdesk office revoke'"):
        roles.enroll(office.store, house.name, key("thief").public, "riverside")
    with pytest.raises(Trouble, match="A site has one role"):
        office.enroll(House("Elks, Main Street"), "riverside")


@pytest.mark.parametrize(
    ("name", "public", "role", "words"),
    [
        ("Riverside", key("x").public, "r", "names no site"),
        ("Lions, Riverside", "ABC", "r", "52 characters"),
        ("Lions, Riverside", key("x").public, 'r"; DROP', "is not a role name"),
        ("Lions, Riverside", key("x").public, "postgres", "may do more than append"),
        ("Lions, Riverside", key("x").public, "pitdesk_clerk", "may do more than append"),
    ],
)
def test_who_is_enrolled_is_looked_at(office, name, public, role, words):
    if role == "pitdesk_clerk":
        office.run("CREATE ROLE pitdesk_clerk LOGIN IN ROLE pitdesk_office")
    with pytest.raises(Trouble, match=words):
        roles.enroll(office.store, name, public, role)
    assert office.store.sites() == {}
    if role == "pitdesk_clerk":
        office.run("DROP ROLE pitdesk_clerk")


@pytest.fixture
def site(office, house, server):
    """A connection as an enrolled site, whose documents 1 to 3 are there; another site's are too."""
    mine, other = office.enroll(house), House("Elks, Main Street").run(2)
    office.enroll(other)
    office.receive(*house.documents[:3], *other.documents)
    database = office.store.connection.info.dbname
    with psycopg.connect(server.url(database, mine.role), autocommit=True) as connection:
        yield connection


def test_a_site_appends_its_own_documents_and_reads_them(site, house, office):
    assert append(site, house.documents[3]).kind == "stored"
    assert append(site, house.documents[3]).kind == "already there"
    (count,) = site.execute("SELECT count(*) FROM pitdesk.document").fetchone()
    assert count == 4
    assert site.execute("SELECT name FROM pitdesk.site").fetchall() == [(house.name,)]
    assert receive(office.store).stands == 1
    who = office.run("SELECT delivered_by FROM pitdesk.document WHERE site = 1 AND number = 4")
    assert who == [(site.info.user,)]


FORBIDDEN = [
    *(
        f"{verb} pitdesk.{table}"
        for verb in ("TRUNCATE", "DELETE FROM", "DROP TABLE")
        for table in TABLES
    ),
    *(
        f"SELECT * FROM pitdesk.{table}"
        for table in TABLES
        if table not in ("site", "document", "version", "aside")
    ),
    *(f"INSERT INTO pitdesk.{table} DEFAULT VALUES" for table in TABLES),
    "UPDATE pitdesk.document SET text = 'x'",
    "UPDATE pitdesk.document SET site = 2",
    "UPDATE pitdesk.site SET role = 'x'",
    "UPDATE pitdesk.turn SET taken = now()",
    "SELECT * FROM pitdesk.document_2026q1",
    "INSERT INTO pitdesk.document_2026q1 SELECT * FROM pitdesk.document",
    "DELETE FROM pitdesk.document_2026q1",
    "INSERT INTO pitdesk.document SELECT * FROM pitdesk.document",
    "INSERT INTO pitdesk.document (delivered_by) VALUES ('postgres')",
    "INSERT INTO pitdesk.document (delivered_at) VALUES ('2020-01-01')",
    INSERT.format(site=2),
    INSERT.format(site=77),
    "ALTER TABLE pitdesk.document DISABLE ROW LEVEL SECURITY",
    "DROP POLICY own ON pitdesk.document",
    "CREATE TABLE pitdesk.mine (a integer)",
    "CREATE ROLE another",
    "SET ROLE pitdesk_office",
    "SET ROLE postgres",
    "SET SESSION AUTHORIZATION postgres",
    "COPY pitdesk.document TO '/tmp/x'",
    "DO $$BEGIN LOCK TABLE pitdesk.document IN ACCESS EXCLUSIVE MODE; END$$",
    "CREATE TRIGGER t AFTER INSERT ON pitdesk.document EXECUTE FUNCTION now()",
]


@pytest.mark.parametrize("at", range(0, len(FORBIDDEN), 20))
def test_a_site_may_do_nothing_else(site, office, at):
    before = office.run("SELECT * FROM pitdesk.document ORDER BY site, number")
    for statement in FORBIDDEN[at : at + 20]:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            site.execute(statement.encode())
    assert office.run("SELECT * FROM pitdesk.document ORDER BY site, number") == before


def test_the_forbidden_insert_is_right_but_for_its_site(site):
    assert site.execute(INSERT.format(site=1).encode()).rowcount == 1


def test_a_site_delivers_for_no_other(site, house):
    with pytest.raises(Trouble, match=r"this role for Dakota Lions, .* the document is of Elks"):
        append(site, House("Elks, Main Street").day())
    house.name = "x"
    practice = house.day(practice=True)
    with pytest.raises(Trouble, match="Practice books are not sent to head office"):
        append(site, practice)


@pytest.fixture
def clerks(office, server):
    """Connect as a member of head office's or the readers' role."""
    database = office.store.connection.info.dbname
    for role in ("office", "reader"):
        office.run(f"CREATE ROLE {role}_clerk LOGIN IN ROLE pitdesk_{role}")
    yield lambda role: server.url(database, f"{role}_clerk")
    for role in ("office", "reader"):
        office.run(f"DROP ROLE {role}_clerk")


def test_head_office_receives_with_a_role_that_changes_no_document(office, house, clerks):
    office.enroll(house)
    again = house.copy(3)
    again.run(1)
    with Store.open(clerks("office")) as opened:
        assert receive(opened, [office.stick(house.documents)]).stands == 8
        assert len(receive(opened, [office.stick(again.documents)]).conflicts) == 1
        assert verify(opened) == (9, [])
        assert states(opened, FIRST)[0].document == 8
        for table in ("document", "conflict", "site", "key", "settled", "explained", "version"):
            for statement in (f"DELETE FROM pitdesk.{table}", f"TRUNCATE pitdesk.{table}"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    opened.connection.execute(statement.encode())
        for change in (
            "UPDATE pitdesk.document SET text = 'x'",
            "UPDATE pitdesk.conflict SET text = 'x'",
            "UPDATE pitdesk.day SET gross = 0",
            "INSERT INTO pitdesk.key (site, number, public, reason) VALUES (1, 1, '', '')",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                opened.connection.execute(change.encode())


def test_who_reads_only_reads(office, house, clerks):
    office.enroll(house)
    office.receive(*house.documents)
    with Store.open(clerks("reader")) as opened:
        assert len(opened.days(FIRST, FIRST.replace(month=12))) == 6
        assert verify(opened) == (8, [])
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            receive(opened, [office.stick(house.documents)])


def test_a_stolen_key_signs_nothing_more_from_its_document_on(office, house):
    site = office.enroll(house)
    thief = house.copy(6)
    thief.day()
    office.receive(*thief.documents)
    assert states(office.store, FIRST)[0].document == 7
    roles.revoke(office.store, site, 7, key("new").public, "the machine was stolen")
    done = office.receive()
    assert done.stands == 0
    (state,) = states(office.store, FIRST)
    assert (state.document, state.public) == (6, key("new").public)
    assert "its key is not the site's at this number" in state.findings["chain"][0]
    rightful = house.copy(6, seed=2)
    rightful.key = key("new")
    rightful.day()
    rightful.day()
    done = office.receive(*rightful.documents[6:])
    assert (done.stands, done.conflicts) == (2, [])
    assert verify(office.store) == (9, [])
    assert len(office.store.days(FIRST, FIRST.replace(month=12))) == 7


def test_a_revoked_key_with_no_successor_signs_nothing(office, house):
    site = office.enroll(house)
    roles.revoke(office.store, site, 3, "", "stolen")
    office.receive(*house.documents)
    (state,) = states(office.store, FIRST)
    assert state.document == 2
    assert "revoked" in state.findings["keys"][0]
    assert "revoked" in state.findings["chain"][0]
    with pytest.raises(Trouble, match="52 characters"):
        roles.revoke(office.store, site, 3, "XYZ", "a slip of the pen")


def test_head_office_settles_which_of_two_stands(office, house):
    site = office.enroll(house)
    restored = house.copy(5)
    restored.run(3)
    office.receive(*house.documents)
    done = office.receive(*restored.documents[5:])
    assert [conflict.number for _, conflict in done.conflicts] == [6, 7, 8]
    (state,) = states(office.store, FIRST)
    assert state.document == 8
    assert "follows another document 8" in state.findings["chain"][0]
    wanted = restored.documents[5]
    assert wanted.sha256[:8] in state.findings["conflicts"][0]
    roles.settle(office.store, site, 6, wanted.sha256[:8], "the disk of the machine was replaced")
    office.receive()
    stands = office.run("SELECT sha256 FROM pitdesk.standing ORDER BY number")
    assert [row[0] for row in stands] == [it.sha256 for it in restored.documents]
    assert verify(office.store) == (12, [])
    for none in ("", "xyz", wanted.sha256 + "0"):
        with pytest.raises(Trouble, match=f"begins with '{none}'. There are: .*{wanted.sha256[:8]}"):
            roles.settle(office.store, site, 6, none, "")


def test_an_office_of_schema_1_learns_what_was_off_overnight(bare, monkeypatch, tmp_path):
    monkeypatch.setattr(roles, "STEPS", store.STEPS[:1])
    monkeypatch.setattr(roles, "VERSION", 1)
    monkeypatch.setattr(roles, "_PARTED", roles._PARTED[:7])  # the tables that schema 1 has
    roles.init(bare)
    with connected(bare) as connection:
        connection.execute("INSERT INTO pitdesk.site (id, name, role) VALUES (1, 'Any, where', 'any')")
        connection.execute(_DAY_OF_SCHEMA_1)
    monkeypatch.undo()
    assert roles.init(bare)[0] == "brought the schema from 1 to 2"
    with Store.open(bare) as opened:
        (day,) = opened.days(FIRST, FIRST)
    assert (day.gross, day.overnight_cash, day.overnight_chips) == (5, 0, 0)


_DAY_OF_SCHEMA_1 = f"""
  INSERT INTO pitdesk.day SELECT 1, 1, '{FIRST}', 1, 5, {", ".join("0" * 18)},
    '{FIRST}', '2026', 'tables', 'head'"""
