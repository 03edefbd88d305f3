"""The journal: append, read, verify. With `verify` all that speaks SQL (sqlite-utils on SQLite)."""

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from sqlite_utils import Database
from sqlite_utils.db import sqlite3

from pitdesk import kinds
from pitdesk.book.chain import FORMULA, GENESIS, Head, chain
from pitdesk.book.entries import (
    Draft,
    Entry,
    Number,
    Unreadable,
    read,
    stored,
    unbalanced,
    whole_second,
)
from pitdesk.book.lock import Lock
from pitdesk.book.schema import APPLICATION_ID, SCHEMA_VERSION, UNREADABLE, changed_schema, schema
from pitdesk.book.verify import Verdict, verify
from pitdesk.disk import flush, write_whole
from pitdesk.errors import Trouble

OLDEST_SQLITE = (3, 51, 3)  # older ones can corrupt a WAL that two connections write

_SETTINGS = {  # each is set and read back at every open
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: a slip that was acknowledged survives the power
    "foreign_keys": 1,
    "busy_timeout": 5000,
    "recursive_triggers": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "mmap_size": 0,
}
_DENIED = frozenset(
    {
        sqlite3.SQLITE_CREATE_TABLE,
        sqlite3.SQLITE_CREATE_INDEX,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_CREATE_VIEW,
        sqlite3.SQLITE_DROP_TABLE,
        sqlite3.SQLITE_DROP_INDEX,
        sqlite3.SQLITE_DROP_TRIGGER,
        sqlite3.SQLITE_ALTER_TABLE,
        sqlite3.SQLITE_ATTACH,
    }
)

