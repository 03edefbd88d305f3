"""Connections and rows: TLS is checked, errors are words, and reports get what the documents say."""

from datetime import date, timedelta

import psycopg
import pytest

from pitdesk.errors import Trouble
from pitdesk.office import roles
from pitdesk.office.append import Postgres
from pitdesk.office.store import Store, connected
from tests.pitdesk.office.days import FIRST, House
from tests.pitdesk.office.server import Authority, Server

LAST = date(2026, 12, 31)


def refused(url: str, words: str) -> None:
    """The address cannot be connected to, and these words are said."""
    with pytest.raises(Trouble, match=words), connected(url):
        pass


@pytest.fixture
def far(office, house, server):
    """The address of the office over TCP, as a site with a password."""
    site = roles.enroll(office.store, house.name, house.key.public, f"far{id(house)}", "sesame")
    database = office.store.connection.info.dbname
    tls = f"sslmode=verify-full&sslrootcert={server.authority.path}"
    return f"postgresql://{site.role}:sesame@localhost:{server.port}/{database}?{tls}"


def test_a_site_delivers_over_tls(far, house, office):
    target = Postgres(far)
    assert [target.deliver(it).kind for it in house.documents] == ["stored"] * 8
    assert target.deliver(house.documents[2]).kind == "already there"
    again = house.copy(2)
    answer = target.deliver(again.day())
    assert (answer.kind, answer.theirs) == ("conflict", house.documents[2].text)
    done = office.receive()
    assert (done.stands, len(done.conflicts)) == (8, 1)
    with connected(far) as connection:
        assert connection.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchone()[
            0
        ]


@pytest.mark.parametrize(
    ("told", "instead", "words"),
    [
        ("@localhost:", "@127.0.0.1:", "The server 127.0.0.1 shows the certificate of another server"),
        (":sesame@", ":sesam@", "does not know the role .* or the password is wrong"),
        (":sesame@", "@", "does not know the role .* or the password is wrong"),
        ("postgresql://far", "postgresql://near", "does not know the role near"),
        ("/office", "/nowhere", "has no database nowhere"),
        ("authority.pem", "nothing.pem", "the authority's certificate is not where it should be"),
    ],
)
def test_a_wrong_address_is_said_in_words(far, told, instead, words):
    refused(far.replace(told, instead), words)


def test_the_environment_leads_over_no_network_without_tls(monkeypatch):
    monkeypatch.setenv("PGHOST", "far.example")
    refused("postgresql:///db?sslmode=allow", "the server's certificate is checked.* far.example")


def test_a_server_that_is_not_there_is_said_in_words(far, server):
    refused(
        far.replace(f":{server.port}/", ":1/"),
        r"port 1, cannot be reached: .*refused.* nothing was lost",
    )


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://r@office.example/db?sslmode=require", "the server's certificate is checked"),
        ("postgresql://r@a.example:1,b.example/db?sslmode=allow", "certificate is checked.* a.example"),
        ("postgresql://r@localhost,b.example/db?sslmode=allow", "certificate is checked.* b.example"),
        ("postgresql://r@localhost/db?hostaddr=192.0.2.1&sslmode=allow", "is checked.* 192.0.2.1"),
        ("postgresql:///db?service=far&sslmode=allow", "certificate is checked.* service far"),
        ("postgresql://r@office.example/db?nonsense=1", "is not the address of a database"),
    ],
)
def test_an_address_without_safety_or_sense_is_not_tried(url, words):
    refused(url, words)


def test_an_address_may_name_several_hosts(far, house, office, server, tmp_path):
    """The first that answers takes it; and where a certificate is wrong, it is said of both."""
    twice = far.replace(f"@localhost:{server.port}/", f"@127.0.0.3:1,localhost:{server.port}/")
    assert Postgres(twice).deliver(house.documents[0]).kind == "stored"
    stranger = Authority(tmp_path, "stranger")
    doubted = far.replace(f"localhost:{server.port}", f"localhost:{server.port},localhost:{server.port}")
    doubted = doubted.replace(str(server.authority.path), str(stranger.path))
    refused(doubted, r"The server localhost cannot be trusted: .* not by the authority in .*stranger")
    away = far.replace(f"@localhost:{server.port}/", "@localhost:1,127.0.0.3:2/")
    refused(away, r"The server localhost or 127.0.0.3, port 1 or 2, cannot be reached")


