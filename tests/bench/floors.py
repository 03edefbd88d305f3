"""Floors: the least that could do the same work, to measure the product against."""

from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.platypus import SimpleDocTemplate, Table
from sqlite_utils.db import sqlite3

from pitdesk.book.entries import Entry
from printers.slips.layout import size

_TABLES = """
CREATE TABLE entry (seq INTEGER PRIMARY KEY, formula INTEGER, kind TEXT, at TEXT, day INTEGER,
  about INTEGER, request TEXT, body BLOB, hash BLOB);
CREATE TABLE posting (entry INTEGER, line INTEGER, place TEXT, instrument TEXT, amount INTEGER,
  PRIMARY KEY (entry, line)) WITHOUT ROWID;
CREATE TABLE signature (entry INTEGER, line INTEGER, person TEXT, role TEXT, part TEXT, initials TEXT,
  proof TEXT, PRIMARY KEY (entry, line)) WITHOUT ROWID;
CREATE TABLE number (series TEXT, number INTEGER, entry INTEGER,
  PRIMARY KEY (series, number)) WITHOUT ROWID;
CREATE TABLE balance (place TEXT, instrument TEXT, amount INTEGER,
  PRIMARY KEY (place, instrument)) WITHOUT ROWID;
"""
_BODY = 7  # where the body stands in a row of `entry`


class Plain:
    """A WAL, synchronous=FULL file with the tables and keys of a book, and nothing that guards them."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = wal")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.executescript(_TABLES)
        self._seq = 0

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def commit(self, entry: Entry, body: bytes) -> None:
        """The rows of an entry under the next seq and number, one statement each, flushed."""
        execute = self._db.execute
        self._seq = seq = self._seq + 1
        assert entry.number
        execute("BEGIN IMMEDIATE")
        execute(
            "INSERT INTO entry VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)",
            (seq, entry.kind, "2024-01-01T22:00:00+00:00", entry.day, None, None, body, entry.hash),
        )
        for line, posting in enumerate(entry.postings):
            execute("INSERT INTO posting VALUES (?, ?, ?, ?, ?)", (seq, line, *posting))
        for line, signature in enumerate(entry.signatures):
            execute("INSERT INTO signature VALUES (?, ?, ?, ?, ?, ?, ?)", (seq, line, *signature))
        execute("INSERT INTO number VALUES (?, ?, ?)", (entry.number.series, seq, seq))
        for place, instrument, amount in entry.postings:
            execute(
                "UPDATE balance SET amount = amount + ? WHERE place = ? AND instrument = ?",
                (amount, place, instrument),
            )
        execute("COMMIT")

    def keep(self, entry: Entry) -> None:
        """Let the balances that an entry moves stand there before it."""
        self._db.executemany(
            "INSERT INTO balance VALUES (?, ?, 0)", [posting[:2] for posting in entry.postings]
        )


def bare_read(book: Path) -> bytes:
    """Every row of what verify reads, in order, one after another, and SHA-256 of the bodies."""
    with closing(sqlite3.connect(f"{book.as_uri()}?mode=ro", uri=True, isolation_level=None)) as raw:
        summed = sha256()
        for row in raw.execute("SELECT * FROM entry ORDER BY seq"):
            summed.update(row[_BODY])
        for table in ("posting", "signature"):
            for _ in raw.execute(f"SELECT * FROM {table} ORDER BY entry, line"):
                pass
        for _ in raw.execute("SELECT * FROM number ORDER BY series, number"):
            pass
    return summed.digest()


def bare_pdf(grids: Sequence[Sequence[Sequence[str]]]) -> bytes:
    """Tables of cells one after another, as reportlab sets them with no style at all."""
    out = BytesIO()
    SimpleDocTemplate(out, pagesize=letter).build([Table([list(row) for row in grid]) for grid in grids])
    return out.getvalue()


def by_hand(lines: Sequence[str], width: int, qr: str) -> bytes:
    """The bytes of a slip, its commands written out; nothing is checked."""
    out = bytearray(b"\x1b@\x1bt\x00")
    mode = None
    for line in lines:
        wanted = b"\x1b!" + bytes([{"plain": 0x00, "tall": 0x18, "big": 0x38}[size(line, width)]])
        out += b"" if wanted == mode else wanted
        mode = wanted
        out += line.encode("ascii") + b"\n"
    text = qr.encode("ascii")
    out += b"\x1ba\x01\x1d(k\x04\x001A2\x00\x1d(k\x03\x001C\x05\x1d(k\x03\x001E1"
    out += b"\x1d(k" + (len(text) + 3).to_bytes(2, "little") + b"1P0" + text + b"\x1d(k\x03\x001Q0"
    return bytes(out + b"\x1ba\x00\x1dVB\x00")
