"""A chain computed anew from the middle, by somebody who has the file and not the key."""

import faulthandler
import random
import re
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.__main__ import main
from pitdesk.book.chain import chain
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN
from pitdesk.clock import MachineClock
from pitdesk.codes.own import open_keys
from pitdesk.documents.evidence import verify
from pitdesk.errors import Trouble
from tests.files import NIGHTS
from tests.pitdesk.conftest import FAST
from tests.storm import seeds

QUIET = NIGHTS["quiet"]
BESIDE = ("", ".key", ".head")


@pytest.fixture
def book(busy, tmp_path):
    """The busy night with its codes and its document, the key and the head beside it."""
    for ending in BESIDE:
        shutil.copy(f"{busy / 'book.db'}{ending}", tmp_path / f"pit.db{ending}")
    return tmp_path / "pit.db"


def found(book):
    with Journal.read(book) as journal:
        return verify(journal)


def rewrite(book, change):
    """Change bodies, then compute every link, the seals' heads and the noted head anew."""
    connection = sqlite3.connect(book, isolation_level=None)
    guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    link = bytes(32)
    for seq, kind, body in connection.execute(
        "SELECT seq, kind, body FROM entry ORDER BY seq"
    ).fetchall():
        new = change(kind, body)
        if kind == "close day":
            new = re.sub(rb'"head":"[0-9a-f]*"', b'"head":"%b"' % link.hex().encode(), new)
        link = chain(link, new)
        connection.execute("UPDATE entry SET body = ?, hash = ? WHERE seq = ?", (new, link, seq))
    for _, sql in guards:
        connection.execute(sql)
    connection.close()
    book.with_name("pit.db.head").write_text(f"{seq} {link.hex()}\n")


def of(kind, was, now):
    return lambda this, body: body.replace(was, now) if this == kind else body


def test_a_night_that_was_left_alone_holds_against_all_that_was_signed(book):
    verdict = found(book)
    assert (verdict.ok, verdict.code, verdict.unchecked) == (True, "", ())


@pytest.mark.parametrize("key", [True, False])
def test_a_chain_computed_anew_contradicts_a_signed_code(book, key):
    """Another name stands in the opening; every sum, link and seal after it fits."""
    rewrite(book, of("open day", b'"organization":"', b'"organization":"x'))
    if not key:
        book.with_name("pit.db.key").unlink()
    with Journal.read(book) as journal:
        assert journal.verify().ok  # the chain alone cannot tell
        kind = journal.entry(verify(journal).seq).kind
    verdict = found(book)
    assert (verdict.ok, verdict.code, kind) == (False, "signed", "print")
    assert "the book was rewritten" in verdict.words
    assert bool(verdict.unchecked) is not key


def test_a_chain_computed_anew_contradicts_the_days_document(book):
    """Nobody asks the codes here: an entry after the last print is changed."""
    rewrite(book, of("close day", b'"prize_basis_text":"', b'"prize_basis_text":"x'))
    verdict = found(book)
    assert (verdict.ok, verdict.code) == (False, "signed")
    assert re.match(r"document 1, day \d{4}-\d\d-\d\d, was signed of another chain", verdict.words)


def test_codes_that_were_taken_from_another_slip_are_found(book):
    codes = []

    def swap(kind, body):
        if kind == "print" and (code := re.search(rb'"qr":"([^"]+)"', body)):
            codes.append(code[1])
            return body.replace(code[1], codes[0])
        return body

    rewrite(book, swap)
    assert (found(book).code, "the code of a print of" in found(book).words) == ("signed", True)


def test_a_signature_of_another_key_is_found(book, tmp_path):
    """Somebody without the key plays a night anew with one of his own."""
    forged = tmp_path / "forged.db"
    assert main(["replay", str(QUIET), "--book", str(forged), "--out", str(tmp_path / "out")]) == 0
    shutil.copy(f"{book}.key", f"{forged}.key")
    with pytest.raises(Trouble, match=r"is not the key of this book.* somebody made this book anew"):
        found(forged)