def test_an_address_may_have_options_of_its_own(office, url):
    with connected(f"{url}&options=-c%20work_mem%3D8MB%20-c%20search_path%3Dpublic") as connection:
        assert connection.execute("SHOW work_mem").fetchone() == ("8MB",)
        assert connection.execute("SHOW search_path").fetchone() == ("pg_catalog,pg_temp",)


@pytest.fixture
def doubtful(tmp_path):
    """A server of one's own, to show other certificates with."""
    server = Server()
    yield server
    server.stop()


def test_certificates_that_are_not_right_are_refused_with_the_reason(doubtful, tmp_path):
    doubtful.certify(doubtful.authority, days=-1)
    address = (
        f"postgresql://postgres@localhost:{doubtful.port}/postgres?sslmode=verify-full&sslrootcert="
    )
    refused(f"{address}{doubtful.authority.path}", "cannot be trusted: its certificate has expired")
    stranger = Authority(tmp_path, "stranger")
    refused(f"{address}{stranger.path}", r"its certificate is not by the authority in .*stranger")
    doubtful.certify(stranger, days=3)
    refused(
        f"{address}{doubtful.authority.path}",
        r"its certificate is not by the authority in .*authority.pem",
    )


def test_reports_get_what_the_documents_say(office):
    sites = [House(f"Lions, Hall {at}").run(4) for at in range(3)]
    for house in sites:
        office.enroll(house)
        house.correction(house.documents[0], gross=500, agp=500)
        office.receive(*house.documents)
    days = office.store.days(FIRST, LAST)
    said = [it.said for house in sites for it in house.documents if it.kind == "day"]
    assert [(row.date.isoformat(), row.day, row.gross, row.deposit) for row in days] == [
        (it["date"], it["day"], it["summary"]["gross"], it["deposit"]["cents"]) for it in said
    ]
    assert [row._asdict() | it["summary"] for row, it in zip(days, said, strict=True)] == [
        row._asdict() for row in days
    ]
    tables = office.store.tables(FIRST, FIRST)
    first = [it for it in said if it["date"] == FIRST.isoformat()]
    assert [(row.name, row.game, row.drop_cents, row.win) for row in tables] == [
        (it["table"], it["game"], it["drop"], it["win"]) for day in first for it in day["tables"]
    ]
    chips = office.store.chips([row for row in days if row.date == FIRST])
    assert {
        (row.site, row.chip): (row.opening, row.closing, row.players, row.owned) for row in chips
    } == {
        (f"Lions, {day['site']}", chip): (it["opening"], it["closing"], it["players"], it["owned"])
        for day in first
        for chip, it in day["chips"].items()
    }
    runs = office.run(
        "SELECT series, first, last, fate FROM pitdesk.day_slips JOIN pitdesk.site ON id = site"
        " WHERE name = 'Lions, Hall 0' AND date = %s",
        FIRST,
    )
    assert {*runs} == {
        (series, run["first"], run["last"], run["fate"])
        for series, told in first[0]["slips"].items()
        for run in told
    }
    fixes = office.store.corrections(FIRST, FIRST)
    assert [(row.site, row.field, row.cents) for row in fixes] == [
        (house.name, field, 500) for house in sites for field in ("agp", "gross")
    ]
    deposit, *_ = office.store.deposits(FIRST, LAST)
    assert deposit.dates == [FIRST + timedelta(at) for at in range(3)]
    assert deposit.cents == sum(it["deposit"]["cents"] for it in said[:3])
    for total in office.store.totals(FIRST, FIRST + timedelta(1)):
        mine = [row for row in days if row.site == total.site][:2]
        assert total._asdict() == {"site": total.site, "days": 2} | {
            name: sum(getattr(row, name) for row in mine) for name in total._fields[2:]
        }
    assert office.store.totals(LAST, LAST) == []


def test_the_quarter_reads_its_own_part_alone(office):
    plan = office.run(
        "EXPLAIN SELECT sum(gross) FROM pitdesk.day WHERE date BETWEEN '2026-04-01' AND '2026-06-30'"
    )
    told = "\n".join(row[0] for row in plan)
    assert "day_2026q2" in told
    assert "day_2026q1" not in told


def test_a_connection_that_breaks_is_said_in_words(office, url):
    def break_off():
        with Store.open(url) as store:
            pid = store.connection.info.backend_pid
            with psycopg.connect(url) as other:
                other.execute("SELECT pg_terminate_backend(%s, 1000)", (pid,))
            store.sites()

    with pytest.raises(Trouble, match="The server of this machine"):
        break_off()
