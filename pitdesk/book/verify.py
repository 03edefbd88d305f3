"""Verify: read the whole book and name its first bad record.

Everything is rebuilt from the hashed bytes and compared both ways. Verify finds a posting, a signature,
a number or a balance that says something else, one too many and one too few; a chain that was cut, bent
or begun anew; and a day's seal that names another link than the chain has.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, suppress
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from pitdesk.book.chain import FORMULA, GENESIS, Head
from pitdesk.book.entries import check, check_detail
from pitdesk.book.faults import UNREADABLE, damages
from pitdesk.book.schema import SCHEMA_VERSION, changed_schema, version_of
from pitdesk.book.sqlite import Database, sqlite3
from pitdesk.kinds import CloseDay, FinishDay

PORTION = 20_000  # entries read at a time
LOOK_S = 1  # between two looks whether somebody still waits
_BODY, _TEXT = 4 << 20, 4096  # bytes of an entry, with a document or a photo; letters of a column
_LONGEST = f"""
SELECT seq FROM entry WHERE octet_length(body) > {_BODY} OR octet_length(hash) > {_TEXT}
  OR max(octet_length(kind), octet_length(at), coalesce(octet_length(request), 0)) > {_TEXT}
UNION ALL SELECT entry FROM posting WHERE max(octet_length(place), octet_length(instrument)) > {_TEXT}
UNION ALL SELECT entry FROM signature
  WHERE max(octet_length(person), octet_length(role), octet_length(initials)) > {_TEXT}
UNION ALL SELECT entry FROM number WHERE octet_length(series) > {_TEXT}
UNION ALL SELECT 0 FROM balance WHERE max(octet_length(place), octet_length(instrument)) > {_TEXT}
LIMIT 1
"""  # reads lengths alone: whatever the memory, the value itself may not fit into it

_ENTRIES = """
SELECT seq, formula, kind, at, CAST(
    '{"seq":' || seq || ',"kind":' || json_quote(kind) || ',"at":' || json_quote(at) || ',"day":' || day
    || ',"about":' || json_quote(about) || ',"request":' || json_quote(request) || ',"number":' AS BLOB),
  body, hash
FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq
"""
_ROWS = {  # what stands beside an entry, as JSON by entry; nothing where lines are missing
    "postings": (
        "SELECT entry, CASE WHEN min(line) = 0 AND max(line) + 1 = count(*) THEN"
        " CAST(json_group_array(json_array(place, instrument, amount)) AS BLOB) END FROM posting"
    ),
    "signatures": (
        "SELECT entry, CASE WHEN min(line) = 0 AND max(line) + 1 = count(*) THEN"
        " CAST(json_group_array(json_array(person, role, part, initials, proof)) AS BLOB) END"
        " FROM signature"
    ),
    "number": (
        "SELECT entry, CASE count(*) WHEN 1 THEN"
        " CAST(json_array(series, number) AS BLOB) END FROM number"
    ),
}
_UNBALANCED = (
    "SELECT min(entry) FROM"
    " (SELECT entry FROM posting WHERE entry > 0 GROUP BY entry, instrument HAVING sum(amount) <> 0)"
)
_BALANCES = """
SELECT coalesce(kept.place, made.place), coalesce(kept.instrument, made.instrument),
  coalesce(kept.amount, 'missing'), coalesce(made.amount, 'nothing at all')
FROM balance AS kept FULL JOIN
  (SELECT place, instrument, sum(amount) AS amount FROM posting GROUP BY place, instrument) AS made
  ON kept.place = made.place AND kept.instrument = made.instrument
