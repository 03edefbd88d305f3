"""The journal: append, read, verify. With `verify` all that speaks SQL (sqlite-utils on SQLite)."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self

from pitdesk import kinds
from pitdesk.book.chain import FORMULA, GENESIS, Head, chain
from pitdesk.book.connection import (
    begin,
    check_sqlite,
    connect,
    is_follower,
    is_whole,
    reader,
    unfinished,
)
from pitdesk.book.entries import (
    Draft,
    Entry,
    Number,
    stored,
    unbalanced,
    whole_second,
)
from pitdesk.book.faults import (
    UNREADABLE,
    Closed,
    damaged,
    disk_fails,
    disk_fault,
    failed_once,
    fault,
    lasts,
    missing,
    unwritten,
)
from pitdesk.book.lock import Lock
from pitdesk.book.reading import Reading
from pitdesk.book.sqlite import Database, sqlite3
from pitdesk.book.staging import put_in_place, settle, stage, waits
from pitdesk.book.verify import Verdict, verify
from pitdesk.book.witness import Noted, Shortfall, Witness
from pitdesk.disk import flush, numbered
from pitdesk.errors import Moved, Trouble
from pitdesk.given import Given

_INSERT_ENTRY = (
    "INSERT INTO entry (seq, formula, kind, at, day, about, request, body, hash)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_POSTINGS = "INSERT INTO posting (entry, line, place, instrument, amount) VALUES "
_INSERT_SIGNATURES = "INSERT INTO signature (entry, line, person, role, part, initials, proof) VALUES "
_INSERT_NUMBER = "INSERT INTO number (series, number, entry) VALUES (?, ?, ?)"
_UNEVEN = "SELECT instrument FROM balance GROUP BY instrument HAVING sum(amount) <> 0 LIMIT 1"
_HEAD = """
SELECT seq, CASE WHEN octet_length(hash) > 99 THEN 'too long' ELSE hash END
FROM entry ORDER BY seq DESC LIMIT 1
"""
_SUM_OUTSIDE = "SELECT coalesce(sum(seq), 0) FROM entry {} WHERE day = 0"

_NEXT_NUMBER = "SELECT coalesce(max(number), 0) + 1 FROM number WHERE series = ?"


# SQLite reads it page by page, so its size is no danger; a pipe or a device is.
BOOK = Given("a book", sys.maxsize, "Name the book's own file.")


class Attempt(NamedTuple):
    """One try at a PIN; `ticks` in seconds of a clock nobody can set, comparable within a `boot`."""

    person: str
    station: str
    at: str
    boot: str
    ticks: int
    outcome: str


class Journal(Reading):
    """The append-only book of entries. One process writes it; one thread uses a journal object.

    Attributes:
        path: the book's file.
        head: the newest link of the chain.
        writable: whether this journal may append.
        lenient: whether set-up and days that cannot be read are left out, and a newer PitDesk's book is
            read as far as it is understood, rather than refuse the book.
        witness: the file beside the book that knows how far it once reached.
        follows: whether it is a copy that follows a book, and takes in nothing else.
        unwitnessed: "missing" or "unreadable" where that file is, until a new one is taken; else "".
    """

    def __init__(self, path: Path, *, write: bool, lenient: bool = False, follows: bool = False) -> None:
        check_sqlite()
        if not path.is_file() and not waits(path):
            if path.exists():
                BOOK.check(path)
            noted = Witness(path).read()
            raise Trouble(missing(path, noted.head.seq if noted else 0))
        self.path = path
        self.writable, self.lenient, self.follows = write, lenient, follows
        self.witness = Witness(path)
        self.unwitnessed = ""
        self._saved: Path | None = None  # the copy of a book that was moved away
        self._lock = Lock(path) if write else None
        self._db: Database | Closed
        try:
            if write:
                settle(path)
                self._reaches_witness()
            self._connect()
            if write and self.head.seq and (state := self.witness.state) != "good":
                self.unwitnessed = state
        except BaseException:
            if self._lock:
                self._lock.release()
            raise

    @classmethod
    def create(cls, path: Path, *, follows: bool = False) -> Self:
        """Begin a new book in a file that does not exist yet, and hold it.

        follows   whether it is to be a copy that follows another book

        Raises:
            Trouble: the file exists, or its folder cannot be written.
        """
        check_sqlite()
        lock = Lock(path)
        try:
            settle(path)
            if path.exists() and unfinished(path):
                path.replace(numbered(path, "unfinished"))
                for ending in ("-wal", "-shm"):
                    path.with_name(path.name + ending).unlink(missing_ok=True)
            cls._check_free(path)
            begin(stage(path), follows=follows)
            put_in_place(path)
        except (OSError, sqlite3.Error) as error:
            raise Trouble(f"The book {path} cannot be begun: {error}. Check its folder.") from None
        finally:
            lock.release()
        return cls(path, write=True, follows=follows)

    @staticmethod
    def _check_free(path: Path) -> None:
        if path.exists():
            raise Trouble(f"The book {path} exists already. Open it, or name another file.")
        for left in (path.with_name(path.name + suffix) for suffix in (".head", "-wal")):
            if left.exists():
                raise Trouble(
                    f"A book once stood at {path}: {left.name} is still there. Put a backup in its"
                    " place, or name another file."
                )

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a book of today's schema to write in it; hold it alone. `upgrade` it first.

        Raises:
            Trouble: no such book, not a book, a newer schema, a bad SQLite, held elsewhere, damaged.
        """
        return cls(path, write=True)

    @classmethod
    def follow(cls, path: Path) -> Self:
        """Open a copy that follows a book, or begin one, to take in what that book has.

        Raises:
            Trouble: as `open` and `create`; a book of its own lies there.
        """
        if path.exists() or waits(path):
            return cls(path, write=True, follows=True)
        return cls.create(path, follows=True)

    @classmethod
    def read(cls, path: Path, *, lenient: bool = False) -> Self:
        """Open a book or a backup read-only; a book may be held by another program meanwhile."""
        return cls(path, write=False, lenient=lenient)

    def _reaches_witness(self) -> None:
        """See that the book has all that was told, before SQLite may throw its log away.

        A connection that only reads leaves the log as it is.
        """
        noted = self.witness.read()
        if noted is None or not self.path.with_name(self.path.name + "-wal").exists():
            return
        with Journal.read(self.path) as as_found:
            if short := as_found.shortfall():
                raise short

    def shortfall(self, noted: Noted | None = None) -> Shortfall | None:
        """What a witness knows of and the book does not have; None if nothing.

        noted   what the witness says; the one beside the book unless given
        """
        return Shortfall.of(self.path, self.head.seq, self.last_number, noted or self.witness.read())

    def _connect(self) -> None:
        try:
            how = {"write": self.writable, "newer": self.lenient}
            self._db = database = connect(self.path, **how, follows=self.writable and self.follows)
            self.follows = is_follower(database)
            row = database.execute(_HEAD).fetchone()
            if row and row[1] == "too long":
                raise sqlite3.DatabaseError(f"the link of entry {row[0]} is too long to be one")
        except UNREADABLE as error:
            raise fault(self.path, error) from None
        self.head = self._opened = Head(*row) if row else Head(0, GENESIS)
        if self.writable:
            self.witness.flushed = not self.follows  # what a copy lacks after a power cut is sent again
            self._numbers = dict(self._ask("SELECT series, max(number) FROM number GROUP BY series"))
            if number := self.last_number(kinds.Document.kind):
                self._numbers[kinds.Document.kind] = number
            for entry in self.restores():
                self._count(entry)
            self._outside = self._ask(_SUM_OUTSIDE.format(""))[0][0]
            self._as_witnessed()
            self._file = self.path.stat()

    def _as_witnessed(self) -> None:
        """See that the index finds every entry outside the days, and the numbers are those last noted.

        Where the witness does not know, the whole table says it: once, after a crash or an upgrade.
        """
        noted = self.witness.read()
        if noted and noted.head == self.head and noted.outside is not None:
            outside, numbers = noted.outside, noted.numbers
        else:
            outside, numbers = self._ask(_SUM_OUTSIDE.format("NOT INDEXED"))[0][0], self._numbers
        wrong = ""
        if outside != self._outside:
            wrong = "its index of people and set-up does not have what was written"
        elif numbers != self._numbers:
            wrong = "its table of numbers does not have what was written"
        elif uneven := self._ask(_UNEVEN):
            wrong = f"its balances of {uneven[0][0]} do not sum to zero"
        if wrong:
            self._db.close()
            raise Trouble(damaged(self.path, wrong))

    def close(self) -> None:
        """Note the head beside the book, close it and let go of it."""
        try:
            if not isinstance(self._db, Closed):
                database, self._db = self._db, Closed(f"The book {self.path} is closed. Open it again.")
                database.close()
                if self.head != self._opened:  # a book that was only looked at keeps its witness
                    self.note_head()
        finally:
            self.witness.close()
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
        if self.follows:
            raise Trouble(f"{self.path} follows another book. Write to that one.")
        if wrong := unbalanced(draft.postings):
            raise AssertionError(f"{draft.fact.kind}: postings do not sum to zero: {wrong}")
        with self._writing():
            if draft.request and (earlier := self.requested(draft.request)):
                self._db.conn.execute("ROLLBACK")
                return earlier
            entry = self._insert(draft)
        self._commit([entry])
        return entry

    def take(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        """Write the next entries of the book that this copy follows, in one flushed transaction.

        rows   (body, hash) of each in order, just as that book has them

        Raises:
            Trouble: one is not the next link of the chain, or the disk failed; none of them is written.
        """
        assert self.follows, "a book takes in drafts alone"
        head, taken = self.head, []
        for body, link in rows:
            entry = self._read_entry(body, link)
            if entry.seq != head.seq + 1 or chain(head.hash, body) != link:
                raise Trouble(
                    f"Entry {entry.seq} is not what follows entry {head.seq} of {self.path}. Nothing of"
                    " it was taken in. Verify the book that it follows."
                )
            head = Head(entry.seq, link)
            taken.append((entry, body))
        with self._writing():
            for entry, body in taken:
                self._put(entry, body)
        self._commit([entry for entry, _ in taken])

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction that is still to be committed; it is taken back where anything fails."""
        self._check_file()
        self._do("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException as error:
            if self._db.conn.in_transaction:
                with suppress(sqlite3.Error):  # the disk that fails takes that, too, or drops it
                    self._db.conn.execute("ROLLBACK")
            raise self._unwritten(error) from error

    def _commit(self, entries: Sequence[Entry]) -> None:
        if not entries:
            self._db.conn.execute("ROLLBACK")
            return
        last = entries[-1]
        try:
            self._db.conn.execute("COMMIT")
        except sqlite3.Error as error:
            self._settle_commit(last, error)
        self.head = Head(last.seq, last.hash)
        for entry in entries:
            self._outside += 0 if entry.day else entry.seq
            self._count(entry)
            if self.unwitnessed and isinstance(entry.fact, kinds.Witness | kinds.Restore):
                self.unwitnessed = ""
        self._note(last)

    def _count(self, entry: Entry) -> None:
        """Know the number that an entry or its document took, and those that it says were lost."""
        if entry.number:
            self._numbers[entry.number.series] = entry.number.number
        if isinstance(entry.fact, kinds.Document):
            self._numbers[entry.kind] = max(entry.fact.number, self._numbers.get(entry.kind, 0))
        if isinstance(entry.fact, kinds.Restore):
            for series, (_, last) in entry.fact.lost.items():
                self._numbers[series] = max(last, self._numbers.get(series, 0))

    def _note(self, entry: Entry) -> None:
        if self.unwitnessed:
            return
        try:
            self.witness.note(Noted(self.head, self._numbers, self._outside))
        except OSError as error:
            self._db.close()
            self._db = Closed(f"The disk failed beside the book {self.path}: {error}. Open it again.")
            raise Trouble(
                f"Entry {entry.seq} ({entry.kind}) stands in the book, but the head could not be noted"
                f" in {self.witness.path}: {error}. Free or replace the disk, then open the book again."
            ) from None

    def _check_file(self) -> None:
        """See that the file at the book's path is still the one that is open."""
        with suppress(OSError):
            if os.path.samestat(self._file, self.path.stat()):
                return
        try:
            if self._saved is None:
                self.copy(saved := numbered(self.path, "saved"))
                self._saved = saved
            words = f"All of it up to entry {self.head.seq} is saved in {self._saved}."
        except (Trouble, OSError) as error:
            words = f"It could not be saved beside it ({error}). Make a backup now, before you close it."
        raise Moved(
            f"The file {self.path} was removed or replaced while PitDesk had it open. Nothing more is"
            f" written. {words} Find out who moved it, then restore what was saved.",
            self._saved,
        )

    def _insert(self, draft: Draft) -> Entry:
        execute = self._db.conn.execute
        seq, series, number = self.head.seq + 1, draft.fact.series, None
        if series:
            free = execute(_NEXT_NUMBER, (series,)).fetchone()[0]
            number = Number(series, max(free, draft.fact.first_number))
        body, at = stored(draft, seq, number), whole_second(draft.at)
        entry = Entry(
            seq=seq,
            fact=draft.fact,
            at=at,
            day=draft.day,
            number=number,
            about=draft.about,
            request=draft.request,
            postings=draft.postings,
            signatures=draft.signatures,
            hash=chain(self.head.hash, body),
        )
        self._put(entry, body)
        return entry

    def _put(self, entry: Entry, body: bytes) -> None:
        execute, seq = self._db.conn.execute, entry.seq
        said = (entry.kind, entry.at.isoformat(), entry.day, entry.about, entry.request)
        execute(_INSERT_ENTRY, (seq, FORMULA, *said, body, entry.hash))
        _insert_lines(execute, _INSERT_POSTINGS, seq, entry.postings)
        _insert_lines(execute, _INSERT_SIGNATURES, seq, entry.signatures)
        if entry.number:
            execute(_INSERT_NUMBER, (*entry.number, seq))

    def _settle_commit(self, entry: Entry, error: Exception) -> None:
        """A COMMIT that raised may still have committed: close, reopen, look. Never try again.

        What a failing disk shows then may be in memory alone, so nobody is told that it stands.
        """
        self._db.close()
        self._db = Closed(f"The disk failed under the book {self.path}: {error}. Open it again.")
        if disk_fails(error):
            raise Trouble(
                f"The disk failed while entry {entry.seq} ({entry.kind}) was written to {self.path}:"
                f" {error}. Nobody knows yet whether it stands. PitDesk writes nothing more there. Copy"
                " the book's folder to another disk now, change the disk, open the copy, and look at its"
                " last entry."
            ) from None
        self._connect()
        if self.head == (entry.seq, entry.hash):
            return
        raise Trouble(
            f"The disk failed while entry {entry.seq} ({entry.kind}) was written to {self.path}:"
            f" {error}. The entry is not in the book. Free or replace the disk, then try again."
        )

    def _do(self, sql: str, *values: object) -> None:
        try:
            self._db.conn.execute(sql, values)
        except sqlite3.Error as error:
            raise self._unwritten(error) from error

    def _unwritten(self, error: BaseException) -> BaseException:
        """Why an entry was not written; once the file is damaged or its disk fails, none is any more."""
        why = unwritten(self.path, error)
        if lasts(error):
            self._db.close()
            self._db = Closed(f"{why} Open it again once that is mended.")
        return why

    # Tries at a PIN

    def note_attempt(self, attempt: Attempt) -> None:
        """Keep one try, flushed to disk before the answer is given."""
        self._do(
            "INSERT INTO attempt (person, station, at, boot, ticks, outcome) VALUES (?, ?, ?, ?, ?, ?)",
            *attempt,
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

    def verify(self, since: int = 1, until: int | None = None) -> Verdict:
        """Read the whole book: chain, columns, postings, signatures, numbers, balances, head.

        From an entry `since` on, if not from the first: a quick look at the open day. Up to `until`, and
        no farther, where it matters only that a part of a damaged book is right.
        """
        if isinstance(self._db, Closed):
            raise Trouble(self._db.why)
        try:
            found = self._found(since, until)
            if found.code == "file" and (trouble := disk_fault(self.path)):
                raise trouble
            if found.code == "file" and is_whole(self.path) and self._found(1, self.head.seq).ok:
                raise failed_once(self.path, found.words)
        except sqlite3.Error as error:
            raise fault(self.path, error) from None
        return found

    def _found(self, since: int, until: int | None) -> Verdict:
        return verify(lambda: reader(self.path), self.noted_head(), since, until, awaited=self.awaited)

    # The witness: the head, noted outside the book

    def note_head(self) -> None:
        """See that the head is noted beside the book, and on the disk."""
        if self.unwitnessed:
            return
        try:
            self.witness.note(Noted(self.head, self._numbers, self._outside))
            self.witness.flush()
        except OSError as error:
            raise Trouble(
                f"The head of {self.path} could not be noted beside it: {error}. The book itself is"
                " safe. Free its disk and close the book again."
            ) from None

    def noted_head(self) -> Head | None:
        """The head noted beside the book; None if there is none, or none that can be read."""
        noted = self.witness.read()
        return noted.head if noted else None

    def broken_promise(self, noted: Noted | None = None) -> str | None:
        """What is wrong if the book no longer reaches the noted head: cut off, rolled back, redone.

        noted   what a witness says; the one beside the book unless given
        """
        noted = noted or self.witness.read()
        if noted is None or noted.head.seq == 0:
            return None
        seq, link = noted.head
        row = self._db.execute("SELECT hash FROM entry WHERE seq = ?", [seq]).fetchone()
        if row is None:
            return f"it ends at entry {self.head.seq}, but it once reached entry {seq}"
        if row[0] != link:
            return f"entry {seq} is not the one that once stood there"
        return None

    # Backup

    def copy(self, target: Path) -> None:
        """Copy the book, as it stands now, into a file outside WAL; it may go on being written.

        Only its owner may read the copy.
        """
        try:
            target.touch(0o600)
            with closing(sqlite3.connect(target, isolation_level=None)) as connection:
                self._db.conn.backup(connection)
                connection.execute("PRAGMA journal_mode = delete")
        except (OSError, sqlite3.Error) as error:
            raise disk_fault(self.path) or Trouble(
                f"{target} cannot be written: {error}. Free its disk, then try again."
            ) from None
        flush(target)


def _insert_lines(
    execute: Callable[..., object], sql: str, seq: int, lines: Sequence[tuple[object, ...]]
) -> None:
    """All lines of an entry in one statement."""
    if lines:
        marks = ",".join(["(" + ",".join("?" * (len(lines[0]) + 2)) + ")"] * len(lines))
        execute(sql + marks, [cell for i, line in enumerate(lines) for cell in (seq, i, *line)])
