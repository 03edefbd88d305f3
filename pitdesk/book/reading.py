"""What a book can be asked: its entries, numbers, balances and movements. All of it reads."""

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from pitdesk import kinds
from pitdesk.book.chain import Head
from pitdesk.book.entries import Entry, Unreadable, read
from pitdesk.book.faults import UNREADABLE, Closed, damaged, fault
from pitdesk.book.sqlite import Database
from pitdesk.errors import Trouble
from pitdesk.kinds import Fact

OUTSIDE = "SELECT body, hash FROM entry WHERE day = 0 AND "
_PASSING = " AND ".join(
    f"kind <> '{one.kind}'" for one in (kinds.AuditDay, kinds.Deposit, kinds.Release)
)
_SETUP = f"""{OUTSIDE} +seq <= ?3 AND (seq >= ?1 AND (?2 = '' OR
  coalesce(json_extract(body, '$.detail.date') > ?2, 1) OR json_extract(body, '$.detail.again'))
  OR {_PASSING}) AND kind <> 'document' AND kind <> 'sent' ORDER BY seq
"""  # what most rows fail comes first, and no IN: years of audits are walked here
# With the + it goes by no key of the index: a damaged one would end it early. That the index has each
# row is seen at the start.

_DAYS = "SELECT number, entry FROM number WHERE series = 'day' AND number > ? ORDER BY number"
_DAYS_BACK = """
SELECT number FROM number WHERE series = 'day' AND number < ? ORDER BY number DESC LIMIT 100
"""
_OPENINGS = """
SELECT number, at FROM number JOIN entry ON seq = entry WHERE series = 'day' AND number > ?
ORDER BY number
"""
_END = 2**63 - 1  # as far as SQLite counts
_LAST_NUMBER = "SELECT coalesce(max(number), 0) FROM number WHERE series = ?"
_SLIPS = """
SELECT coalesce(about, seq), kind, at, day, person, initials, CASE WHEN about IS NULL THEN
  json_extract(body, '$.number[1]', '$.detail.table', '$.detail.chips', '$.detail.date') END
FROM entry LEFT JOIN signature ON entry = seq
WHERE kind IN ('open day', 'fill', 'credit', 'verify', 'receive', 'void') ORDER BY seq, line
"""