WHERE kept.amount IS NOT made.amount ORDER BY 1, 2 LIMIT 1
"""
_SETUP = """
SELECT entry.seq, earlier.hash, entry.body, entry.hash
FROM entry LEFT JOIN entry AS earlier ON earlier.seq = entry.seq - 1
WHERE entry.day = 0 AND +entry.seq < ? ORDER BY entry.seq
"""
_SAID = {"seq", "kind", "at", "day", "about", "request", "number", "postings", "signatures", "detail"}
_NUMBERS_BEFORE = "SELECT series, max(number) FROM number WHERE entry < ? GROUP BY series"


class Verdict(NamedTuple):
    """What `verify` found.

    seq        the first bad record; of a good book the last one
    code       what kind of damage it is; "" of a good book
    unchecked  what could not be checked, and why, in words
    """

    ok: bool
    seq: int
    words: str
    code: str = ""
    unchecked: tuple[str, ...] = ()


class _Bad(Exception):
    """A bad record: its seq, what is wrong with it, and what kind of damage that is."""

    def __init__(self, seq: int, words: str, code: str = "record") -> None:
        self.verdict = Verdict(False, seq, words, code)


def verify(
    opened: Callable[[], Database],
    noted: Head | None,
    since: int = 1,
    until: int | None = None,
    *,
    awaited: Callable[[], object] = lambda: None,
) -> Verdict:
    """Check a book against itself, and against the head that was noted outside it.

    opened  opens the book to read; a full check opens it twice, to work on two cores
    since   the first entry to read; past 1 the file as a whole, the numbers before and the balances are
            taken as they stand, which is what a quick look at the open day can afford
    until   the last entry to read, whatever became of the book after it
    awaited  called now and then: what it raises ends the reading
    """
    if since > 1 or until is not None:
        return _reading(opened, noted, since, until, awaited)
    if not (fits := _asked(opened, _lengths)).ok:
        return fits
    begun: list[Database] = []

    def beside() -> Database:
        begun.append(database := opened())
        return database

    with ThreadPoolExecutor(max_workers=1) as other:
        sums = other.submit(_file_and_sums, beside)
        try:
            chain_ = _reading(opened, noted, since, None, awaited)
            while not sums.done():
                awaited()
                wait([sums], timeout=LOOK_S)
            found = [verdict for verdict in (sums.result(), chain_) if not verdict.ok]
        except BaseException:  # who stops here does not wait for the other
            sums.cancel()
            for database in begun:
                with suppress(sqlite3.ProgrammingError):  # it is done, and closed
                    database.conn.interrupt()
            raise
    # A balance is blamed only where every record is right.
    return min(found, key=lambda one: (one.code == "balance", one.seq)) if found else chain_


def _file_and_sums(opened: Callable[[], Database]) -> Verdict:
    """The file as SQLite sees it, the sums of the entries, the kept balances: all in SQL."""
    return _asked(opened, _sums)


def _reading(
    opened: Callable[[], Database],
    noted: Head | None,
    since: int,
    until: int | None,
    awaited: Callable[[], object],
) -> Verdict:
    run = lambda database: _Reading(database, noted, awaited).run(since, until)  # noqa: E731
    return _asked(opened, run, partly=until is not None)


def _asked(
    opened: Callable[[], Database], ask: Callable[[Database], Verdict], *, partly: bool = False
) -> Verdict:
    """One answer of a database of ours, all of it as of one moment.

    partly   whether only some entries matter: then a newer PitDesk's tables may be otherwise
    """
    try:
        with closing(opened()) as database:
            database.execute("BEGIN")
            foreign = partly and version_of(database) > SCHEMA_VERSION
            if not foreign and (words := changed_schema(database)):
                return Verdict(False, 0, words, "schema")
            return ask(database)
    except _Bad as bad:
        return bad.verdict
    except UNREADABLE as error:
        if not damages(error):
            raise
        return Verdict(False, 0, f"SQLite cannot read the file: {error}", "file")


def _lengths(database: Database) -> Verdict:
    if row := database.execute(_LONGEST).fetchone():
        raise _Bad(row[0], "it holds more than an entry can")
    return Verdict(True, 0, "")


def _sums(database: Database) -> Verdict:
    check = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if check != "ok":
        raise _Bad(0, f"SQLite finds the file damaged: {check}", "file")
    if seq := database.execute(_UNBALANCED).fetchone()[0]:
        raise _Bad(seq, "its postings do not sum to zero")
    last = database.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0]
    if row := database.execute(_BALANCES).fetchone():
        words = "the kept balance of {1} at {0} is {2}, rebuilt from the journal it is {3}"
        raise _Bad(last, words.format(*row), "balance")
    return Verdict(True, last, "")


class _Reading:
    """One pass along the chain, in portions: the bytes, and what stands beside them in the tables."""

    def __init__(self, database: Database, noted: Head | None, awaited: Callable[[], object]) -> None:
        self._db, self._awaited = database, awaited
        self._noted = noted
        self._previous = GENESIS
        self._at = 1  # the entry that is being read
        self._last_numbers: dict[str, int] = {}

    def run(self, since: int, until: int | None = None) -> Verdict:
        last = until or self._db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0]
        try:
            if since > 1:
                self._stand_at(since)
            for first in range(since, last + 1, PORTION):
                self._awaited()
                self._portion(first, min(first + PORTION - 1, last))
        except TypeError:
            raise _Bad(self._at, "its columns hold what no entry holds") from None
        if until is None:
            self._nothing_beside(last)
            self._reaches_noted(last)
        return Verdict(True, last, f"{last} entries, the chain whole, every balance as rebuilt")

    def _stand_at(self, since: int) -> None:
        """Begin in the middle: links and numbers before are taken as they stand; set-up is not."""
        row = self._db.execute("SELECT hash FROM entry WHERE seq = ?", [since - 1]).fetchone()
        if row is None:
            raise _Bad(since - 1, f"entry {since - 1} is missing")
        self._previous = row[0]
        for seq, previous, body, link in self._db.execute(_SETUP, [since]):
            self._at = seq
            if sha256(b"pitdesk 1\n" + (previous or GENESIS) + body).digest() != link:
                raise _Bad(seq, "its bytes do not match its link of the chain")
        self._last_numbers = dict(self._db.execute(_NUMBERS_BEFORE, [since]).fetchall())

    def _portion(self, first: int, last: int) -> None:
        beside = [
            dict(self._db.execute(f"{sql} WHERE entry BETWEEN ? AND ? GROUP BY entry", [first, last]))
            for sql in _ROWS.values()
        ]
        postings, signatures, numbers = beside
        previous, noted = self._previous, self._noted.seq if self._noted else 0
        self._at = expected = first
        for seq, formula, kind, at, head, body, link in self._db.execute(_ENTRIES, [first, last]):
            if seq != expected:
                raise _Bad(expected, f"entry {expected} is missing")
            if formula != FORMULA:
                raise _Bad(seq, f"formula {formula} of the chain is not known here")
            if sha256(b"pitdesk 1\n" + previous + body).digest() != link:
                raise _Bad(seq, "its bytes do not match its link of the chain")
            if seq == noted:
                self._as_noted(seq, link)
            number = numbers.get(seq, b"null") or b""
            said = b'%b%b,"postings":%b,"signatures":%b,"detail":{' % (
                head,
                number,
                postings.get(seq, b"[]") or b"",
                signatures.get(seq, b"[]") or b"",
            )
            alike = body.startswith(said)
            if not alike:
                self._compare(seq, body)
            if number != b"null":
                self._in_sequence(seq, body)
            if kind in (CloseDay.kind, FinishDay.kind):
                self._sealed(seq, body)
            try:
                if alike and datetime.fromisoformat(at):
                    check_detail(seq, kind, body[len(said) - 1 : -1])
                else:
                    check(body)
            except ValueError as error:
                raise _Bad(seq, f"it cannot be read: {error}") from None
            previous = link
            self._at = expected = expected + 1
        if expected <= last:
            raise _Bad(expected, f"entry {expected} is missing")
        self._previous = previous

    def _compare(self, seq: int, body: bytes) -> None:
        """The long way, for text that JSON writes in more than one way, and to say what differs."""
        said = _read(seq, body)
        columns = self._db.execute(
            "SELECT seq, kind, at, day, about, request FROM entry WHERE seq = ?", [seq]
        ).fetchone()
        if columns != tuple(said[name] for name in ("seq", "kind", "at", "day", "about", "request")):
            raise _Bad(seq, "its columns do not say what its bytes say")
        for what, table in (("postings", "posting"), ("signatures", "signature")):
            rows = self._db.execute(f"SELECT * FROM {table} WHERE entry = ? ORDER BY line", [seq])
            if [(seq, line, *cells) for line, cells in enumerate(said[what])] != rows.fetchall():
                raise _Bad(seq, f"its {what} in the table are not what its bytes say")
        rows = self._db.execute("SELECT series, number FROM number WHERE entry = ?", [seq])
        if [list(row) for row in rows] != ([said["number"]] if said["number"] else []):
            raise _Bad(seq, "its number in the table is not what its bytes say")

    def _in_sequence(self, seq: int, body: bytes) -> None:
        said = _read(seq, body)
        series, number = said["number"]
        before = self._last_numbers.get(series, 0)
        if number != max(before + 1, said["detail"].get("first_number", 1)):
            raise _Bad(seq, f"{series} {number:06} does not follow {before:06}")
        self._last_numbers[series] = number

    def _sealed(self, seq: int, body: bytes) -> None:
        """A day's seal names the link of the chain that it was put on."""
        detail = _read(seq, body)["detail"]
        sql = "SELECT hash FROM entry WHERE seq = ? AND seq < ?"
        row = self._db.execute(sql, [detail.get("verified"), seq]).fetchone()
        if row is None or row[0].hex() != detail.get("head"):
            raise _Bad(seq, "the seal of its day names another link than the chain has", "seal")

    def _as_noted(self, seq: int, link: bytes) -> None:
        if self._noted and self._noted.hash != link:
            raise _Bad(seq, "it is not the entry that once stood there (the head noted outside)", "head")

    def _nothing_beside(self, last: int) -> None:
        for what, table in (("postings", "posting"), ("signatures", "signature"), ("number", "number")):
            row = self._db.execute(
                f"SELECT entry FROM {table} WHERE entry < 1 OR entry > ? LIMIT 1", [last]
            ).fetchone()
            if row:
                raise _Bad(last + 1, f"{what} stand in the table for entry {row[0]}, which is not there")

    def _reaches_noted(self, last: int) -> None:
        if self._noted and self._noted.seq > last:
            raise _Bad(
                last + 1,
                f"entry {last + 1} is missing: the book once reached entry {self._noted.seq}"
                " (the head noted outside)",
                "head",
            )


def _read(seq: int, body: bytes) -> dict[str, Any]:
    try:
        said = orjson.loads(body)
    except ValueError:
        said = None
    if not isinstance(said, dict) or not said.keys() >= _SAID:
        raise _Bad(seq, "its bytes are no entry")
    return said
