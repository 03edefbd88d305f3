import dataclasses
import json
import random
import re
import shutil
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlite_utils.db import sqlite3

from pitdesk.book.entries import Draft, Number, Posting, Signature, move, pay
from pitdesk.book.faults import BelowZero
from pitdesk.book.journal import Attempt, Journal
from pitdesk.book.schema import SCHEMA_VERSION
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.disk import write_whole
from pitdesk.errors import Trouble
from pitdesk.kinds import CloseDay, Explain, FinishDay
from tests.facts import fact, facts
from tests.power import STRACE, needs_strace
from tests.storm import many, seeds, step

AT = datetime(2026, 11, 20, 22, tzinfo=UTC)
ROOT = Path(__file__).parents[3]


def draft(kind="explain", **fields):
    return Draft(**({"fact": fact(kind), "at": AT} | fields))


def stocked(chips="1000x$5"):
    return draft("stock", postings=move(Chips.read(chips), "supplier", "chip bank"))


def fill(pieces=1, **fields):
    postings = move(Chips.read(f"{pieces}x$5"), "chip bank", "in transit")
    return draft("fill", postings=postings, **fields)


@pytest.fixture
def book(tmp_path):
    return tmp_path / "pit.book"


@pytest.fixture
def journal(book):
    with Journal.create(book) as journal:
        yield journal


def raw(book):
    """A foreign program's connection: it knows nothing of this one's settings."""
    return sqlite3.connect(book, isolation_level=None)


def dump(connection):
    tables = ("entry", "posting", "signature", "number", "balance")
    return [connection.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall() for table in tables]


# Append and read


def test_a_new_book_is_empty_and_whole(journal):
    assert journal.head == (0, bytes(32))
    assert journal.entries() == []
    assert journal.balances() == {}
    assert journal.last_number("fill") == 0
    assert journal.verify().ok


def test_what_is_appended_is_read_back(journal, book):
    journal.append(stocked())
    written = journal.append(
        fill(
            7,
            day=3,
            about=1,
            request="button 17",
            signatures=(
                Signature("jo", "cashier", "both", "JO", "pin"),
                Signature("pia", "shift manager", "original", "PØ", "badge"),
            ),
            fact=fact("fill", table="2", chips=Chips.read("7x$5"), written="Fußball ♠ 🎲"),
        )
    )
    assert written.seq == 2
    assert written.number == Number("fill", 1)
    assert written.postings == (Posting("chip bank", "$5", -7), Posting("in transit", "$5", 7))
    assert journal.entry(2) == written
    journal.close()
    with Journal.read(book) as again:
        assert again.entry(2) == written
        assert again.head == (2, written.hash)


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
drafts = st.builds(
    Draft,
    fact=facts(),
    at=st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)).map(
        lambda at: at.replace(microsecond=0)
    ),
    day=st.integers(0, 10**6),
    postings=st.lists(
        st.tuples(text, st.integers(1, 10**12)).map(lambda p: pay(p[1], "patrons", f"tray {p[0]}")),
        max_size=3,
    ).map(lambda pairs: tuple(posting for pair in pairs for posting in pair)),
    signatures=st.lists(
        st.builds(
            Signature,
            text,
            text,
            st.sampled_from(["original", "copy", "both", "record"]),
            text,
            st.sampled_from(["pin", "badge"]),
        ),
        max_size=3,
    ).map(tuple),
)


