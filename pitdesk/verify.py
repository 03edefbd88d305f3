"""Verify: read a whole book and name its first bad record.

Everything is rebuilt from the hashed bytes: a posting, a signature, a number or a balance that says
something else than they do is found, and so is a chain that was cut, bent or begun anew.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

import orjson
from sqlite_utils import Database
from sqlite_utils.db import sqlite3

# A damaged file; also in words that SQLite quotes from it and Python cannot decode.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
FORMULA = 1
GENESIS = bytes(32)
PORTION = 2000  # entries read at a time

_ENTRIES = (
    "SELECT seq, formula, kind, at, day, about, request, body, hash FROM entry"
    " WHERE seq BETWEEN ? AND ? ORDER BY seq"
)
_SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
_ROWS = {
    "postings": "SELECT entry, line, place, instrument, amount FROM posting",
    "signatures": "SELECT entry, line, person, role, part, initials, proof FROM signature",
    "number": "SELECT entry, series, number FROM number",
}


class Head(NamedTuple):
    """The newest link of the chain: seq 0 and 32 zero bytes in an empty book."""

    seq: int
    hash: bytes


class Verdict(NamedTuple):
    """What `verify` found. `seq` is the first bad record, or the last one of a whole book."""

    ok: bool
    seq: int
    words: str


class _Bad(Exception):
    """A bad record: its seq, and what is wrong with it."""


def chain(previous: bytes, body: bytes) -> bytes:
    """Formula 1: SHA-256 over "pitdesk 1", a newline, the link before (32 bytes) and the body."""
    return sha256(b"pitdesk 1\n" + previous + body).digest()


@cache
def schema() -> str:
    """The tables and triggers of a book."""
    return files("pitdesk").joinpath("schema.sql").read_text("utf-8")


@cache
def _as_created() -> frozenset[tuple[str, str, str]]:
    fresh = Database(memory=True)
    fresh.executescript(schema())
    return frozenset(fresh.execute(_SCHEMA).fetchall())


def changed_schema(database: Database) -> str | None:
    """What of a book's tables, indexes and guards is not as it was created; None if all is."""
    found = frozenset(database.execute(_SCHEMA).fetchall())
    changed = sorted(f"{kind} {name}" for kind, name, _ in found ^ _as_created())
    return f"changed since it was created: {', '.join(dict.fromkeys(changed))}" if changed else None


def verify(database: Database, noted: Head | None, since: int = 1) -> Verdict:
    """Check a book against itself, and against the head that was noted outside it.

    since   the first entry to read; past 1 the file as a whole, the numbers before and the balances are
            taken as they stand, which is what a quick look at the open day can afford
    """
    try:
        database.execute("BEGIN")
        if since == 1:
            check = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if check != "ok":
                return Verdict(False, 0, f"SQLite finds the file damaged: {check}")
        if words := changed_schema(database):
            return Verdict(False, 0, words)
        return _Reading(database, noted).run(since)
    except _Bad as bad:
        return Verdict(False, *bad.args)
    except UNREADABLE as error:
        return Verdict(False, 0, f"SQLite cannot read the file: {error}")
    finally:
        if database.conn.in_transaction:
            database.execute("ROLLBACK")


