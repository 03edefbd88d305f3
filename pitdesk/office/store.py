"""Head office's database: what is read from it and written to it. Other files judge."""

import os
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date as Date
from importlib.resources import files
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from pitdesk.errors import Trouble
from pitdesk.given import MIB, Given
from pitdesk.office.chain import Chain, Conflict, Decision, Explanation, Pending, SeriesGap, Standing
from pitdesk.office.reading import COLUMNS, END, PART, Raw
from pitdesk.office.rows import (
    ChipRow,
    CorrectionRow,
    DayRow,
    DepositRow,
    FiledRow,
    TableRow,
    Total,
    WeekRow,
)
from pitdesk.office.words import newer, silent, words

if TYPE_CHECKING:
    from psycopg import Connection, Cursor
    from psycopg.rows import TupleRow

_PARTS = ("schema", "schema2", "overnight", "explained", "pending", "banks", "deposits", "quarters")
STEPS = [f"{name}.sql" for name in _PARTS]
VERSION = len(STEPS)
SETTINGS = {  # of every connection. Nothing in `public` is looked at: anybody may have put it there
    "search_path": "pg_catalog,pg_temp",
    "datestyle": "ISO",
    "timezone": "UTC",
    "lock_timeout": "15s",
    "idle_in_transaction_session_timeout": "10min",
}
PATIENCE = {  # of libpq: for connecting, and for a line that went dead
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
AUTHORITY = Given("a certificate", 1 * MIB, "Ask head office for it again.")
_NEAR = ("localhost", "127.0.0.1", "::1")  # only these, and a socket of this machine, need no TLS

RAW = "site, number, date::text, kind, sha256, text, public, signature"
_STANDS = "number, date::text, kind, sha256, public, successor, wrong"
_ADD_RAW = (
    "INSERT INTO pitdesk.document (site, number, date, kind, sha256, text, public, signature)"
    " SELECT * FROM unnest(%s::int[], %s::int[], %s::date[], %s::text[], %s::text[], %b::bytea[],"
    " %s::text[], %s::text[]) ON CONFLICT DO NOTHING"
)
_UNPLACED = (
    "FROM pitdesk.document AS it WHERE NOT EXISTS (SELECT 1 FROM pitdesk.standing AS stands WHERE"
    " stands.site = it.site AND stands.number = it.number AND stands.sha256 = it.sha256)"
)
_LAST = (
    f"SELECT of.site, {_STANDS} FROM unnest(%s::int[]) AS of (site), LATERAL"
    " (SELECT * FROM pitdesk.standing AS stands WHERE stands.site = of.site"
    " ORDER BY number DESC LIMIT 1) AS last"
)
_BESIDE = (  # the standing ones of some numbers, and the days that count of some dates
    f"SELECT site, {_STANDS} FROM pitdesk.standing WHERE (site, number) IN"
    " (SELECT * FROM unnest(%s::int[], %s::int[])) UNION"
    f" SELECT site, {_STANDS} FROM pitdesk.standing WHERE (site, number) IN"
    " (SELECT day.site, day.number FROM pitdesk.day WHERE (site, date) IN"
    " (SELECT * FROM unnest(%s::int[], %s::date[])))"
)
_CONFLICT = (
    "INSERT INTO pitdesk.conflict (site, number, sha256, other_sha256, about, text, other_text)"
    " SELECT %s, %s, one.sha256, other.sha256, %s, one.text, other.text"
    " FROM pitdesk.document AS one, pitdesk.document AS other"
    " WHERE one.site = %s AND one.sha256 = %s AND other.site = %s AND other.sha256 = %s LIMIT 1"
    " ON CONFLICT DO NOTHING"
)
_PENDING = (  # the document that one waits for is the next that can stand
    "SELECT it.site, it.number, it.sha256, CASE WHEN it.words = '' THEN 1 + coalesce((SELECT"
    " max(stands.number) FROM pitdesk.standing AS stands WHERE stands.site = it.site), 0) ELSE 0 END,"
    " it.words FROM pitdesk.pending AS it ORDER BY 1, 2, 3"
)
_TOTALS = (
    "SELECT name, {figures} FROM pitdesk.site JOIN (SELECT site, count(*) AS days, {sums}"
    " FROM pitdesk.day WHERE date BETWEEN %s AND %s GROUP BY site) AS sums"
    " ON sums.site = site.id ORDER BY name"
)
_BESIDES = (  # of each site the last day before a date and the first after another
    "SELECT site.name, {columns} FROM pitdesk.site, LATERAL"
    " ((SELECT * FROM pitdesk.day WHERE site = site.id AND date < %s ORDER BY date DESC LIMIT 1)"
    " UNION ALL (SELECT * FROM pitdesk.day WHERE site = site.id AND date > %s ORDER BY date LIMIT 1))"
    " AS it ORDER BY 1, 2"
)
_GAPS = (  # where a series does not go on: numbers are missing before a day, or were used before
    "SELECT site, series, least(before + 1, first), greatest(before, first - 1), date, first <= before"
    " FROM (SELECT site, 'day' AS series, day AS first, date, lag(day) OVER"
    " (PARTITION BY site ORDER BY day) AS before FROM pitdesk.day UNION ALL"
    " SELECT site, 'document', number, date, lag(number) OVER"
    " (PARTITION BY site ORDER BY number) FROM pitdesk.standing UNION ALL"
    " SELECT site, series, first, date, max(last) OVER (PARTITION BY site, series ORDER BY first, date"
    " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) FROM pitdesk.day_slips) AS runs"
    " WHERE first <> before + 1 ORDER BY 1, 2, 3, 5"
)
_Row = TypeVar("_Row", bound=tuple[object, ...])


class EnrolledSite(NamedTuple):
    """An enrolled site: its name as documents say it, and the database role that it logs in as."""

    id: int
    name: str
    role: str


class Limits(NamedTuple):
    """What a site may deliver itself, in bytes: with one document, on a day (UTC), and in all."""

    document: int
    day: int
    all: int


@contextmanager
def connected(url: str, within_s: float | None = None) -> "Iterator[Connection]":
    """A connection to a database; over a network only with TLS and the server's certificate checked.

    within_s   after so long the line is cut, whatever the server does or does not do

    Raises:
        Trouble: in words, whatever the server or the network says, also while it is used.
    """
    import psycopg  # noqa: PLC0415  (slow, and only where head office is)
    from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: PLC0415  (where head office is)

    try:
        given = {name: str(value) for name, value in conninfo_to_dict(url).items() if value}
    except psycopg.ProgrammingError as error:
        said = str(error).strip()
        raise Trouble(
            f"{url} is not the address of a database: {said}. Write postgresql://ROLE@HOST/DATABASE."
        ) from None
    if far := [host for host in _hosts(given) if host[:1] not in ("", "/") and host not in _NEAR]:
        given.setdefault("sslmode", "verify-full")
        if given["sslmode"] != "verify-full":
            raise Trouble(
                f"Over a network the server's certificate is checked: sslmode=verify-full for {far[0]}."
            )
    authority = given.get("sslrootcert", "")
    if authority and os.path.exists(authority):  # libpq would wait at a pipe
        AUTHORITY.check(Path(authority))
    ours = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    whole = PATIENCE | given | {"options": f"{given.get('options', '')} {ours}".strip()}
    late: list[bool] = []
    try:
        with (
            psycopg.connect(make_conninfo(**whole), autocommit=True) as connection,
            _cut_after(within_s, connection, late),
        ):
            yield connection
    except psycopg.Error as error:
        said = words(error, given)
        if late:
            said = silent(given, within_s)
        raise Trouble(said) from None


def _hosts(given: Mapping[str, str]) -> list[str]:
    """Every host that an address leads to; those of libpq's environment where it names none."""
    from psycopg.pq import Conninfo  # noqa: PLC0415  (where head office is)

    if given.get("service"):
        return [f"service {given['service']}"]
    usual = {one.keyword.decode(): (one.val or b"").decode() for one in Conninfo.get_defaults()}
    return [
        host for name in ("host", "hostaddr") for host in (given.get(name) or usual[name]).split(",")
    ]


@contextmanager
def _cut_after(within_s: float | None, connection: "Connection", late: list[bool]) -> Iterator[None]:
    """Cut a line that a server keeps open and does not answer on; `late` says that it was done."""

    def cut() -> None:
        late.append(True)
        line = socket.socket(fileno=connection.fileno())
        try:
            line.shutdown(socket.SHUT_RDWR)
        finally:
            line.detach()

    timer = Timer(within_s, cut) if within_s else None
    if timer:
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        if timer:
            timer.cancel()


class Store:
    """The tables of a head office. Every method works within the connection's transaction."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection

    @classmethod
    @contextmanager
    def open(cls, url: str) -> Iterator[Self]:
        """Open a head office that is initialized.

        Raises:
            Trouble: it is not, or is of another schema, or cannot be reached.
        """
        with connected(url) as connection:
            row = connection.execute("SELECT max(number) FROM pitdesk.version").fetchone()
            version = (row[0] if row else None) or 0
            if version > VERSION:
                raise Trouble(newer(version, VERSION))
            if version < VERSION:
                raise Trouble(
                    f"This head office is of schema {version}, and this PitDesk of {VERSION}."
                    " Run 'pitdesk office init' once."
                )
            yield cls(connection)

    def _all(self, query: str, *given: object) -> "list[TupleRow]":
        return self.connection.execute(query, given or None).fetchall()

    # What head office decided

    def sites(self) -> dict[int, EnrolledSite]:
        """The sites that are enrolled, by id."""
        rows = self._all("SELECT id, name, role FROM pitdesk.site ORDER BY name")
        return {row[0]: EnrolledSite(*row) for row in rows}

    def keys(self) -> dict[int, dict[int, str]]:
        """Site → from which document on → the key that head office named."""
        return _numbered(self._all("SELECT site, number, public FROM pitdesk.key ORDER BY at"))

    def enroll(self, site: EnrolledSite, public: str) -> None:
        """Write down a site and its first key."""
        self.connection.execute("INSERT INTO pitdesk.site (id, name, role) VALUES (%s, %s, %s)", site)
        self.name_key(site.id, 1, public, "enrolled")

    def name_key(self, site: int, number: int, public: str, reason: str) -> None:
        """Write down which key signs from a document on; "" for none."""
        query = "INSERT INTO pitdesk.key (site, number, public, reason) VALUES (%s, %s, %s, %s)"
        self.connection.execute(query, (site, number, public, reason))

    def settle(self, site: int, number: int, sha256: str, against: list[str], reason: str) -> None:
        """Write down which document of a number stands, and which others were there."""
        query = (
            "INSERT INTO pitdesk.settled (site, number, sha256, against, reason)"
            " VALUES (%s, %s, %s, %s, %s)"
        )
        self.connection.execute(query, (site, number, sha256, against, reason))

    def explain(self, site: int, gap: SeriesGap, reason: str) -> None:
        """Write down why there is a gap."""
        query = (
            f"INSERT INTO pitdesk.explained (site, {', '.join(SeriesGap._fields)}, reason)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)"
        )
        self.connection.execute(query, (site, *gap, reason))

    def decisions(self) -> dict[int, dict[int, Decision]]:
        """Site → number → what head office decided last."""
        found: dict[int, dict[int, Decision]] = {}
        query = "SELECT site, number, sha256, against, reason, who, at FROM pitdesk.settled ORDER BY at"
        for site, decision in self._by_site(Decision, query):
            found.setdefault(site, {})[decision.number] = decision
        return found

    def allow(self, limits: Limits) -> None:
        """Write down what a site may deliver from now on."""
        query = (
            "INSERT INTO pitdesk.allowance (document_bytes, day_bytes, all_bytes) VALUES (%s, %s, %s)"
        )
        self.connection.execute(query, limits)

    def limits(self) -> Limits:
        """What a site may deliver."""
        query = "SELECT document_bytes, day_bytes, all_bytes FROM pitdesk.allowance"
        return Limits(*self._all(f"{query} ORDER BY at DESC LIMIT 1")[0])

    def delivered(self) -> dict[int, tuple[Date, int, int]]:
        """Site → the last day on which it delivered (UTC), its bytes that day, and in all."""
        rows = self._all("SELECT site, day, day_bytes, all_bytes FROM pitdesk.delivered")
        return {row[0]: (row[1], row[2], row[3]) for row in rows}

    # Receiving

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A transaction in which nobody else receives documents; waits for it."""
        with self.connection.transaction():
            self.connection.execute("SELECT id FROM pitdesk.turn WHERE id = 1 FOR UPDATE")
            yield

    def add(self, raws: Sequence[Raw]) -> int:
        """Append raw documents, each once; how many were new."""
        if not raws:
            return 0
        return self.connection.execute(
            _ADD_RAW, [list(column) for column in zip(*raws, strict=True)]
        ).rowcount

    def unplaced_sites(self) -> dict[int, int]:
        """Site → how many of its raw documents do not stand."""
        return dict(self._all(f"SELECT site, count(*) {_UNPLACED} GROUP BY site ORDER BY site"))

    def raw(self, sites: Sequence[int], *, unplaced: bool = False) -> list[Raw]:
        """The raw documents of sites, by number and arrival; or only what does not stand."""
        which = f"{_UNPLACED} AND" if unplaced else "FROM pitdesk.document WHERE"
        query = f"SELECT {RAW} {which} site = ANY(%s) ORDER BY site, number, delivered_at, sha256"
        return self._rows(Raw, query, list(sites))

    def sizes(self) -> dict[int, int]:
        """Site → how many raw documents it has."""
        return dict(self._all("SELECT site, count(*) FROM pitdesk.document GROUP BY site ORDER BY site"))

    def chains(self, raws: Iterable[Raw], after: Iterable[tuple[int, int]]) -> dict[int, Chain]:
        """The chains of the sites of some raw documents, with what they need to be judged.

        after   site and number of those that they come after
        """
        keys, settled = self.keys(), self.decisions()
        near: list[tuple[int, int, str | None]] = [(raw.site, raw.number, raw.date) for raw in raws]
        near += [(site, number, None) for site, number in after]
        sites, numbers, dates = (
            ([*column] for column in zip(*near, strict=True)) if near else ([], [], [])
        )
        chains = {site: Chain(keys.get(site, {}), settled.get(site, {})) for site in sites}
        for site, last in self._by_site(Standing, _LAST, [*chains]):
            chains[site].last = last
        for site, stands in self._by_site(Standing, _BESIDE, sites, numbers, sites, dates):
            chains[site].standing[stands.number] = stands
            if stands.kind == "day" and not stands.wrong:
                chains[site].days[stands.date] = stands
        return chains

    def write(self, chains: dict[int, Chain]) -> list[tuple[int, Conflict]]:
        """Write what was judged: what stands now, its rows, what conflicts, what is pending.

        Returns the conflicts that were not known yet, by site.
        """
        noticed = []
        with self.connection.cursor() as cursor:
            _copy(
                cursor,
                "standing",
                ((site, *one) for site, chain in chains.items() for one in chain.added),
            )
            cursor.execute("DELETE FROM pitdesk.pending WHERE site = ANY(%s)", ([*chains],))
            _copy(
                cursor,
                "pending",
                (
                    (site, number, sha256, wrong)
                    for site, chain in chains.items()
                    for (number, sha256), wrong in {it[:2]: it.wrong for it in chain.pending}.items()
                ),
            )
            cursor.execute("DELETE FROM pitdesk.aside WHERE site = ANY(%s)", ([*chains],))
            _copy(
                cursor,
                "aside",
                (
                    (site, number, sha256, settled)
                    for site, chain in chains.items()
                    for sha256, (number, settled) in chain.aside.items()
                ),
            )
            for table, columns in COLUMNS.items():
                lines = [
                    line
                    for chain in chains.values()
                    for reading in chain.counted
                    for line in reading.rows.get(table, ())
                ]
                if lines:
                    into = f"COPY pitdesk.{table} ({', '.join(columns)}) FROM STDIN (DELIMITER E'\\x1f')"
                    with cursor.copy(into) as copy:
                        copy.write(_escaped(lines))
            for site, chain in chains.items():
                for it in chain.conflicts:
                    given = (site, it.number, it.about, site, it.sha256, site, it.other)
                    if cursor.execute(_CONFLICT, given).rowcount:
                        noticed.append((site, it))
        return noticed

    def undo(self, site: int, number: int) -> None:
        """Forget what was derived from a site's documents from a number on; the documents stay."""
        for table in ("standing", *COLUMNS):
            self.connection.execute(
                f"DELETE FROM pitdesk.{table} WHERE site = %s AND number >= %s", (site, number)
            )

    # Verifying

    @contextmanager
    def still(self) -> Iterator[None]:
        """A transaction that sees everything as it is now, and writes nothing."""
        with self.connection.transaction():
            self.connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield

    def conflicts_of(self, sites: Sequence[int]) -> set[tuple[int, str, str]]:
        """Site and both hashes of the conflicts of some sites."""
        query = "SELECT site, sha256, other_sha256 FROM pitdesk.conflict WHERE site = ANY(%s)"
        return {(row[0], row[1], row[2]) for row in self._all(query, list(sites))}

    def standing(self, sites: Sequence[int]) -> dict[int, dict[int, Standing]]:
        """Site → number → what stands."""
        found: dict[int, dict[int, Standing]] = {}
        query = f"SELECT site, {_STANDS} FROM pitdesk.standing WHERE site = ANY(%s)"
        for site, stands in self._by_site(Standing, query, list(sites)):
            found.setdefault(site, {})[stands.number] = stands
        return found

    def digests(self, table: str, sites: Sequence[int]) -> dict[int, str]:
        """Site → MD5 of the sorted lines of a derived table; no entry for a site without lines."""
        query = f'SELECT site, md5(string_agg({_line(table)}, %s ORDER BY {_line(table)} COLLATE "C"))'
        query += f" FROM pitdesk.{table} WHERE site = ANY(%s) GROUP BY site"
        return dict(self._all(query, PART, END, PART, list(sites)))

    def derived(self, table: str, site: int) -> set[str]:
        """The lines of a derived table for a site."""
        query = f"SELECT {_line(table)} FROM pitdesk.{table} WHERE site = %s"
        return {row[0] for row in self._all(query, PART, site)}

    # For the status

    def conflicts(self) -> list[tuple[int, Conflict]]:
        """Every conflict that was ever noticed, by site."""
        columns = "site, number, sha256, other_sha256, about"
        query = f"SELECT {columns} FROM pitdesk.conflict ORDER BY site, number"
        return self._by_site(Conflict, query)

    def aside(self) -> dict[int, dict[str, int]]:
        """Site → hash of a document that was decided against → the number that was decided about."""
        found: dict[int, dict[str, int]] = {}
        for site, sha256, number in self._all("SELECT site, sha256, settled FROM pitdesk.aside"):
            found.setdefault(site, {})[sha256] = number
        return found

    def pending(self) -> list[tuple[int, Pending]]:
        """Every document that does not stand, and why."""
        return self._by_site(Pending, _PENDING)

    def lasts(self) -> dict[int, Standing]:
        """Site → its last document that stands."""
        return dict(self._by_site(Standing, _LAST, [*self.sites()]))

    def uncounted(self) -> list[tuple[int, Standing]]:
        """Documents that stand and whose rows do not count."""
        query = f"SELECT site, {_STANDS} FROM pitdesk.standing WHERE wrong <> '' ORDER BY site, number"
        return self._by_site(Standing, query)

    def last_days(self) -> dict[int, tuple[Date, int]]:
        """Site → date and number of its last day that counts."""
        query = "SELECT site, max(date), max(day) FROM pitdesk.day GROUP BY site"
        return {row[0]: (row[1], row[2]) for row in self._all(query)}

    def gaps(self) -> list[tuple[int, SeriesGap]]:
        """Where a site's series of days or slips does not go on."""
        return self._by_site(SeriesGap, _GAPS)

    def explanations(self) -> list[tuple[int, Explanation]]:
        """Why there are gaps, as head office wrote it down."""
        gap = ", ".join(SeriesGap._fields)
        query = (
            f"SELECT site, {gap}, reason, who, at FROM pitdesk.explained ORDER BY site, series, first"
        )
        return self._by_site(lambda *row: Explanation(SeriesGap(*row[:5]), *row[5:]), query)

    def corrected_days(self) -> list[tuple[int, Date]]:
        """Site and date of every day that a correction changed."""
        return self._all("SELECT DISTINCT site, date FROM pitdesk.correction ORDER BY 1, 2")

    def dates_of_days(self) -> dict[tuple[int, str], Date]:
        """Site and hash → date, of the days' documents that stand and are in a conflict."""
        query = (
            "SELECT it.site, stands.sha256, stands.date FROM pitdesk.conflict AS it"
            " JOIN pitdesk.standing AS stands ON stands.site = it.site"
            " AND stands.sha256 IN (it.sha256, it.other_sha256) WHERE stands.kind = 'day'"
        )
        return {(row[0], row[1]): row[2] for row in self._all(query)}

    def late_deposits(self, today: Date) -> list[tuple[int, Date, int, Date, Date | None]]:
        """Site, date, cents owed, due by, and made on (None if not yet) of what was or is late."""
        return self._all(files("pitdesk.office").joinpath("late.sql").read_text("utf-8"), today)

    # For reports

    def days(self, first: Date, last: Date) -> list[DayRow]:
        """The days of all sites in a range of dates, both included, by site and date."""
        return self._rows(DayRow, _select(DayRow, "day"), first, last)

    def tables(self, first: Date, last: Date) -> list[TableRow]:
        """The tables of those days."""
        return self._rows(TableRow, _select(TableRow, "day_table"), first, last)

    def beside(self, first: Date, last: Date) -> list[DayRow]:
        """Of each site its last day before a range of dates, and its first after it."""
        query = _BESIDES.format(columns=_columns(DayRow))
        return self._rows(DayRow, query, first, last)

    def numbered(self, gaps: Sequence[tuple[str, int, int]]) -> list[DayRow]:
        """Days by their numbers: the site's name, first and last."""
        sites, firsts, lasts = ([*column] for column in zip(*gaps, strict=True))
        which = (
            "site.name = ANY(%s) AND EXISTS (SELECT 1 FROM unnest(%s::text[], %s::int[], %s::int[])"
            " AS gap (name, first, last) WHERE gap.name = site.name AND it.day BETWEEN first AND last)"
        )
        return self._rows(DayRow, _select(DayRow, "day", which), sites, sites, firsts, lasts)

    def chips(self, days: Sequence[DayRow]) -> list[ChipRow]:
        """The chips of some days."""
        of = [day.site for day in days], [day.date for day in days]
        which = "(site.name, it.date) IN (SELECT * FROM unnest(%s::text[], %s::date[]))"
        return self._rows(ChipRow, _select(ChipRow, "day_chip", which), *of)

    def corrections(self, first: Date, last: Date) -> list[CorrectionRow]:
        """What to add to figures of those days."""
        return self._rows(CorrectionRow, _select(CorrectionRow, "correction"), first, last)

    def deposits(self, first: Date, last: Date) -> list[DepositRow]:
        """The deposits that are of any day in the range, or of a contest whose date is in it."""
        activity = "unnest(CASE WHEN contest = '' THEN it.dates ELSE ARRAY[it.date] END) AS activity"
        which = f"EXISTS (SELECT 1 FROM {activity} WHERE activity BETWEEN %s AND %s)"
        return self._rows(DepositRow, _select(DepositRow, "deposit", which), first, last)

    def filed(self, quarter: str) -> list[FiledRow]:
        """The tax returns of a quarter, by site and in the order in which they were filed."""
        return self._rows(FiledRow, _select(FiledRow, "filed", "it.quarter = %s"), quarter)

    def weeks(self, quarter: str, first: Date, last: Date) -> list[WeekRow]:
        """The dealers' weeks that a quarter asked for, and those that begin in a range of dates."""
        which = "it.quarter = %s OR it.first BETWEEN %s AND %s"
        return self._rows(WeekRow, _select(WeekRow, "dealer_week", which), quarter, first, last)

    def totals(self, first: Date, last: Date) -> list[Total]:
        """The sums of the days of each site in a range of dates; corrections are not in them."""
        figures = Total._fields[2:]
        sums = ", ".join(f"sum({name})::bigint AS {name}" for name in figures)
        query = _TOTALS.format(figures=", ".join(Total._fields[1:]), sums=sums)
        return [Total(*row) for row in self._all(query, first, last)]

    def _rows(self, make: Callable[..., _Row], query: str, *given: object) -> list[_Row]:
        with self.connection.cursor(binary=True) as cursor:
            return [make(*row) for row in cursor.execute(query, given or None)]

    def _by_site(self, make: Callable[..., _Row], query: str, *given: object) -> list[tuple[int, _Row]]:
        return self._rows(lambda site, *row: (site, make(*row)), query, *given)


def _columns(make: type[_Row]) -> str:
    """The columns of a row but the first, which is the site."""
    return ", ".join(f"it.{name}" for name in make._fields[1:])  # type: ignore[attr-defined]


def _select(make: type[_Row], table: str, which: str = "it.date BETWEEN %s AND %s") -> str:
    return (
        f"SELECT site.name, {_columns(make)} FROM pitdesk.{table} AS it JOIN pitdesk.site"
        f" ON site.id = it.site WHERE {which} ORDER BY 1, 2, 3, 4"
    )


def _line(table: str) -> str:
    """The columns of a derived row as its line; takes what parts them."""
    return f"concat_ws(%s, {', '.join(COLUMNS[table])})"


def _escaped(lines: list[str]) -> str:
    """Lines as COPY reads them."""
    block = END.join(lines).replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return block.replace(END, "\n") + "\n"


def _numbered(rows: "Iterable[TupleRow]") -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for site, number, value in rows:
        found.setdefault(site, {})[number] = value
    return found


def _copy(cursor: "Cursor", table: str, rows: Iterable[tuple[object, ...]]) -> None:
    if lines := [*rows]:
        with cursor.copy(f"COPY pitdesk.{table} FROM STDIN") as copy:
            for row in lines:
                copy.write_row(row)