@settings(max_examples=many(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drafts)
def test_whatever_is_appended_is_read_back_and_verifies(journal, one):
    if isinstance(one.fact, CloseDay | FinishDay):
        sealed = replace(one.fact, verified=journal.head.seq, head=journal.head.hash.hex())
        one = dataclasses.replace(one, fact=sealed)
    entry = journal.append(one)
    for name in ("fact", "at", "day", "about", "request", "postings", "signatures"):
        assert getattr(entry, name) == getattr(one, name)
    assert journal.entry(entry.seq) == entry
    assert journal.verify()[:2] == (True, entry.seq)


def test_the_stored_bytes_are_what_the_chain_covers(journal, book):
    """The recipe, done by hand: SHA-256 over "pitdesk 1", a newline, the link before and the body."""
    for number in range(5):
        journal.append(stocked(f"{number + 1}x$5"))
    connection = raw(book)
    link = bytes(32)
    for body, stored in connection.execute("SELECT body, hash FROM entry ORDER BY seq").fetchall():
        link = sha256(b"pitdesk 1\n" + link + body).digest()
        assert link == stored
        assert json.loads(body)["kind"] == "stock"
    connection.close()
    assert journal.head.hash == link


def test_time_is_kept_as_utc_whatever_zone_it_came_in(journal):
    entry = journal.append(draft(at=AT.astimezone(timezone(timedelta(hours=-6)))))
    assert entry.at == AT
    assert entry.at.utcoffset() == timedelta(0)


def test_order_is_the_sequence_and_never_the_clock(journal):
    later = journal.append(draft(at=AT))
    earlier = journal.append(draft(at=AT - timedelta(days=400)))
    assert [entry.seq for entry in journal.entries()] == [later.seq, earlier.seq] == [1, 2]
    assert journal.verify().ok


def test_entries_are_read_by_seq_both_ends_included(journal):
    for _ in range(5):
        journal.append(draft())
    assert [entry.seq for entry in journal.entries(2, 4)] == [2, 3, 4]
    assert [entry.seq for entry in journal.entries(4)] == [4, 5]
    assert journal.entries(6) == []
    with pytest.raises(KeyError):
        journal.entry(6)


def test_a_long_book_is_read_whole_in_portions(journal):
    for _ in range(1003):
        journal.append(draft())
    assert [entry.seq for entry in journal.entries()] == [*range(1, 1004)]


def test_set_up_is_what_lies_outside_any_day(journal):
    for day in (0, 0, 1, 1, 0, 2):
        journal.append(draft(day=day))
    assert [entry.seq for entry in journal.setup()] == [1, 2, 5]


def test_balances_are_the_sum_of_all_postings(journal):
    journal.append(stocked("100x$5 40x50c"))
    journal.append(fill(30))
    journal.append(draft(postings=move(Chips.read("30x$5"), "in transit", "tray 2")))
    journal.append(draft(postings=pay(2550, "patrons", "drawer")))
    assert journal.balances() == {
        "supplier": {"$5": -100, "50c": -40},
        "chip bank": {"$5": 70, "50c": 40},
        "tray 2": {"$5": 30},
        "patrons": {"cash": -2550},
        "drawer": {"cash": 2550},
    }
    assert journal.at("in transit") == {"$5": 0}
    assert journal.at("tray 3") == {}


# What may not be written


def test_postings_that_do_not_sum_to_zero_are_our_own_fault(journal):
    with pytest.raises(AssertionError, match="do not sum to zero"):
        journal.append(draft(postings=(Posting("chip bank", "$5", 1),)))
    assert journal.entries() == []
    assert journal.verify().ok


@pytest.mark.parametrize("place", ["chip bank", "in transit", "drawer", "tray 2", "tips kari"])
def test_a_place_below_zero_rolls_everything_back(journal, place):
    journal.append(stocked("3x$5"))
    before = journal.head, journal.balances(), journal.last_number("fill")
    postings = (*move(Chips.read("1x$5"), "chip bank", "in transit"), *pay(1, place, "patrons"))
    with pytest.raises(BelowZero):
        journal.append(draft("fill", postings=postings))
    assert (journal.head, journal.balances(), journal.last_number("fill")) == before
    assert journal.append(fill()).number == Number("fill", 1)
    assert journal.verify().ok


def test_a_place_goes_to_zero_and_not_below(journal):
    journal.append(stocked("3x$5"))
    journal.append(fill(3))
    with pytest.raises(BelowZero):
        journal.append(fill(1))
    assert journal.at("chip bank") == {"$5": 0}


def test_a_balance_beyond_64_bits_is_not_taken_for_one_below_zero(journal):
    journal.append(draft(postings=pay(2**63 - 1, "patrons", "tray 2")))
    with pytest.raises(sqlite3.Error):
        journal.append(draft(postings=pay(1, "supplier", "tray 2")))
    assert journal.verify().ok


def test_what_cannot_be_written_leaves_the_book_as_it_was(journal):
    journal.append(stocked())
    for wrong in (
        draft(fact=fact("explain", reason="\ud800")),
        draft(fact=fact("explain", reason=object())),
        draft(about=99),
        draft(day=-1),
        draft(signatures=(Signature("jo", "cashier", "nowhere", "JO", "pin"),)),
        draft(postings=pay(2**70, "patrons", "drawer")),
    ):
        with pytest.raises((sqlite3.IntegrityError, TypeError, NotImplementedError, OverflowError)):
            journal.append(wrong)
    assert journal.head.seq == 1
    assert journal.append(fill()).seq == 2
    assert journal.verify().ok


# Numbers and requests


def test_numbers_follow_each_other_in_each_series(journal):
    journal.append(stocked())
    for kind in ("fill", "credit", "fill", "iou", "open day", "fill", "credit"):
        journal.append(draft(kind))
    numbered = [str(entry.number) for entry in journal.entries() if entry.number]
    assert numbered == [
        *("fill 000001", "credit 000001", "fill 000002", "iou 000001", "day 000001"),
        *("fill 000003", "credit 000002"),
    ]
    assert journal.last_number("fill") == 3
    assert journal.numbered("fill", 2).seq == 4
    assert journal.numbered("fill", 4) is None


class Receipt(Explain):
    """Of a series that no kind has yet."""

    series = "receipt"


def test_a_series_is_what_a_kind_declares(journal):
    receipt = Receipt(reason="a receipt", what="drawer")
    numbers = [journal.append(draft(fact=receipt)).number for _ in range(2)]
    assert numbers == [Number("receipt", 1), Number("receipt", 2)]
    assert journal.last_number("receipt") == 2
    assert journal.verify().ok


def test_a_failed_entry_takes_no_number(journal):
    journal.append(stocked("10x$5"))
    numbers = []
    for pieces in (1, 99, 2, 99, 99, 3):
        try:
            numbers.append(journal.append(fill(pieces)).number.number)
        except BelowZero:
            numbers.append(None)
    assert numbers == [1, None, 2, None, None, 3]


def test_a_series_may_begin_where_paper_left_off(journal):
    journal.append(stocked())
    first = fact("fill", first_number=412)
    numbers = [journal.append(fill(fact=first)).number.number for _ in range(3)]
    assert numbers == [412, 413, 414]
    assert journal.verify().ok


def test_the_number_is_taken_in_the_entrys_own_transaction(journal, book):
    """A foreign program sees the number and the entry together, or neither."""
    journal.append(stocked())
    connection = raw(book)
    for count in range(1, 6):
        journal.append(fill())
        numbers, entries = connection.execute(
            "SELECT (SELECT count(*) FROM number), (SELECT count(*) FROM entry WHERE kind = 'fill')"
        ).fetchone()
        assert numbers == entries == count
    connection.close()


def test_asked_twice_is_written_once(journal, book):
    journal.append(stocked())
    first = journal.append(fill(request="click 1"))
    again = journal.append(fill(request="click 1"))
    assert again == first
    assert journal.head.seq == 2
    assert journal.last_number("fill") == 1
    assert journal.append(fill(request="click 2")).number == Number("fill", 2)
    journal.close()
    with Journal.open(book) as later:
        assert later.append(fill(request="click 1")) == first
        assert later.requested("click 1") == first
        assert later.requested("click 9") is None
        assert later.append(fill()).number == Number("fill", 3)


# Written once: a foreign program is stopped by the book itself


def full(journal):
    journal.append(stocked())
    for number in range(3):
        signature = Signature("jo", "cashier", "both", "JO", "pin")
        journal.append(fill(request=f"r{number}", signatures=(signature,), about=1))
    journal.note_attempt(Attempt("jo", "desk 1", AT.isoformat(), "boot", 1, "wrong"))


COLUMNS = {
    "entry": "seq formula kind at day about request body hash",
    "posting": "entry line place instrument amount",
    "signature": "entry line person role part initials proof",
    "number": "series number entry",
    "attempt": "id person station at boot ticks outcome",
}
GUARDED = ("entry", "posting", "signature", "number")


def stopped(book, sql):
    connection = raw(book)
    before = dump(connection)
    with pytest.raises(sqlite3.IntegrityError, match="the journal is written once"):
        connection.execute(sql)
    assert dump(connection) == before
    connection.close()


@pytest.mark.parametrize("how", ["UPDATE", "UPDATE OR IGNORE", "UPDATE OR REPLACE", "UPDATE OR FAIL"])
@pytest.mark.parametrize(
    ("table", "column"), [(t, column) for t, columns in COLUMNS.items() for column in columns.split()]
)
def test_no_column_can_be_updated(journal, book, table, column, how):
    full(journal)
    stopped(book, f"{how} {table} SET {column} = {column}")


@pytest.mark.parametrize("table", COLUMNS)
@pytest.mark.parametrize("where", ["", " WHERE rowid = 2", " WHERE 1 = 1"])
def test_no_row_can_be_deleted(journal, book, table, where):
    full(journal)
    if "rowid" in where:
        where = {"entry": " WHERE seq = 4", "number": " WHERE number = 3", "attempt": ""}.get(
            table, " WHERE entry = 4"
        )
    stopped(book, f"DELETE FROM {table}{where}")


@pytest.mark.parametrize("how", ["INSERT OR REPLACE", "REPLACE", "INSERT", "INSERT OR IGNORE"])
@pytest.mark.parametrize("table", GUARDED)
@pytest.mark.parametrize("order", ["ASC", "DESC"])
def test_no_row_can_be_replaced(journal, book, table, how, order):
    full(journal)
    key = "seq" if table == "entry" else "entry"
    stopped(book, f"{how} INTO {table} SELECT * FROM {table} ORDER BY {key} {order} LIMIT 1")


@pytest.mark.parametrize(
    ("table", "key", "change"),
    [
        ("entry", "seq", "kind = 'credit'"),
        ("posting", "entry, line", "amount = 9"),
        ("signature", "entry, line", "person = 'dan'"),
        ("number", "series, number", "entry = 1"),
    ],
)
def test_no_row_can_be_upserted(journal, book, table, key, change):
    full(journal)
    stopped(
        book,
        f"INSERT INTO {table} SELECT * FROM {table} WHERE true"
        f" ON CONFLICT ({key}) DO UPDATE SET {change}",
    )


@pytest.mark.parametrize(
    "sql",
    [
        # an entry that does not follow the newest
        "INSERT INTO entry VALUES (9, 1, 'fill', 'x', 1, NULL, NULL, x'00', zeroblob(32))",
        "INSERT INTO entry VALUES (6, 1, 'fill', 'x', 1, NULL, NULL, x'00', zeroblob(32))",
        # something added to an entry that others follow already, or past a gap
        "INSERT INTO posting VALUES (2, 2, 'drawer', 'cash', 100)",
        "INSERT INTO posting VALUES (4, 9, 'drawer', 'cash', 100)",
        "INSERT INTO posting VALUES (5, 0, 'drawer', 'cash', 100)",
        "INSERT INTO signature VALUES (1, 0, 'dan', 'dealer', 'record', 'DA', 'pin')",
        "INSERT INTO signature VALUES (5, 0, 'dan', 'dealer', 'record', 'DA', 'pin')",
        # a number of an old entry, or one that was passed over
        "INSERT INTO number VALUES ('iou', 1, 2)",
        "INSERT INTO number VALUES ('fill', 4, 9)",
        "INSERT INTO number VALUES ('fill', 2, 4)",
    ],
)
def test_nothing_can_be_added_out_of_turn(journal, book, sql):
    full(journal)
    stopped(book, sql)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO posting VALUES (1, 2, 'chip bank', '$5', 0)",
        "INSERT INTO posting VALUES (1, 2, 'chip bank', '$5', 1.5)",
        "INSERT INTO posting VALUES (1, 2, 'chip bank', '$5', 'many')",
        "INSERT INTO posting VALUES (1, 2, NULL, '$5', 1)",
        "INSERT INTO signature VALUES (1, 0, 'jo', 'cashier', 'elsewhere', 'JO', 'pin')",
        "INSERT INTO signature VALUES (1, 0, 'jo', 'cashier', 'record', 'JO', 'word of honor')",
        "INSERT INTO number VALUES ('', 1, 1)",
        "INSERT INTO number VALUES ('fill', 0, 1)",
        "INSERT INTO entry VALUES (2, 2, 'x', 'x', 0, NULL, NULL, x'00', zeroblob(32))",
        "INSERT INTO entry VALUES (2, 1, 'x', 'x', 0, 2, NULL, x'00', zeroblob(32))",
        "INSERT INTO entry VALUES (2, 1, 'x', 'x', 0, NULL, NULL, x'00', zeroblob(31))",
        "INSERT INTO balance VALUES ('drawer', 'cash', -1)",
    ],
)
def test_the_tables_take_no_nonsense(journal, book, sql):
    journal.append(stocked())
    connection = raw(book)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(sql)
    connection.close()