class _Reading:
    """One pass over a book, in portions."""

    def __init__(self, database: Database, noted: Head | None) -> None:
        self._db = database
        self._noted = noted
        self._previous = GENESIS
        self._balances: dict[tuple[str, str], int] = defaultdict(int)
        self._last_numbers: dict[str, int] = {}

    def run(self, since: int) -> Verdict:
        last = self._db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0]
        if since > 1:
            self._stand_at(since)
        for first in range(since, last + 1, PORTION):
            self._portion(first, min(first + PORTION - 1, last))
        self._nothing_beside(last)
        self._reaches_noted(last)
        if since == 1:
            self._balances_hold(last)
        return Verdict(True, last, f"{last} entries, the chain whole, every balance as rebuilt")

    def _stand_at(self, since: int) -> None:
        """Begin in the middle: the link and the numbers before are taken as they stand."""
        row = self._db.execute("SELECT hash FROM entry WHERE seq = ?", [since - 1]).fetchone()
        if row is None:
            raise _Bad(since - 1, f"entry {since - 1} is missing")
        self._previous = row[0]
        self._last_numbers = dict(
            self._db.execute(
                "SELECT series, max(number) FROM number WHERE entry < ? GROUP BY series", [since]
            ).fetchall()
        )

    def _portion(self, first: int, last: int) -> None:
        rows = self._db.execute(_ENTRIES, [first, last]).fetchall()
        bodies: list[dict[str, Any]] = []
        bad: _Bad | None = None
        try:
            for expected, row in enumerate(rows, first):
                bodies.append(self._entry(expected, row))
            if len(rows) <= last - first:
                raise _Bad(first + len(rows), f"entry {first + len(rows)} is missing")
        except _Bad as found:
            bad = found
        end = first + len(bodies) - 1
        postings = [(b["seq"], i, *p) for b in bodies for i, p in enumerate(b["postings"])]
        signatures = [(b["seq"], i, *s) for b in bodies for i, s in enumerate(b["signatures"])]
        numbers = [(b["seq"], *b["number"]) for b in bodies if b["number"]]
        self._same("postings", "entry, line", postings, first, end)
        self._same("signatures", "entry, line", signatures, first, end)
        self._same("number", "entry", numbers, first, end)
        if bad:
            raise bad
        for _, _, place, instrument, amount in postings:
            self._balances[place, instrument] += amount

    def _entry(self, expected: int, row: tuple[Any, ...]) -> dict[str, Any]:
        seq, formula, kind, at, day, about, request, body, link = row
        if seq != expected:
            raise _Bad(expected, f"entry {expected} is missing")
        if formula != FORMULA:
            raise _Bad(seq, f"formula {formula} of the chain is not known here")
        if chain(self._previous, body) != link:
            raise _Bad(seq, "its bytes do not match its link of the chain")
        if self._noted and self._noted.seq == seq and self._noted.hash != link:
            raise _Bad(seq, "it is not the entry that once stood there (the head noted outside)")
        said: dict[str, Any] = orjson.loads(body)
        columns = (said["seq"], said["kind"], said["at"], said["day"], said["about"], said["request"])
        if columns != (seq, kind, at, day, about, request):
            raise _Bad(seq, "its columns do not say what its bytes say")
        sums: dict[str, int] = {}
        for _, instrument, amount in said["postings"]:
            sums[instrument] = sums.get(instrument, 0) + amount
        if any(sums.values()):
            raise _Bad(seq, "its postings do not sum to zero")
        if said["number"]:
            series, number = said["number"]
            self._in_sequence(seq, series, number, said["detail"].get("first_number", 1))
        self._previous = link
        return said

    def _in_sequence(self, seq: int, series: str, number: int, first: int) -> None:
        before = self._last_numbers.get(series, 0)
        if number != max(before + 1, first):
            raise _Bad(seq, f"{series} {number:06} does not follow {before:06}")
        self._last_numbers[series] = number

    def _same(self, what: str, order: str, said: list[tuple[Any, ...]], first: int, last: int) -> None:
        """What the tables say of entries `first` to `last` against what the bytes say."""
        stored = self._db.execute(
            f"{_ROWS[what]} WHERE entry BETWEEN ? AND ? ORDER BY {order}", [first, last]
        ).fetchall()
        if stored != said:
            seq = min(row[0] for row in {*stored} ^ {*said})
            raise _Bad(seq, f"its {what} in the table is not what its bytes say")

    def _nothing_beside(self, last: int) -> None:
        for what, sql in _ROWS.items():
            row = self._db.execute(f"{sql} WHERE entry NOT BETWEEN 1 AND ?", [last]).fetchone()
            if row:
                raise _Bad(last + 1, f"its {what} stands in the table, but there is no entry {row[0]}")

    def _reaches_noted(self, last: int) -> None:
        if self._noted and self._noted.seq > last:
            raise _Bad(
                last + 1,
                f"entry {last + 1} is missing: the book once reached entry {self._noted.seq}"
                " (the head noted outside)",
            )

    def _balances_hold(self, last: int) -> None:
        kept: Iterable[tuple[str, str, int]] = self._db.execute(
            "SELECT place, instrument, amount FROM balance"
        )
        stored = {(place, instrument): amount for place, instrument, amount in kept}
        for place, instrument in sorted({*stored, *self._balances}):
            is_ = stored.get((place, instrument), "missing")
            must = self._balances.get((place, instrument), "nothing at all")
            if is_ != must:
                raise _Bad(
                    last,
                    f"the kept balance of {instrument} at {place} is {is_},"
                    f" rebuilt from the journal it is {must}",
                )