class Reading:
    """The questions of a journal."""

    path: Path
    head: Head
    lenient: bool
    awaited: Callable[[], object] = staticmethod(lambda: None)
    """Called before each question: what it raises ends a long read that nobody waits for any more."""
    _db: Database | Closed

    def _ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of an answer, so that no half-read question holds the log open."""
        self.awaited()
        try:
            rows: list[tuple[Any, ...]] = self._db.execute(sql, values).fetchall()
        except UNREADABLE as error:
            raise fault(self.path, error) from None
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

    def rows(self, after: int, most: int) -> list[tuple[bytes, bytes]]:
        """(body, hash) of the entries after one, in order, at most so many: just as they are stored."""
        sql = "SELECT body, hash FROM entry WHERE seq > ? ORDER BY seq LIMIT ?"
        return self._ask(sql, after, most)

    def entries(self, first: int = 1, last: int | None = None, day: int | None = None) -> list[Entry]:
        """The entries from seq `first` to `last`, both included, in order; of one day, if given."""
        rows = self._ask(
            "SELECT body, hash FROM entry WHERE seq BETWEEN ?1 AND ?2 AND day = coalesce(?3, day)"
            " ORDER BY seq",
            first,
            self.head.seq if last is None else last,
            day,
        )
        return [self._read_entry(*row) for row in rows]

    def each(self, *kinds: type[Fact], after: int = 0, until: int | None = None) -> Iterator[Entry]:
        """The entries of some kinds, in order; read in portions, so that years of them need no room."""
        named, seq = [kind.kind for kind in kinds], after
        last = _END if until is None else until
        where = f"kind IN ({', '.join('?' * len(named))}) AND seq > ? AND seq <= ?"
        sql = f"SELECT seq, body, hash FROM entry WHERE {where} ORDER BY seq LIMIT 500"
        while rows := self._ask(sql, *named, seq, last):
            yield from (self._read_entry(body, link) for _, body, link in rows)
            seq = rows[-1][0]

    def setup(self, upto: int | None = None, *, passing: int = 0, after: str = "") -> list[Entry]:
        """The entries outside any gaming day: organization, tables, chip set, people; no documents.

        Up to an entry, where it matters how it was then: none of those is ever left out.

        passing   the entry from which on those are read that each day brings and that pass with it:
                  deposits, audits, recordings that were released;  after: the date of the last gaming
                  day whose release and first audit are not read
        """
        rows = self._ask(_SETUP, passing, after, self.head.seq if upto is None else upto)
        found = []
        for row in rows:
            try:
                found.append(self._read_entry(*row))
            except Trouble:
                if upto is not None or not self.lenient:
                    raise
        return found

    def outside(self, named: Collection[str], most: int) -> list[Entry]:
        """The newest entries of these kinds outside any gaming day, newest first; at most so many."""
        sql = OUTSIDE + f"kind IN ({', '.join('?' * len(named))}) ORDER BY seq DESC LIMIT ?"
        return [self._read_entry(*row) for row in self._ask(sql, *named, most)]

    def restores(self) -> list[Entry]:
        """When another copy took this book's place, each time, oldest first: as many as its terms."""
        return [self._read_entry(*row) for row in self._ask(OUTSIDE + "kind = 'restore' ORDER BY seq")]

    def documents(self, after: int = 0) -> list[kinds.Document]:
        """The documents for head office with a higher number, in order."""
        number = "json_extract(body, '$.detail.number') > ?"
        rows = self._ask(OUTSIDE + f"kind = 'document' AND {number} ORDER BY seq", after)
        facts = (self._read_entry(*row).fact for row in rows)
        return [fact for fact in facts if isinstance(fact, kinds.Document)]

    def document_of(self, seq: int) -> int:
        """The number of the document that tells of an entry; 0 if none does."""
        told = self._ask(OUTSIDE + "kind = 'document' AND about = ? ORDER BY seq LIMIT 1", seq)
        facts = [self._read_entry(*row).fact for row in told]
        return next((fact.number for fact in facts if isinstance(fact, kinds.Document)), 0)

    def last_document(self) -> tuple[kinds.Document, int] | None:
        """The newest document, and the seq of the entry that it is about; or None."""
        for row in self._ask(OUTSIDE + "kind = 'document' ORDER BY seq DESC LIMIT 1"):
            entry = self._read_entry(*row)
            if isinstance(entry.fact, kinds.Document):
                return entry.fact, entry.about or 0
        return None

    def sent(self, target: str) -> list[tuple[kinds.Sent, datetime]]:
        """What a target of documents answered, and when (UTC), in order."""
        aimed = "json_extract(body, '$.detail.target') = ?"
        rows = self._ask(OUTSIDE + f"kind = 'sent' AND {aimed} ORDER BY seq", target)
        told = (self._read_entry(*row) for row in rows)
        return [(entry.fact, entry.at) for entry in told if isinstance(entry.fact, kinds.Sent)]

    def numbered(self, series: str, number: int) -> Entry | None:
        """The entry that took this number, or None."""
        rows = self._ask("SELECT entry FROM number WHERE series = ? AND number = ?", series, number)
        return self.entry(rows[0][0]) if rows else None

    def last_request(self, prefix: str) -> int:
        """Seq of the newest entry whose request begins so; 0 if none does."""
        among = (prefix, prefix + chr(0x10FFFF))
        if not self._ask("SELECT 1 FROM entry WHERE request >= ? AND request < ? LIMIT 1", *among):
            return 0
        # From the end of the book, by no index: among so many it is one of the last.
        newest = "WHERE +request >= ? AND +request < ? ORDER BY seq DESC LIMIT 1"
        return int(self._ask(f"SELECT seq FROM entry {newest}", *among)[0][0])

    def requested(self, request: str) -> Entry | None:
        """The entry that was written for this request, or None."""
        rows = self._ask("SELECT seq FROM entry WHERE request = ?", request)
        return self.entry(rows[0][0]) if rows else None

    def last_number(self, series: str) -> int:
        """The highest number taken in a series, or by a document; 0 before the first."""
        if series == kinds.Document.kind:
            last = self.last_document()
            return last[0].number if last else 0
        return int(self._ask(_LAST_NUMBER, series)[0][0])

    def days(self, after: int = 0) -> list[int]:
        """The numbers of its gaming days, in order; without those lost with a damaged book."""
        return [number for number, _ in self._ask(_DAYS, after)]

    def days_back(self) -> Iterator[int]:
        """The same, the newest first; read in portions, as far as somebody asks."""
        before = _END
        while rows := self._ask(_DAYS_BACK, before):
            yield from (number for (number,) in rows)
            before = rows[-1][0]

    def openings(self, after: int = 0) -> list[tuple[int, str]]:
        """The number of each gaming day after one and when it was opened (UTC, ISO 8601), in order."""
        return self._ask(_OPENINGS, after)

    def day_after(self, day: int) -> int | None:
        """The seq of what opened the gaming day that follows one; None after the last."""
        return next((seq for _, seq in self._ask(_DAYS + " LIMIT 1", day)), None)

    def slips(self) -> list[tuple[Any, ...]]:
        """The steps of every slip, and the openings of the days they are of, a row a signature.

        Each: seq of the slip or of the opening, kind, at (UTC, ISO 8601), day, person, initials, and
        for what begins (no verify, receive or void) [number, table, chips, date] as JSON. In order.
        """
        return self._ask(_SLIPS)

    def paid_into(self, place: str, since: int) -> list[tuple[int, int, int]]:
        """(entry, gaming day, amount) of every posting to a place from an entry on, in order."""
        sql = "SELECT entry, day, amount FROM posting JOIN entry ON seq = entry WHERE entry >= ?"
        return self._ask(f"{sql} AND place = ? ORDER BY entry, line", since, place)

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