def test_the_desks_own_connection_cannot_change_the_tables(journal):
    for sql in (
        "DROP TRIGGER entry_stands",
        "DROP TABLE attempt",
        "CREATE TABLE txxn (a)",
        "ALTER TABLE entry ADD COLUMN a",
        "ATTACH ':memory:' AS other",
        "PRAGMA recursive_triggers = 0",
        "PRAGMA writable_schema = 1",
        "PRAGMA synchronous = 0",
    ):
        with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            journal._db.execute(sql)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("trusted_schema", 0),
        ("mmap_size", 0),
    ],
)
def test_a_book_is_written_under_these_settings(journal, name, value):
    assert journal._db.execute(f"PRAGMA {name}").fetchone() == (value,)


# Opening


def test_a_book_is_never_begun_over_another_file(book):
    book.write_text("my diary")
    with pytest.raises(Trouble, match="exists already"):
        Journal.create(book)
    assert book.read_text() == "my diary"


@pytest.mark.parametrize("way", [Journal.open, Journal.read])
def test_a_book_that_is_not_there(tmp_path, way):
    for path in (tmp_path / "no.book", tmp_path / "no" / "no.book"):
        with pytest.raises(Trouble, match="There is no"):
            way(path)
    with pytest.raises(Trouble, match=r"is a folder, and no file. Name the book's own file"):
        way(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(Trouble, match="Check its folder"):
        Journal.create(tmp_path / "no" / "pit.book")


def other_database(path):
    connection = raw(path)
    connection.execute("CREATE TABLE entry (seq, hash)")
    connection.close()


@pytest.mark.parametrize("way", [Journal.open, Journal.read])
@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_text("Dear diary, " * 1000),
        lambda path: path.write_bytes(bytes(8192)),
        lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(100)),
        other_database,
    ],
    ids=["empty", "text", "zeros", "header", "other database"],
)
def test_a_file_that_is_no_book_is_left_alone(book, way, make):
    make(book)
    before = book.read_bytes()
    with pytest.raises(Trouble):
        way(book)
    assert book.read_bytes() == before


