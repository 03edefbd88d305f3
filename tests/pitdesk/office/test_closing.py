"""A hostile site on a server of before 15 may create in `public`, and nothing that it made is run."""

import psycopg
import pytest

from pitdesk.office import roles
from pitdesk.office.append import append
from pitdesk.office.reading import raw_of
from pitdesk.office.receive import receive
from pitdesk.office.report import of_span
from pitdesk.office.status import states
from pitdesk.office.store import Store, connected
from pitdesk.office.verify import verify
from pitdesk.reports.summaries import Span
from tests.pitdesk.office.days import FIRST, House

LAST = FIRST.replace(month=12)
BODY = "AS $$ BEGIN INSERT INTO public.loot VALUES (current_user); RETURN {}; END $$ LANGUAGE plpgsql"
TRAPS = (  # each fits what head office asks better than PostgreSQL's own function of the name
    "CREATE TABLE public.loot (who text)",
    "GRANT ALL ON public.loot TO PUBLIC",
    "CREATE FUNCTION public.concat_ws(text, int, int, date, bigint, bigint, bigint, text, text)"
    f" RETURNS text {BODY.format(repr(''))}",
    f"CREATE FUNCTION public.unnest(date[]) RETURNS SETOF date {BODY.replace('RETURN {}', 'RETURN')}",
    f"CREATE FUNCTION public.step(int, int) RETURNS int {BODY.format('$2')}",
    "CREATE AGGREGATE public.lag(int) (SFUNC = public.step, STYPE = int)",
    f"CREATE FUNCTION public.over(date, date) RETURNS boolean {BODY.format('false')}",
    "CREATE OPERATOR public.> (LEFTARG = date, RIGHTARG = date, FUNCTION = public.over)",
    "CREATE TABLE public.document (site int)",
    "CREATE TABLE public.site (id int)",
    "CREATE TEMPORARY TABLE document (site int)",
)


@pytest.fixture
def older(fresh):
    """A head office as PostgreSQL 13 and 14 leave it: everybody creates, in `public` and for a while."""
    with connected(fresh) as owner:
        name = owner.info.dbname
        owner.execute("GRANT CREATE ON SCHEMA public TO PUBLIC")
        owner.execute(f"GRANT TEMPORARY ON DATABASE {name} TO PUBLIC".encode())
        owner.execute(f"ALTER DATABASE {name} RESET search_path".encode())
        owner.execute("GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC")
    return fresh


@pytest.fixture
def trapped(older, house, server):
    """The same with a site that has set its traps; the house, and how the site logs in."""
    role = f"hostile{older[-12:].partition('?')[0][-4:]}".replace("=", "_")
    with Store.open(older) as store:
        roles.enroll(store, house.name, house.key.public, role)
        name = store.connection.info.dbname
    site = server.url(name, role)
    with psycopg.connect(site, autocommit=True, options="-c search_path=public") as hostile:
        for trap in TRAPS:
            hostile.execute(trap.encode())
    return older, site


def loot(url: str) -> list[tuple]:
    with connected(url) as owner:
        return owner.execute("SELECT DISTINCT who FROM public.loot").fetchall()


def work(url: str, site: str, house: House, stick) -> None:
    """A day's work of both."""
    with connected(site) as connection:
        for document in house.documents:
            append(connection, document)
    with Store.open(url) as store:
        receive(store, [stick] if stick else [])
        assert verify(store) == (len(house.documents), [])
        assert states(store, LAST)
        of_span(store, Span("all", FIRST, LAST))
        store.totals(FIRST, LAST)


def test_nothing_that_a_site_made_is_run_by_head_office(trapped, house):
    url, site = trapped
    house.correction(house.documents[0], gross=5)
    work(url, site, house, None)
    assert loot(url) == []
    roles.init(url)
    assert loot(url) == []


def test_the_traps_would_spring_where_the_path_is_not_pinned(trapped, house):
    url, site = trapped
    work(url, site, house, None)
    with psycopg.connect(url, autocommit=True) as careless:
        store = Store(careless)
        assert store.gaps() is not None
        assert loot(url) == [("postgres",)]