@pytest.mark.parametrize("data", [b"", b"short", bytes(32)], ids=["empty", "cut", "another's"])
@pytest.mark.parametrize("ending", [".key", ".pepper"])
def test_a_wrong_key_is_named_and_the_book_is_not_called_damaged(tmp_path, ending, data):
    """Putting a backup in the place of the book would not help."""
    with Journal.create(tmp_path / "pit.db") as journal:
        open_keys(journal, MachineClock(), PLAIN)
    (tmp_path / f"pit.db{ending}").write_bytes(data)
    with pytest.raises(Trouble) as wrong:
        found(tmp_path / "pit.db")
    assert f"pit.db{ending}" in str(wrong.value)
    assert "damaged" not in str(wrong.value)
    assert "Put " in str(wrong.value)


def test_a_document_that_was_changed_is_found(book):
    rewrite(book, of("document", b'\\"cash_profit\\":', b'\\"cash_profit\\":1'))
    assert found(book).words.startswith("document 1: its signature does not fit")


def test_what_could_not_be_checked_is_said(book):
    book.with_name("pit.db.key").unlink()
    book.with_name("pit.db.head").unlink()
    verdict = found(book)
    assert verdict.ok
    assert [what.partition(":")[2] for what in verdict.unchecked] == [
        " the site's key pit.db.key is not beside the book",
        " the witness pit.db.head is missing",
    ]


def test_a_witness_that_cannot_be_read_is_told_from_one_that_is_missing(book):
    book.with_name("pit.db.head").write_text("garbled")
    assert found(book).unchecked == (
        "whether entries were cut off at its end: the witness pit.db.head is unreadable",
    )


# Damaged copies

TABLES = {  # whose row it is, where it is an entry's; a wrong PIN (`attempt`) is no fact of the game
    "entry": "seq",
    "posting": "entry",
    "signature": "entry",
    "number": "entry",
    "balance": "",
}