@pytest.mark.parametrize("way", [Journal.open, Journal.read])
def test_a_book_of_a_newer_program_is_left_alone(journal, book, way):
    journal.append(stocked())
    journal.close()
    connection = raw(book)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    with pytest.raises(Trouble, match=r"newer PitDesk \(schema 3, this one reads 2\)"):
        way(book)


@pytest.mark.parametrize("version", [(3, 40, 1), (3, 51, 2)])
def test_a_bad_sqlite_writes_no_book(journal, book, monkeypatch, version):
    journal.close()
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    for way in (Journal.open, Journal.read):
        with pytest.raises(Trouble, match="can corrupt a book"):
            way(book)
    with pytest.raises(Trouble, match="can corrupt a book"):
        Journal.create(book.with_name("new.book"))
    assert not book.with_name("new.book").exists()


@pytest.mark.parametrize("trigger", ["posting_balance", "entry_stands", "posting_stays", "number_once"])
def test_a_book_without_its_guards_is_not_written(journal, book, trigger):
    journal.append(stocked())
    journal.close()
    connection = raw(book)
    connection.execute(f"DROP TRIGGER {trigger}")
    connection.close()
    with pytest.raises(Trouble, match=trigger):
        Journal.open(book)
    with Journal.read(book) as read:
        assert read.verify()[:3] == (False, 0, f"changed since it was created: trigger {trigger}")