def test_the_next_init_closes_what_was_open_and_says_so(trapped, house):
    url, site = trapped
    said = roles.init(url)
    assert "closed: REVOKE CREATE ON SCHEMA public FROM PUBLIC" in said
    assert any(words.startswith("closed: REVOKE TEMPORARY ON DATABASE") for words in said)
    assert any("lo_create(oid) FROM PUBLIC" in words for words in said)
    assert any("a site made the function " in words and "lag" in words for words in said)
    with psycopg.connect(site, autocommit=True) as hostile:
        for trap in (
            "CREATE TABLE public.more (a int)",
            "CREATE TEMPORARY TABLE more (a int)",
            "SELECT lo_create(0)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                hostile.execute(trap.encode())
        assert hostile.execute("SHOW search_path").fetchone() == ("pg_catalog, pg_temp",)
        assert hostile.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("1min",)
    assert all(words.startswith(("a site made", "nothing")) for words in roles.init(url))


def test_every_function_of_ours_pins_its_path(fresh):
    with connected(fresh) as owner:
        found = owner.execute(
            "SELECT proname, proconfig, has_function_privilege('pitdesk_site', oid, 'EXECUTE')"
            " FROM pg_proc WHERE pronamespace = 'pitdesk'::regnamespace"
        ).fetchall()
    assert found
    assert all(config == ["search_path=pg_catalog, pg_temp"] and not may for _, config, may in found)


def test_an_office_of_before_is_brought_up_with_its_decisions(bare, house, monkeypatch):
    """0.2.0's init made schema 1; somebody settled there already."""
    monkeypatch.setattr(roles, "STEPS", roles.STEPS[:1])
    monkeypatch.setattr(roles, "VERSION", 1)
    monkeypatch.setattr(roles, "_PARTED", roles._PARTED[:7])  # the tables that schema 1 has
    monkeypatch.setattr(roles, "close", lambda _: [])
    roles.init(bare)
    monkeypatch.undo()
    other = house.copy(7, seed=3).day()
    with connected(bare) as owner:
        owner.execute(
            "INSERT INTO pitdesk.site (id, name, role) VALUES (1, %s, 'old_site')", [house.name]
        )
        store = Store(owner)
        store.name_key(1, 1, house.key.public, "enrolled")
        store.add([raw_of(1, it) for it in (*house.documents, other)])
        owner.execute(
            "INSERT INTO pitdesk.settled (site, number, sha256, reason) VALUES (1, 8, %s, 'restored')",
            [house.documents[7].sha256],
        )
        owner.execute("CREATE ROLE old_site LOGIN IN ROLE pitdesk_site")
    assert "brought the schema from 1 to 2" in roles.init(bare)
    with Store.open(bare) as store:
        receive(store)
        [state] = states(store, FIRST)
        assert "conflicts" not in state.findings
        assert state.settled[0].endswith(": restored")
        store.connection.execute("DROP OWNED BY old_site; DROP ROLE old_site")


def test_an_owner_who_is_no_superuser_is_told_what_the_superuser_must_do(bare, server):
    with connected(bare) as postgres:
        name = postgres.info.dbname
        postgres.execute("CREATE ROLE keeper LOGIN CREATEROLE")
        postgres.execute(f"ALTER DATABASE {name} OWNER TO keeper".encode())
        postgres.execute("ALTER SCHEMA public OWNER TO postgres")
        postgres.execute("GRANT CREATE ON SCHEMA public TO PUBLIC")
    said = roles.init(server.url(name, "keeper"))
    open_ = [words for words in said if words.startswith("still open. As the server's superuser")]
    assert any(words.endswith("run: REVOKE CREATE ON SCHEMA public FROM PUBLIC") for words in open_)
    assert any("lo_create" in words for words in open_)
    assert any(words.startswith("closed: REVOKE TEMPORARY") for words in said)
    with connected(bare) as postgres:
        postgres.execute(f"ALTER DATABASE {name} OWNER TO postgres".encode())
        postgres.execute("REASSIGN OWNED BY keeper TO postgres; DROP OWNED BY keeper; DROP ROLE keeper")