@pytest.fixture
def watchdog():
    """A verify that hangs ends the run, and says where it stood."""
    faulthandler.dump_traceback_later(900, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


class Copies:
    """Copies of a night in memory, damaged one after the other."""

    def __init__(self, folder, book):
        self.book = folder / "pit.db"
        self.whole = {f"{self.book}{ending}": Path(f"{book}{ending}").read_bytes() for ending in BESIDE}
        self.fresh()
        self.rows = {table: self._rows(table) for table in TABLES}
        self.columns = {table: [*rows[0]] for table, rows in self.rows.items()}

    def _rows(self, table):
        with closing(sqlite3.connect(self.book)) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute(f"SELECT * FROM {table} NOT INDEXED")]

    def fresh(self):
        for path, data in self.whole.items():
            Path(path).write_bytes(data)
        for ending in ("-wal", "-shm", "-journal"):
            Path(f"{self.book}{ending}").unlink(missing_ok=True)

    def stored(self):
        """All that a reader can be told by the file: schema, header and every row, not by an index."""
        with closing(sqlite3.connect(self.book)) as database:
            told = [database.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()]
            names = ("application_id", "user_version", "encoding")
            told += [database.execute(f"PRAGMA {name}").fetchone() for name in names]
            told += [
                database.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall() for table in TABLES
            ]
        with Journal.read(self.book) as journal:
            return told, [one.seq for one in journal.setup()], journal.balances(), journal.slips()

    def verdict(self):
        """What verify finds; a book that cannot be opened is named by its trouble."""
        try:
            return found(self.book)
        except Trouble:
            return None

    def change(self, choose):
        """Change one value of one row with the guards off; the entries that may be blamed for it."""
        table = choose.choice([*TABLES])
        row, column = choose.choice(self.rows[table]), choose.choice(self.columns[table])
        value = other(choose, row[column], [one[column] for one in self.rows[table]])
        if value == row[column] and type(value) is type(row[column]):
            return None
        where = " AND ".join(f"{name} IS ?" for name in row)
        with closing(sqlite3.connect(self.book, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = off")
            database.execute("PRAGMA ignore_check_constraints = on")
            guards = database.execute(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
            ).fetchall()
            try:
                database.execute("BEGIN")
                for name, _ in guards:
                    database.execute(f"DROP TRIGGER {name}")
                sql = f"UPDATE {table} SET {column} = ? WHERE {where}"
                changed = database.execute(sql, (value, *row.values())).rowcount
                for _, sql in guards:
                    database.execute(sql)
                database.execute("COMMIT")
            except sqlite3.IntegrityError:  # the column takes no such value, whoever writes it
                return None
        assert changed == 1
        owner = TABLES[table]
        blamed = {row[owner], value} if column == owner else {row[owner]} if owner else set()
        return f"{table}.{column} of {[*row.values()][:3]}: {row[column]!r:.80} to {value!r:.80}", blamed


def other(choose, value, values):
    """Another value that somebody may write: near to it, of another row, or out of bounds."""
    kinds = [choose.choice(values)]
    if isinstance(value, int):
        kinds += [value + 1, value - 1, -value, value + 100, value * 10, 0, 2**40, 2**63 - 1]
    elif isinstance(value, bytes):
        at = choose.randrange(len(value))
        flipped = bytes([value[at] ^ 1 << choose.randrange(8)])
        kinds += [value[:at] + flipped + value[at + 1 :], value[:at], value + b"\0", value[at:]]
    elif isinstance(value, str):
        at = choose.randrange(len(value) + 1)
        kinds += [value[:at] + choose.choice("x0 é\0") + value[at:], value[:at], value.upper(), "", None]
    else:
        kinds += [1, "x", ""]
    return choose.choice(kinds)


@pytest.fixture(scope="module", params=["busy", "mistakes", "drawers"])
def copies(request, tmp_path_factory):
    """Of nights that have, together, what is counted, passed on, read, and taken back."""
    if request.param == "busy":
        book = request.getfixturevalue("busy") / "book.db"
    else:
        book = tmp_path_factory.mktemp(request.param) / "book.db"
        out = f"{book.parent / 'out'}"
        assert main(["replay", f"{NIGHTS[request.param]}", "--book", f"{book}", "--out", out]) == 0
    with TemporaryDirectory(dir=FAST) as folder:
        yield Copies(Path(folder), book)


@pytest.mark.storm
@pytest.mark.parametrize("batch", range(5))
def test_a_changed_value_in_a_copy_of_a_night_is_named(copies, watchdog, batch):
    """Any column of any table; what is an entry's is said of that entry, or of one before it."""
    tried = 0
    for seed in seeds(20)[batch::5]:
        copies.fresh()
        choose = random.Random(seed)
        while (changed := copies.change(choose)) is None:
            pass
        what, blamed = changed
        verdict = copies.verdict()
        assert verdict is None or not verdict.ok, (seed, what)
        assert verdict is None or not blamed or verdict.seq in blamed, (seed, what, verdict)
        assert verdict is None or verdict.words
        tried += 1
    assert tried


@pytest.mark.storm
@pytest.mark.parametrize("batch", range(5))
def test_a_changed_byte_in_a_copy_of_a_night_is_named_or_changes_nothing(copies, watchdog, batch):
    """A byte of the file becomes any other; where verify finds nothing, nothing that is read changed."""
    copies.fresh()
    before, whole = copies.stored(), copies.whole[str(copies.book)]
    named = 0
    for seed in (tried := seeds(20)[batch::5]):
        copies.fresh()
        choose = random.Random(seed)
        at, byte = choose.randrange(len(whole)), choose.randrange(1, 256)
        copies.book.write_bytes(whole[:at] + bytes([whole[at] ^ byte]) + whole[at + 1 :])
        verdict = copies.verdict()
        if verdict and verdict.ok:
            assert copies.stored() == before, (seed, at)
        else:
            named += 1
    assert named or len(tried) < 20