def test_the_newest_entry_is_the_head_again(journal, book):
    journal.append(stocked())
    head = journal.append(fill()).hash
    journal.close()
    with Journal.open(book) as again:
        assert again.head == (2, head)
        assert again.append(fill()).seq == 3
        assert again.verify().ok


# Truncated and flipped files: never a wrong answer, never a crash


def test_a_truncated_book_is_found_damaged(journal, book, tmp_path):
    for _ in range(60):
        journal.append(stocked("1x$5"))
    journal.close()
    whole = book.read_bytes()
    cut = tmp_path / "cut.book"
    for size in [*range(0, len(whole), 4096), 1, 99, 100, 512, 4095, len(whole) - 1]:
        cut.write_bytes(whole[:size])
        for way in (Journal.open, Journal.read):
            try:
                with way(cut) as opened:
                    assert not opened.verify().ok, size
            except Trouble:
                pass


# One holder


def test_a_book_is_held_once_in_a_process(journal, book):
    with pytest.raises(Trouble, match=r"is held by process \d+\. Close it there"):
        Journal.open(book)
    journal.close()
    Journal.open(book).close()


HOLD = """
import sys
from pathlib import Path
from pitdesk.book.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def python(code, *args, before=(), **more):
    command = [*before, sys.executable, "-c", dedent(code), *map(str, args)]
    return subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **more
    )


def test_a_book_is_held_against_other_processes(journal, book):
    journal.append(stocked())
    journal.close()
    other = python(HOLD, book)
    try:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Trouble, match=f"is held by process {other.pid}"):
            Journal.open(book)
        with Journal.read(book) as read:  # looking is free
            assert read.head.seq == 1
            assert read.verify().ok
    finally:
        other.kill()
        other.communicate()
    with Journal.open(book) as mine:  # a dead holder holds nothing
        assert mine.head.seq == 1


def test_a_reader_sees_what_the_holder_has_written(journal, book):
    with Journal.read(book) as before:
        assert before.head.seq == 0
    journal.append(stocked())
    with Journal.read(book) as read:
        assert read.head == journal.head
        assert read.verify().ok
        assert read.balances() == journal.balances()


def test_a_reader_writes_nothing(journal, book):
    with Journal.read(book) as read:
        with pytest.raises(Trouble, match="read-only"):
            read.append(stocked())
        with pytest.raises(Trouble):
            read.note_attempt(Attempt("jo", "desk 1", AT.isoformat(), "boot", 1, "wrong"))
    assert journal.entries() == []


def test_a_failed_opening_holds_nothing(book):
    book.write_text("my diary")
    for _ in range(2):
        with pytest.raises(Trouble, match="damaged"):
            Journal.open(book)


def test_a_closed_book_says_so(journal):
    journal.close()
    journal.close()
    for use in (
        lambda: journal.append(stocked()),
        journal.entries,
        journal.balances,
        journal.verify,
        journal.setup,
    ):
        with pytest.raises(Trouble, match=r"is closed\. Open it again"):
            use()


def test_a_foreign_writer_makes_the_desk_wait_and_then_say_so(journal, book):
    journal._db.conn.set_authorizer(None)
    journal._db.execute("PRAGMA busy_timeout = 20").fetchall()
    connection = raw(book)
    connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(Trouble, match=r"database is locked.*Nothing was written"):
        journal.append(stocked())
    connection.execute("ROLLBACK")
    connection.close()
    assert journal.append(stocked()).seq == 1


# The head noted beside the book


def test_the_head_is_noted_with_every_entry_before_it_is_answered(journal, book):
    assert journal.noted_head() is None
    for draft in (stocked(), fill(), fill()):
        journal.append(draft)
        assert journal.noted_head() == journal.head
    assert journal.witness.read().numbers == {"fill": 2}
    journal.close()
    with Journal.read(book) as read:
        assert read.noted_head() == read.head
        assert read.broken_promise() is None


@pytest.mark.parametrize("text", ["", "7", "seven 00", "1 xyz", "\xff\xfe"])
def test_a_torn_note_promises_nothing(journal, book, text):
    book.with_name("pit.book.head").write_bytes(text.encode("latin-1"))
    assert journal.noted_head() is None
    assert journal.broken_promise() is None


def test_a_head_that_cannot_be_noted_is_trouble_and_lets_go_of_the_book(journal, book):
    book.with_name("pit.book.head").mkdir()
    with pytest.raises(Trouble, match=r"Entry 1 \(stock\) stands in the book.*could not be noted"):
        journal.append(stocked())
    with pytest.raises(Trouble, match="Open it again"):
        journal.append(stocked())
    journal.close()
    with Journal.read(book) as read:
        assert read.verify().ok
    book.with_name("pit.book.head").rmdir()
    with Journal.open(book) as again:
        assert again.head.seq == 1


def test_an_older_copy_breaks_the_promise(journal, book, tmp_path):
    journal.append(stocked())
    journal.close()
    shutil.copy(book, tmp_path / "old")
    with Journal.open(book) as journal:
        journal.append(fill())
        journal.append(fill())
    (tmp_path / "old").replace(book)
    with Journal.open(book) as old:
        assert old.broken_promise() == "it ends at entry 1, but it once reached entry 3"
        assert old.verify()[:2] == (False, 2)


def test_an_older_copy_that_went_on_breaks_the_promise_too(journal, book, tmp_path):
    journal.append(stocked())
    journal.close()
    shutil.copy(book, tmp_path / "old")
    with Journal.open(book) as journal:
        journal.append(fill())
    head = book.with_name("pit.book.head").read_bytes()
    (tmp_path / "old").replace(book)
    with Journal.open(book) as old:
        old.append(fill(2))
        old.append(fill(3))
    book.with_name("pit.book.head").write_bytes(head)
    with Journal.open(book) as old:
        assert old.broken_promise() == "entry 2 is not the one that once stood there"
        assert old.verify()[:2] == (False, 2)


@pytest.fixture
def crashed(dark, tmp_path):
    """A desk whose machine stopped: its book, its WAL and the head it noted, copied as they lay."""
    for _ in range(12):
        dark.desk.set_site({"name": "Riverside"}, by=dark.by("gus"))
    dark.journal.note_head()
    folder = tmp_path / "crashed"
    folder.mkdir()
    for name in ("pit.book", "pit.book-wal", "pit.book.head", "pepper"):
        shutil.copy(dark.folder / name, folder / name)
    return folder


def test_a_crash_with_a_whole_wal_loses_nothing(dark, crashed, rules):
    with Journal.open(crashed / "pit.book") as journal:
        assert journal.head == dark.journal.head
        assert journal.verify().ok
        Desk(journal, dark.pepper, clock=dark.clock, rules=rules)


def noticed(folder, pit):
    """Whether the next start stops and says that the book is damaged."""
    with (
        pytest.raises(Trouble, match="damaged"),
        Journal.open(folder / "pit.book") as journal,
    ):
        Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules)


@pytest.mark.parametrize("part", range(8))
def test_a_wal_cut_short_is_noticed(dark, crashed, part):
    wal = crashed / "pit.book-wal"
    data = wal.read_bytes()
    wal.write_bytes(data[: len(data) * part // 8])
    noticed(crashed, dark)


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(12))
def test_a_flipped_bit_in_the_wal_is_noticed(dark, crashed, seed):
    wal = crashed / "pit.book-wal"
    data = bytearray(wal.read_bytes())
    data[random.Random(seed).randrange(len(data))] ^= 1 << seed % 8
    wal.write_bytes(data)
    noticed(crashed, dark)


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "kept"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_book_that_is_moved_under_the_desk_is_noticed_and_saved(journal, book, tmp_path, how):
    journal.append(stocked())
    journal.append(fill())
    other = tmp_path / "other"
    shutil.copy(book, other)
    other.replace(book) if how == "replaced" else book.unlink()
    for _ in range(2):
        with pytest.raises(Trouble, match=r"removed or replaced.*up to entry 2 is saved in .*saved-1\."):
            journal.append(fill())
    assert book.with_name("pit.book.saved-1").stat().st_mode & 0o077 == 0, "nobody else may read it"
    with Journal.read(book.with_name("pit.book.saved-1")) as saved:
        assert saved.head == journal.head
        assert saved.verify().ok
    assert not book.with_name("pit.book.saved-2").exists()


# A COMMIT that fails: what the desk is told is what stands in the book


class Failing:
    """A connection whose next COMMIT raises, after or instead of committing."""

    def __init__(self, connection, *, commits, then=lambda: None):
        self._connection, self._commits, self._then = connection, commits, then

    def execute(self, sql, *args):
        if sql != "COMMIT":
            return self._connection.execute(sql, *args)
        if self._commits:
            self._connection.execute("COMMIT")
        self._then()
        raise sqlite3.OperationalError("disk I/O error")

    def __getattr__(self, name):
        return getattr(self._connection, name)


def test_a_commit_that_raised_and_committed_is_told_as_written(journal, book):
    journal.append(stocked())
    journal._db.conn = Failing(journal._db.conn, commits=True)
    entry = journal.append(fill(request="r"))
    assert entry.number == Number("fill", 1)
    assert journal.head == (2, entry.hash)
    assert journal.append(fill()).number == Number("fill", 2)
    assert journal.append(fill(request="r")) == entry
    assert journal.verify().ok


def test_a_commit_that_raised_and_did_not_commit_is_told_as_not_written(journal, book):
    journal.append(stocked())
    journal._db.conn = Failing(journal._db.conn, commits=False)
    with pytest.raises(Trouble, match=r"entry 2 \(fill\).*disk I/O error.*is not in the book"):
        journal.append(fill(request="r"))
    assert journal.head.seq == 1
    assert journal.requested("r") is None
    assert journal.append(fill(request="r")).number == Number("fill", 1)
    assert journal.verify().ok


def test_a_commit_in_doubt_on_a_book_that_cannot_be_read_stops_all_writing(journal, book):
    journal.append(stocked())
    journal._db.conn = Failing(journal._db.conn, commits=True, then=lambda: book.rename(f"{book}-gone"))
    with pytest.raises(Trouble):
        journal.append(fill())
    for use in (lambda: journal.append(fill()), journal.entries, journal.verify):
        with pytest.raises(Trouble, match="Open it again"):
            use()


APPEND = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from pitdesk.chips import Chips
from pitdesk.book.entries import Draft, move
from pitdesk.errors import Trouble
from pitdesk.kinds import Fill
from pitdesk.book.journal import Journal

path, count = Path(sys.argv[1]), int(sys.argv[2])
at = datetime(2026, 11, 20, 22, tzinfo=UTC)
way, chips = ("supplier", "chip bank"), Chips.read("1x$5")
postings = move(chips, *way)
plain = {"table": "2", "game": None, "source": way[0], "destination": way[1], "first_number": 1}
said = Fill(chips=chips, written="x" * int(sys.argv[3]), **plain)
journal = Journal.open(path)
for number in range(count):
    draft = Draft(fact=said, at=at, request=f"r{number}", postings=postings)
    try:
        entry = journal.append(draft)
        print("yes", entry.seq, entry.number.number, flush=True)
    except Trouble as trouble:
        print("no", number, str(trouble).splitlines()[0], flush=True)
try:
    journal.close()
except Trouble:
    pass
"""