_INSERT_ENTRY = (
    "INSERT INTO entry (seq, formula, kind, at, day, about, request, body, hash)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_POSTINGS = "INSERT INTO posting (entry, line, place, instrument, amount) VALUES "
_INSERT_SIGNATURES = "INSERT INTO signature (entry, line, person, role, part, initials, proof) VALUES "
_INSERT_NUMBER = "INSERT INTO number (series, number, entry) VALUES (?, ?, ?)"
_OUTSIDE = "SELECT body, hash FROM entry WHERE day = 0 AND "

_NEXT_NUMBER = "SELECT coalesce(max(number), 0) + 1 FROM number WHERE series = ?"

_SLIPS = """
SELECT coalesce(about, seq), kind, at, day, person, initials, CASE WHEN about IS NULL THEN
  json_extract(body, '$.number[1]', '$.detail.table', '$.detail.chips', '$.detail.date') END
FROM entry LEFT JOIN signature ON entry = seq
WHERE kind IN ('open day', 'fill', 'credit', 'verify', 'receive', 'void') ORDER BY seq, line
"""


class Attempt(NamedTuple):
    """One try at a PIN; `ticks` in seconds of a clock nobody can set, comparable within a `boot`."""

    person: str
    station: str
    at: str
    boot: str
    ticks: int
    outcome: str


class BelowZero(Exception):
    """An entry would take a place below zero; the transaction was rolled back."""


@dataclass(frozen=True, slots=True)
class Closed:
    """Stands where the connection was, once a book is closed or in doubt."""

    why: str

    def __getattr__(self, name: str) -> Any:
        raise Trouble(self.why)


class Journal:
    """The append-only book of entries. One process writes it; one thread uses a journal object.

    Attributes:
        path: the book's file.
        head: the newest link of the chain.
        writable: whether this journal may append.
    """

    def __init__(self, path: Path, *, write: bool) -> None:
        _check_sqlite()
        if not path.is_file():
            raise Trouble(f"There is no book {path}. Name an existing book, or replay into a new one.")
        self.path = path
        self.writable = write
        self._lock = Lock(path) if write else None
        self._db: Database | Closed
        try:
            self._connect()
        except BaseException:
            if self._lock:
                self._lock.release()
            raise

    @classmethod
    def create(cls, path: Path) -> Self:
        """Begin a new book in a file that does not exist yet, and hold it.

        Raises:
            Trouble: the file exists, or its folder cannot be written.
        """
        if path.exists():
            raise Trouble(f"The book {path} exists already. Open it, or name another file.")
        for left in (path.with_name(path.name + suffix) for suffix in (".head", "-wal")):
            if left.exists():
                raise Trouble(
                    f"A book once stood at {path}: {left.name} is still there. Put a backup in its"
                    " place, or name another file."
                )
        _check_sqlite()
        try:
            connection = sqlite3.connect(path, isolation_level=None)
        except sqlite3.Error as error:
            raise Trouble(f"The book {path} cannot be begun: {error}. Check its folder.") from None
        database = Database(connection, execute_plugins=False, strict=True)
        database.execute("PRAGMA journal_mode = wal")
        database.executescript(
            "BEGIN IMMEDIATE;\n"
            + schema()
            + f"\nPRAGMA application_id = {APPLICATION_ID};"
            + f"\nPRAGMA user_version = {SCHEMA_VERSION};\nCOMMIT;"
        )
        database.close()
        return cls(path, write=True)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a book of today's schema to write in it; hold it alone. `upgrade` it first.

        Raises:
            Trouble: no such book, not a book, a newer schema, a bad SQLite, held elsewhere, damaged.
        """
        return cls(path, write=True)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open a book or a backup read-only; a book may be held by another program meanwhile."""
        return cls(path, write=False)

    def _connect(self) -> None:
        try:
            connection = sqlite3.connect(self._uri(), uri=True, isolation_level=None)
            self._db = database = Database(connection, execute_plugins=False, strict=True)
            self._check_schema(database)
            for name, value in _SETTINGS.items():
                if name == "journal_mode" and not self.writable:
                    continue  # a backup lies outside WAL, and may be read like any book
                database.execute(f"PRAGMA {name} = {value}").fetchall()
                found = database.execute(f"PRAGMA {name}").fetchone()[0]
                if found != value:
                    raise Trouble(f"SQLite did not take {name} = {value} for {self.path}.")
            if self.writable and (words := changed_schema(database)):
                raise Trouble(damaged(self.path, words))
            connection.set_authorizer(_authorize)
            row = database.execute("SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        except sqlite3.OperationalError as error:
            raise Trouble(
                f"The book {self.path} cannot be opened: {error}. Free or repair its disk, or close the"
                " program that has it, and open it again."
            ) from None
        except UNREADABLE as error:
            raise Trouble(damaged(self.path, str(error))) from None
        self.head = self._opened = Head(*row) if row else Head(0, GENESIS)

    def _check_schema(self, database: Database) -> None:
        application, version = (
            database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
        if application != APPLICATION_ID:
            raise Trouble(f"The file {self.path} is not a PitDesk book. Name the book's own file.")
        if version > SCHEMA_VERSION:
            raise Trouble(
                f"The book {self.path} was written by a newer PitDesk (schema {version}, this one"
                f" reads {SCHEMA_VERSION}). Update this PitDesk; the book was not touched."
            )

    def close(self) -> None:
        """Note the head beside the book, close it and let go of it."""
        try:
            if not isinstance(self._db, Closed):
                database, self._db = self._db, Closed(f"The book {self.path} is closed. Open it again.")
                database.close()
                if self.head != self._opened:  # a book that was only looked at keeps its witness
                    self.note_head()
        finally:
            if self._lock:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Append

    def append(self, draft: Draft) -> Entry:
        """Write one entry with its number, postings and signatures in one flushed transaction.

        A draft whose `request` stands in the book already is not written again: its entry comes back.

        Raises:
            BelowZero: a place that may not go below zero would; nothing was written.
            Trouble: the disk failed; the words say whether the entry stands in the book.
        """
        if not self.writable:
            raise Trouble(f"The book {self.path} is open read-only. Open it to write.")
        if wrong := unbalanced(draft.postings):
            raise AssertionError(f"{draft.fact.kind}: postings do not sum to zero: {wrong}")
        execute = self._db.conn.execute
        _trying(self.path, execute, "BEGIN IMMEDIATE")
        try:
            if draft.request and (earlier := self.requested(draft.request)):
                execute("ROLLBACK")
                return earlier
            entry = self._insert(draft)
        except BaseException as error:
            if self._db.conn.in_transaction:
                execute("ROLLBACK")
            raise _sorted(self.path, error) from error
        try:
            execute("COMMIT")
        except sqlite3.Error as error:
            self._settle_commit(entry, error)
        self.head = Head(entry.seq, entry.hash)
        return entry

    def _insert(self, draft: Draft) -> Entry:
        execute = self._db.conn.execute
        seq, series, number = self.head.seq + 1, draft.fact.series, None
        if series:
            free = execute(_NEXT_NUMBER, (series,)).fetchone()[0]
            number = Number(series, max(free, draft.fact.first_number))
        body, at = stored(draft, seq, number), whole_second(draft.at)
        link = chain(self.head.hash, body)
        said = (draft.fact.kind, at.isoformat(), draft.day, draft.about, draft.request)
        execute(_INSERT_ENTRY, (seq, FORMULA, *said, body, link))
        _insert_lines(execute, _INSERT_POSTINGS, seq, draft.postings)
        _insert_lines(execute, _INSERT_SIGNATURES, seq, draft.signatures)
        if number:
            execute(_INSERT_NUMBER, (*number, seq))
        return Entry(
            seq=seq,
            fact=draft.fact,
            at=at,
            day=draft.day,
            number=number,
            about=draft.about,
            request=draft.request,
            postings=draft.postings,
            signatures=draft.signatures,
            hash=link,
        )

    def _settle_commit(self, entry: Entry, error: Exception) -> None:
        """A COMMIT that raised may still have committed: close, reopen, look. Never try again."""
        self._db.close()
        self._db = Closed(f"The disk failed under the book {self.path}: {error}. Open it again.")
        self._connect()
        if self.head == (entry.seq, entry.hash):
            return
        raise Trouble(
            f"The disk failed while entry {entry.seq} ({entry.kind}) was written to {self.path}:"
            f" {error}. The entry is not in the book. Free or replace the disk, then try again."
        )

    # Read

    def _ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of an answer, so that no half-read question holds the log open."""
        try:
            rows: list[tuple[Any, ...]] = self._db.execute(sql, values).fetchall()
        except UNREADABLE as error:
            raise Trouble(damaged(self.path, str(error))) from None
        return rows

    def _read_entry(self, body: bytes, link: bytes) -> Entry:
        try:
            return read(body, link)
        except Unreadable as error:
            raise Trouble(damaged(self.path, str(error))) from None

    def entry(self, seq: int) -> Entry:
        """The entry with this seq; KeyError if the book does not reach it."""
        rows = self._ask("SELECT body, hash FROM entry WHERE seq = ?", seq)
        if not rows:
            raise KeyError(seq)
        return self._read_entry(*rows[0])

    def entries(self, first: int = 1, last: int | None = None) -> list[Entry]:
        """The entries from seq `first` to `last`, both included, in order."""
        rows = self._ask(
            "SELECT body, hash FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq",
            first,
            self.head.seq if last is None else last,
        )
        return [self._read_entry(*row) for row in rows]

    def setup(self) -> list[Entry]:
        """The entries outside any gaming day: organization, tables, chip set, people; no documents."""
        rows = self._ask(_OUTSIDE + "kind NOT IN ('document', 'sent') ORDER BY seq")
        return [self._read_entry(*row) for row in rows]

    def documents(self, after: int = 0) -> list[kinds.Document]:
        """The documents for head office with a higher number, in order."""
        number = "json_extract(body, '$.detail.number') > ?"
        rows = self._ask(_OUTSIDE + f"kind = 'document' AND {number} ORDER BY seq", after)
        facts = (self._read_entry(*row).fact for row in rows)
        return [fact for fact in facts if isinstance(fact, kinds.Document)]

    def last_document(self) -> tuple[kinds.Document, int] | None:
        """The newest document, and the seq of the entry that it is about; or None."""
        for row in self._ask(_OUTSIDE + "kind = 'document' ORDER BY seq DESC LIMIT 1"):
            entry = self._read_entry(*row)
            if isinstance(entry.fact, kinds.Document):
                return entry.fact, entry.about or 0
        return None

    def sent(self, target: str) -> list[tuple[kinds.Sent, datetime]]:
        """What a target of documents answered, and when (UTC), in order."""
        aimed = "json_extract(body, '$.detail.target') = ?"
        rows = self._ask(_OUTSIDE + f"kind = 'sent' AND {aimed} ORDER BY seq", target)
        told = (self._read_entry(*row) for row in rows)
        return [(entry.fact, entry.at) for entry in told if isinstance(entry.fact, kinds.Sent)]

    def numbered(self, series: str, number: int) -> Entry | None:
        """The entry that took this number, or None."""
        rows = self._ask("SELECT entry FROM number WHERE series = ? AND number = ?", series, number)
        return self.entry(rows[0][0]) if rows else None

    def requested(self, request: str) -> Entry | None:
        """The entry that was written for this request, or None."""
        rows = self._ask("SELECT seq FROM entry WHERE request = ?", request)
        return self.entry(rows[0][0]) if rows else None

    def last_number(self, series: str) -> int:
        """The highest number taken in a series, 0 before the first."""
        return int(self._ask(_NEXT_NUMBER, series)[0][0]) - 1

    def slips(self) -> list[tuple[Any, ...]]:
        """The steps of every slip, and the openings of the days they are of, a row a signature.

        Each: seq of the slip or of the opening, kind, at (UTC, ISO 8601), day, person, initials, and
        for what begins (no verify, receive or void) [number, table, chips, date] as JSON. In order.
        """
        return self._ask(_SLIPS)

    def paid_into(self, place: str, since: int) -> list[tuple[int, int]]:
        """(entry, amount) of every posting to a place from an entry on, in order."""
        sql = "SELECT entry, amount FROM posting WHERE entry >= ? AND place = ? ORDER BY entry, line"
        return self._ask(sql, since, place)

    def moves(self, instrument: str, since: int = 1) -> list[tuple[int, str, int]]:
        """(entry, place, amount) of every posting of an instrument from an entry on, in order."""
        sql = "SELECT entry, place, amount FROM posting WHERE entry >= ? AND instrument = ?"
        return self._ask(sql + " ORDER BY entry, line", since, instrument)

    def by_day(self, place: str) -> list[tuple[int, str, int]]:
        """(gaming day, instrument, sum) of what went to a place and left it, in order of the days."""
        return self._ask(
            "SELECT day, instrument, sum(amount) FROM posting JOIN entry ON seq = entry"
            " WHERE place = ? GROUP BY day, instrument ORDER BY day",
            place,
        )

    def balances(self) -> dict[str, dict[str, int]]:
        """Place → instrument → pieces or cents, as kept; nothing for a zero."""
        found: dict[str, dict[str, int]] = {}
        for place, instrument, amount in self._ask(
            "SELECT place, instrument, amount FROM balance WHERE amount <> 0"
        ):
            found.setdefault(place, {})[instrument] = amount
        return found

    def at(self, place: str) -> dict[str, int]:
        """Instrument → pieces or cents at one place, zeros of instruments it has seen included."""
        return dict(self._ask("SELECT instrument, amount FROM balance WHERE place = ?", place))

    # Tries at a PIN

    def note_attempt(self, attempt: Attempt) -> None:
        """Keep one try, flushed to disk before the answer is given."""
        _trying(
            self.path,
            self._db.conn.execute,
            "INSERT INTO attempt (person, station, at, boot, ticks, outcome) VALUES (?, ?, ?, ?, ?, ?)",
            attempt,
        )

    def attempts(self, column: str, value: str) -> list[Attempt]:
        """The tries since the last that ended the count, newest last, by "person" or "station"."""
        if column not in ("person", "station"):
            raise ValueError(column)
        rows = self._ask(
            f"SELECT person, station, at, boot, ticks, outcome FROM attempt WHERE {column} = ?1"
            f" AND id > (SELECT coalesce(max(id), 0) FROM attempt"
            f"           WHERE {column} = ?1 AND outcome <> 'wrong') ORDER BY id",
            value,
        )
        return [Attempt(*row) for row in rows]

    # Verify

    def verify(self, since: int = 1) -> Verdict:
        """Read the whole book: chain, columns, postings, signatures, numbers, balances, head.

        From an entry `since` on, if not from the first: a quick look at the open day.
        """
        if isinstance(self._db, Closed):
            raise Trouble(self._db.why)
        return verify(self._reader, self.noted_head(), since)

    def _uri(self, *, write: bool = True) -> str:
        """The book's address; one in a folder that cannot be written is read as it lies there."""
        if write and self.writable:
            return f"{self.path.resolve().as_uri()}?mode=rw"
        log = self.path.with_name(self.path.name + "-wal")
        lies_still = not os.access(self.path.parent, os.W_OK) and not log.exists()
        return f"{self.path.resolve().as_uri()}?mode=ro" + "&immutable=1" * lies_still

    def _reader(self) -> Database:
        """Another connection to the same book, to read."""
        connection = sqlite3.connect(
            self._uri(write=False), uri=True, isolation_level=None, check_same_thread=False
        )
        return Database(connection, execute_plugins=False)

    # The head, noted outside the book

    @property
    def _head_path(self) -> Path:
        return self.path.with_name(self.path.name + ".head")

    def note_head(self) -> None:
        """Write seq and hash of the head to the file beside the book, flushed and whole."""
        text = f"{self.head.seq} {self.head.hash.hex()}\n"
        try:
            write_whole(self._head_path, text.encode())
        except OSError as error:
            raise Trouble(
                f"The head of {self.path} could not be noted beside it: {error}. The book itself is"
                " safe. Free its disk and close the book again."
            ) from None

    def noted_head(self) -> Head | None:
        """The head noted beside the book when it was last closed or sealed; None if there is none."""
        try:
            seq, _, link = self._head_path.read_text("utf-8").partition(" ")
            head = Head(int(seq), bytes.fromhex(link.strip()))
        except (OSError, ValueError):
            return None
        return head if len(head.hash) == len(GENESIS) else None

    def broken_promise(self) -> str | None:
        """What is wrong if the book no longer reaches the noted head: cut off, rolled back, redone."""
        noted = self.noted_head()
        if noted is None or noted.seq == 0:
            return None
        row = self._db.execute("SELECT hash FROM entry WHERE seq = ?", [noted.seq]).fetchone()
        if row is None:
            return f"it ends at entry {self.head.seq}, but it once reached entry {noted.seq}"
        if row[0] != noted.hash:
            return f"entry {noted.seq} is not the one that once stood there"
        return None

    # Backup

    def copy(self, target: Path) -> None:
        """Copy the book, as it stands now, into a file outside WAL; it may go on being written."""
        try:
            with closing(sqlite3.connect(target, isolation_level=None)) as connection:
                self._db.conn.backup(connection)
                connection.execute("PRAGMA journal_mode = delete")
        except sqlite3.Error as error:
            raise Trouble(
                f"{target} cannot be written: {error}. Free its disk, then try again."
            ) from None
        flush(target)


def damaged(path: Path, what: str) -> str:
    """The words for a book that can no longer be written, with the way out."""
    return (
        f"The book {path} is damaged: {what}. PitDesk writes nothing more to it. Keep the file as"
        f" evidence, find the first bad entry with 'pitdesk verify --book {path}', and restore the"
        f" newest good backup with 'pitdesk restore BACKUP --book {path}'."
    )


def _check_sqlite() -> None:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        wanted = ".".join(map(str, OLDEST_SQLITE))
        raise Trouble(
            f"SQLite {sqlite3.sqlite_version} can corrupt a book; PitDesk needs {wanted} or newer."
            " Install the project's own requirements (they bring a good one) and start again."
        )


def _authorize(action: int, arg: str | None, value: str | None, *_: object) -> int:
    denied = action in _DENIED or (
        action == sqlite3.SQLITE_PRAGMA and value is not None and arg != "integrity_check"
    )
    return sqlite3.SQLITE_DENY if denied else sqlite3.SQLITE_OK


def _trying(path: Path, execute: Any, *args: Any) -> None:
    try:
        execute(*args)
    except sqlite3.Error as error:
        raise _sorted(path, error) from error


def _sorted(path: Path, error: BaseException) -> BaseException:
    """The world's fault becomes Trouble, a place below zero BelowZero; the rest is our fault."""
    if isinstance(error, sqlite3.IntegrityError) and "below_zero" in str(error):
        return BelowZero(str(error))
    if isinstance(error, sqlite3.OperationalError):
        return Trouble(
            f"The book {path} cannot be written: {error}. Nothing was written."
            " Free or repair the disk, then try again."
        )
    if isinstance(error, sqlite3.DatabaseError) and "malformed" in str(error):
        return Trouble(damaged(path, str(error)))
    return error


def _utc(at: datetime) -> datetime:
    return at if at.tzinfo is UTC else at.astimezone(UTC)


def _insert_lines(execute: Any, sql: str, seq: int, lines: Sequence[tuple[Any, ...]]) -> None:
    """All lines of an entry in one statement."""
    if lines:
        marks = ",".join(["(" + ",".join("?" * (len(lines[0]) + 2)) + ")"] * len(lines))
        execute(sql + marks, [cell for i, line in enumerate(lines) for cell in (seq, i, *line)])
