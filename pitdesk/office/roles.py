"""Setting up a head office, and what only its owner may do: sites, their roles and keys, what stands."""

import re
from collections.abc import Iterator
from datetime import date as Date
from importlib.resources import files
from typing import TYPE_CHECKING

from pitdesk.codes.keys import public_bytes
from pitdesk.errors import Trouble
from pitdesk.office.chain import SeriesGap
from pitdesk.office.closing import close, close_site
from pitdesk.office.reading import COLUMNS
from pitdesk.office.store import STEPS, VERSION, EnrolledSite, Store, connected
from pitdesk.office.words import newer

if TYPE_CHECKING:
    from psycopg import Connection

ROLES = ("pitdesk_site", "pitdesk_office", "pitdesk_reader")
BRIEFLY = "3s"  # that init waits for others: whoever delivers meanwhile waits behind it
FIRST_YEAR, YEARS_AHEAD = 2026, 3
_PARTED = ("document", *COLUMNS)
_ROLE = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_MEMBER = (
    "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR EXISTS"
    " (SELECT 1 FROM pg_auth_members JOIN pg_roles AS of ON of.oid = roleid"
    " WHERE member = role.oid AND of.rolname <> 'pitdesk_site')"
    " FROM pg_roles AS role WHERE rolname = %s"
)


def init(url: str) -> list[str]:
    """Make the schema, or bring it to this version, prepare the quarters to come, close the doors.

    Returns what was done, in words.

    Raises:
        Trouble: a newer PitDesk made it, or the role may not.
    """
    with connected(url) as connection, connection.transaction():
        connection.execute(f"SET LOCAL lock_timeout = '{BRIEFLY}'".encode())
        version = _version(connection)
        if version > VERSION:
            raise Trouble(newer(version, VERSION))
        said = [f"made the role {role}" for role in _make_roles(connection)]
        for number, step in enumerate(STEPS[version:], version + 1):
            connection.execute(files("pitdesk.office").joinpath(step).read_bytes())
            connection.execute("INSERT INTO pitdesk.version (number) VALUES (%s)", (number,))
            said.append(f"brought the schema from {number - 1} to {number}")
        if made := [*_make_quarters(connection)]:
            said.append(f"prepared {made[0]} to {made[-1]}")
        said += close(connection)
        return said or [f"nothing to do: the schema is {version}, and every quarter is prepared"]


def _version(connection: "Connection") -> int:
    made = connection.execute("SELECT to_regclass('pitdesk.version') IS NOT NULL").fetchone()
    if not made or not made[0]:
        return 0
    row = connection.execute("SELECT max(number) FROM pitdesk.version").fetchone()
    return int(row[0]) if row else 0


def _make_roles(connection: "Connection") -> Iterator[str]:
    for role in ROLES:
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
            connection.execute(f"CREATE ROLE {role} NOLOGIN".encode())
            yield role


def _make_quarters(connection: "Connection") -> Iterator[str]:
    """Make the partitions of the quarters to come; rows that came too early stay where they are."""
    row = connection.execute("SELECT current_date").fetchone()
    assert row
    for first, end in _quarters(row[0].year + YEARS_AHEAD):
        name = f"{first.year}q{first.month // 3 + 1}"
        made = connection.execute("SELECT to_regclass(%s)", (f"pitdesk.document_{name}",)).fetchone()
        if made and made[0]:
            continue
        for table in _PARTED:
            there = f"SELECT 1 FROM pitdesk.{table}_other WHERE date >= %s AND date < %s LIMIT 1"
            if not connection.execute(there.encode(), (first, end)).fetchone():
                connection.execute(
                    f"CREATE TABLE IF NOT EXISTS pitdesk.{table}_{name} PARTITION OF pitdesk.{table}"
                    f" FOR VALUES FROM ('{first}') TO ('{end}')".encode()
                )
        yield name


def _quarters(last_year: int) -> Iterator[tuple[Date, Date]]:
    """First day of each quarter and of the next."""
    for at in range(FIRST_YEAR * 4, last_year * 4 + 4):
        (year, quarter), (next_year, next_quarter) = divmod(at, 4), divmod(at + 1, 4)
        yield Date(year, quarter * 3 + 1, 1), Date(next_year, next_quarter * 3 + 1, 1)