def traced(tmp_path, *options):
    return [STRACE, "-f", "-qq", "--seccomp-bpf", "-o", tmp_path / "trace", *options]


def told(output):
    """What the program was told: seq → number of what stands, and how many do not."""
    yes = {int(m[1]): int(m[2]) for m in re.finditer(r"^yes (\d+) (\d+)$", output, re.M)}
    return yes, len(re.findall(r"^no ", output, re.M))


def appended(book, tmp_path, count, inject, size=10):
    """Append under strace, which fails the calls that `inject` names; what was told."""
    run = python(APPEND, book, count, size, before=traced(tmp_path, *inject), stderr=subprocess.PIPE)
    output, errors = run.communicate()
    assert run.returncode == 0, errors
    yes, no = told(output)
    assert len(yes) + no == count
    return yes, no


def stands(book):
    with Journal.open(book) as after:
        assert after.verify().ok
        return {entry.seq: entry.number.number for entry in after.entries() if entry.number}


@needs_strace
@pytest.mark.storm
@pytest.mark.parametrize("sync", ["1", "2", "3", "4", "5+"])
def test_what_a_failing_flush_leaves_in_doubt_is_not_told_as_written(journal, book, tmp_path, sync):
    """Nothing more is written to that disk; what the next start shows is at most one entry more."""
    journal.append(stocked())
    journal.close()
    yes, no = appended(book, tmp_path, 5, failing_flush(f"{book}-wal", sync))
    found = stands(book)
    assert no
    assert yes.items() <= found.items()
    assert len(found) <= len(yes) + 1
    assert [*found.values()] == [*range(1, len(found) + 1)]


@needs_strace
@pytest.mark.parametrize("sync", ["1", "2", "4+"])
def test_a_failing_flush_of_the_witness_stops_the_book_and_the_entry_stands(
    journal, book, tmp_path, sync
):
    """What is not flushed beside the book is not told as done; the next start finds it."""
    journal.append(stocked())
    journal.append(fill())
    journal.close()
    yes, no = appended(book, tmp_path, 5, failing_flush(f"{book}.head", sync))
    assert no
    found = stands(book)
    assert yes.items() <= found.items()
    assert len(found) <= len(yes) + 2  # the one before, and the one in doubt


def failing_flush(path, when):
    """One or more flushes of a file fail, whichever call this SQLite flushes with."""
    calls = "fsync,fdatasync"
    return ["-P", path, "-e", f"trace={calls}", "-e", f"inject={calls}:error=EIO:when={when}"]


def full_disk(book, when):
    """Every write into the WAL fails from one call to another."""
    return [
        "-P",
        f"{book}-wal",
        "-e",
        "trace=pwrite64",
        "-e",
        f"inject=pwrite64:error=ENOSPC:when={when}",
    ]


@needs_strace
@pytest.mark.storm
@pytest.mark.parametrize("write", range(1, 80, step(4)))
def test_a_full_disk_is_told_as_it_is(journal, book, tmp_path, write):
    journal.append(stocked())
    journal.close()
    yes, no = appended(book, tmp_path, 6, full_disk(book, f"{write}..{write + 1}"), size=3000)
    assert no > 0
    assert stands(book) == yes
    assert [*yes.values()] == [*range(1, len(yes) + 1)]