def enroll(store: Store, name: str, public: str, role: str, password: str = "") -> EnrolledSite:
    """Add a site: its name as its documents have it, its first key, the role that it logs in as.

    The role may append and read documents of this site, and nothing else; it is made if needed.

    Raises:
        Trouble: the site or the role exists already and differs; the key or the name is not valid.
    """
    if ", " not in name:
        raise Trouble(
            f"'{name}' names no site. Write organization and site: \"Dakota Lions, Riverside Lounge\"."
        )
    if not _ROLE.fullmatch(role):
        raise Trouble(
            f"'{role}' is not a role name: use small letters, digits and _, such as riverside."
        )
    try:
        public_bytes(public)
    except ValueError as error:
        raise Trouble(str(error)) from None
    with store.turn():
        sites = store.sites()
        for site in sites.values():
            if site.name == name and site.role == role and store.keys()[site.id].get(1) == public:
                return site
            if name == site.name or role == site.role:
                raise Trouble(
                    f"{site.name} is enrolled already, with the role {site.role}. A site has one role"
                    " and one first key; a stolen key is revoked with 'pitdesk office revoke'."
                )
        _make_login(store.connection, role, password)
        site = EnrolledSite(max(sites, default=0) + 1, name, role)
        store.enroll(site, public)
    return site


def _make_login(connection: "Connection", role: str, password: str) -> None:
    from psycopg import sql  # noqa: PLC0415  (where head office is)

    named = sql.Identifier(role)
    more = connection.execute(_MEMBER, (role,)).fetchone()
    if more and more[0]:
        raise Trouble(f"The role {role} may do more than append. Give the site a role of its own.")
    if not more:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(named))
    if password:  # scrambled here: the server never sees or logs the password itself
        scrambled = connection.pgconn.encrypt_password(
            password.encode(), role.encode(), b"scram-sha-256"
        )
        words = sql.SQL("ALTER ROLE {} PASSWORD {}")
        connection.execute(words.format(named, sql.Literal(scrambled.decode())))
    connection.execute(sql.SQL("GRANT pitdesk_site TO {}").format(named))
    [*close_site(connection, role)]


def revoke(store: Store, site: EnrolledSite, number: int, successor: str, reason: str) -> None:
    """From a document on, another key signs for the site, or none: a stolen key signs nothing more.

    What stood from that number on does not stand until it is judged again.

    Raises:
        Trouble: the new key is not valid.
    """
    try:
        successor and public_bytes(successor)
    except ValueError as error:
        raise Trouble(str(error)) from None
    with store.turn():
        store.name_key(site.id, number, successor, reason)
        store.undo(site.id, number)


def settle(store: Store, site: EnrolledSite, number: int, sha256: str, reason: str) -> None:
    """Choose which of several documents of a number stands; those after it are judged again.

    That ends the conflict of that number, and those of documents that follow one that does not stand.
    Where a day is in two documents, naming the later one says that head office knows.

    sha256   its hash, or as much of its beginning as no other of the number has

    Raises:
        Trouble: the site has no such document, or several.
    """
    with store.turn():
        there = {raw.sha256 for raw in store.raw([site.id]) if raw.number == number}
        meant = [one for one in there if sha256 and one.startswith(sha256.lower())]
        if len(meant) != 1:
            known = ", ".join(one[:8] for one in sorted(there)) or "none"
            raise Trouble(
                f"{site.name} has not one document {number} whose hash begins with '{sha256}'."
                f" There are: {known}."
            )
        store.settle(site.id, number, meant[0], sorted(there - {meant[0]}), reason)
        store.undo(site.id, number)


def explain(store: Store, site: EnrolledSite, series: str, first: int, reason: str) -> SeriesGap:
    """Write down why numbers of a series are missing or came twice: that ends the finding.

    series  of SERIES
    first   its first number, as `status` names it

    Raises:
        Trouble: no gap that is not explained yet begins there.
    """
    with store.turn():
        known = {(of, it.gap) for of, it in store.explanations()}
        gaps = [
            gap
            for of, gap in store.gaps()
            if of == site.id and gap.series == series and (of, gap) not in known
        ]
        for gap in gaps:
            if gap.first == first:
                store.explain(site.id, gap, reason)
                return gap
    there = "; ".join(gap.words for gap in gaps) or f"no gap of {series}s is open"
    raise Trouble(f"{site.name} has no gap that begins with {series} {first}: {there}.")