@needs_strace
def test_a_disk_that_stays_full_loses_nothing_and_writes_nothing(journal, book, tmp_path):
    journal.append(stocked())
    journal.close()
    yes, no = appended(book, tmp_path, 8, full_disk(book, "40+"), size=3000)
    assert yes
    assert no
    assert stands(book) == yes


def test_a_book_that_is_damaged_while_it_is_open_is_written_no_more(journal, book):
    journal.append(stocked())
    journal.close()
    whole = book.read_bytes()
    journal = Journal.open(book)
    book.write_bytes(whole[:4096] + bytes(len(whole) - 4096))  # in place: the same file
    with pytest.raises(Trouble, match=r"is damaged.*Nothing was written"):
        journal.append(fill())
    book.write_bytes(whole)
    with pytest.raises(Trouble, match=r"is damaged.*Open it again once that is mended"):
        journal.append(fill())
    journal.close()
    with Journal.open(book) as again:
        assert again.append(fill())


@needs_strace
def test_a_full_disk_at_the_opening_is_not_called_a_damaged_book(journal, book, tmp_path):
    journal.append(stocked())
    journal.close()
    inject = ["-e", "trace=pwrite64", "-e", "inject=pwrite64:error=ENOSPC:when=1+"]
    code = """
        import sys
        from pathlib import Path
        from pitdesk.errors import Trouble
        from pitdesk.book.journal import Journal
        try:
            Journal.open(Path(sys.argv[1]))
        except Trouble as trouble:
            print(trouble)
    """
    run = python(code, book, before=traced(tmp_path, *inject))
    words, _ = run.communicate()
    assert "pit.book" in words
    assert "damaged" not in words


@needs_strace
def test_each_entry_costs_one_flush_of_the_book_and_one_of_its_witness(journal, book, tmp_path):
    journal.append(stocked())
    journal.close()
    flushes = []
    for count in (5, 25):
        copy = book.with_name(f"{count}.book")
        for ending in ("", ".head"):
            shutil.copy(f"{book}{ending}", f"{copy}{ending}")
        appended(copy, tmp_path, count, ["-y", "-e", "trace=fdatasync,fsync"])
        trace = (tmp_path / "trace").read_text()
        flushes.append([len(re.findall(rf"sync\(\d+<[^>]*{end}>", trace)) for end in ("-wal", "head")])
    assert [more - few for few, more in zip(*flushes, strict=True)] == [20, 20]


@pytest.mark.storm
def test_a_killed_desk_has_lost_nothing_that_was_acknowledged(journal, book):
    journal.append(stocked())
    journal.close()
    seeded = random.Random(seeds(1)[0])
    last = 0
    for _ in range(many(8)):
        run = python(APPEND.replace('f"r{number}"', "None"), book, 100_000, 10)
        for _ in range(seeded.randint(1, 60)):
            last = int(run.stdout.readline().split()[1])
        run.send_signal(signal.SIGKILL)
        last = max([last, *told(run.stdout.read())[0]])
        run.communicate()
        with Journal.open(book) as after:
            assert after.verify().ok
            assert last <= after.head.seq <= last + 1
            numbers = [entry.number.number for entry in after.entries() if entry.number]
            assert numbers == [*range(1, len(numbers) + 1)]


# Tries at a PIN


def test_tries_are_kept_per_person_and_per_station(journal, book):
    for person, station, outcome in (
        ("jo", "desk 1", "wrong"),
        ("jo", "desk 2", "wrong"),
        ("pia", "desk 1", "wrong"),
        ("jo", "desk 2", "right"),
        ("jo", "desk 1", "wrong"),
    ):
        journal.note_attempt(Attempt(person, station, AT.isoformat(), "boot", 7, outcome))
    journal.close()
    with Journal.open(book) as again:
        counted = {
            (column, value): len(again.attempts(column, value))
            for column, value in (
                ("person", "jo"),
                ("person", "pia"),
                ("station", "desk 1"),
                ("station", "desk 2"),
            )
        }
        assert counted == {
            ("person", "jo"): 1,  # one since the right one
            ("person", "pia"): 1,
            ("station", "desk 1"): 3,
            ("station", "desk 2"): 0,
        }
        assert again.attempts("person", "pia")[0] == (
            *("pia", "desk 1", AT.isoformat(), "boot", 7, "wrong"),
        )


def test_tries_are_asked_by_person_or_station_only(journal):
    with pytest.raises(ValueError, match="outcome"):
        journal.attempts("outcome", "wrong")
