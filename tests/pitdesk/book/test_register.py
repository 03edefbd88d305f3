"""The slip register: what a cashier types finds the slip, and every unused number is accounted for."""

import threading
from dataclasses import FrozenInstanceError
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.book.journal import Journal
from pitdesk.book.register import Gap, NumberSpan, SlipRow, facsimile, gaps, search, spans
from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from pitdesk.upkeep.backup import backup, restore

FRIDAY, SATURDAY = date(2026, 11, 20), date(2026, 11, 21)


@pytest.fixture
def nights(pit):
    """Friday: fill 1 and 2 (void), credit 1. Saturday: fill 3 verified, 4 prepared, for table 3."""
    desk = pit.desk
    pit.fill("2", "10x$5 20x$1")
    desk.fill("2", Chips.read("4x$25"), pit.by("jo"))
    desk.void("fill", 2, "not wanted", pit.by("jo"))
    pit.credit("2", "2x$25")
    pit.end()
    pit.later(days=1)
    pit.begin()
    pit.open("3", dealer="dan")
    pit.arrive("bob")
    desk.fill("3", Chips.read("6x$100"), pit.by("bob", "jo"))
    desk.verify("fill", 3, pit.by("pia"))
    desk.fill("3", Chips.read("20x$5 1x50c"), pit.by("jo"))
    return pit


def names(rows):
    return [row.name for row in rows]


ALL = ["fill 000004", "fill 000003", "credit 000001", "fill 000002", "fill 000001"]


def test_every_slip_is_there_newest_first(nights):
    rows = search(nights.journal)
    assert names(rows) == ALL
    assert [row.state for row in rows] == ["prepared", "verified", "received", "void", "received"]
    entry = nights.journal.entry(rows[-1].seq)
    assert rows[-1] == SlipRow(
        series="fill",
        number=1,
        date=FRIDAY,
        at=datetime(2026, 11, 20, 22, 0, tzinfo=UTC),
        table="2",
        cents=70_00,
        pieces=30,
        state="received",
        people=("JO", "PI", "KA"),
        seq=entry.seq,
        day=1,
    )
    assert (entry.kind, entry.number.number) == ("fill", 1)


def test_the_initials_stand_in_the_order_of_the_steps(nights):
    assert [row.people for row in search(nights.journal)] == [
        ("JO",),
        ("BO", "JO", "PI"),
        ("KA", "PI", "JO"),
        ("JO", "JO"),
        ("JO", "PI", "KA"),
    ]


TYPED = [
    ("", ALL),
    ("   ", ALL),
    ("1", ["credit 000001", "fill 000001"]),
    ("000004", ["fill 000004"]),
    ("#4", ["fill 000004"]),
    ("412", []),
    ("99999999999999999999999", []),
    ("fill 1", ["fill 000001"]),
    ("1 fill", ["fill 000001"]),
    ("FILL", ["fill 000004", "fill 000003", "fill 000002", "fill 000001"]),
    ("fills", ["fill 000004", "fill 000003", "fill 000002", "fill 000001"]),
    ("cred", ["credit 000001"]),
    ("table 2", ["credit 000001", "fill 000002", "fill 000001"]),
    ("table  3 ver", ["fill 000003"]),
    ("table", ALL),
    ("table 9", []),
    ("void", ["fill 000002"]),
    ("vo", ["fill 000002"]),
    ("void 1", []),
    ("$600", ["fill 000003"]),
    ("$600.00", ["fill 000003"]),
    ("600.00", ["fill 000003"]),
    ("$1,00", []),
    ("$", ALL),
    ("$100.50", ["fill 000004"]),
    ("$100", ["fill 000002"]),
    ("kari", ["credit 000001", "fill 000001"]),
    ("KA", ["credit 000001", "fill 000001"]),
    ("kar", ["credit 000001", "fill 000001"]),
    ("kari credit", ["credit 000001"]),
    ("bob jo", ["fill 000003"]),
    ("dan", []),
    ("zed", []),
    ("2026-11-20", ["credit 000001", "fill 000002", "fill 000001"]),
    ("2026-11-21 pre", ["fill 000004"]),
    ("2026-11-45", []),
    ("'; DROP TABLE entry; --", []),
]
ASKED: list[tuple[dict[str, Any], list[str]]] = [
    ({"text": "credit"}, ["credit 000001"]),
    ({"text": "table 3"}, ["fill 000004", "fill 000003"]),
    ({"text": "bob"}, ["fill 000003"]),
    ({"text": "kari fill"}, ["fill 000001"]),
    ({"text": "ka 3"}, []),
    ({"first_day": SATURDAY}, ["fill 000004", "fill 000003"]),
    ({"last_day": FRIDAY}, ["credit 000001", "fill 000002", "fill 000001"]),
    ({"first_day": FRIDAY, "last_day": SATURDAY}, ALL),
    ({"first_day": SATURDAY, "last_day": FRIDAY}, []),
    ({"first_day": SATURDAY, "text": "$600"}, ["fill 000003"]),
    ({"text": "$0"}, []),
    ({"last_day": FRIDAY, "text": "void"}, ["fill 000002"]),
    ({"text": "received fill"}, ["fill 000001"]),
    ({"first_day": SATURDAY, "text": "void"}, []),
    ({"text": "2"}, ["fill 000002"]),
]


def test_what_a_cashier_types_finds_the_slips(nights):
    for text, found in TYPED:
        assert names(search(nights.journal, text=text)) == found, text


def test_what_is_asked_narrows(nights):
    for asked, found in ASKED:
        assert names(search(nights.journal, **asked)) == found, asked


def test_a_table_may_be_called_by_a_letter(nights):
    desk = nights.desk
    desk.set_table(type(desk.site.tables["2"])("A", "21", "A", True), nights.by("gus"))
    nights.open("A", dealer="kari")
    desk.fill("A", Chips.read("1x$5"), nights.by("jo"))
    assert names(search(nights.journal, text="table a")) == ["fill 000005"]
    assert "fill 000005" in names(search(nights.journal, text="a"))


def test_a_row_is_frozen_and_light(nights):
    row = search(nights.journal)[0]
    with pytest.raises((FrozenInstanceError, TypeError)):
        row.number = 5
    assert not hasattr(row, "__dict__")


def test_it_is_searched_from_another_thread_while_the_book_is_written(nights):
    found = []

    def look():
        with Journal.read(nights.book) as journal:
            found.extend(search(journal, text="fill 4"))

    thread = threading.Thread(target=look)
    thread.start()
    nights.desk.void("fill", 3, "not wanted", nights.by("bob"))
    thread.join()
    assert names(found) == ["fill 000004"]


def test_a_journal_that_was_opened_before_sees_what_came_since(nights):
    with Journal.read(nights.book) as journal:
        nights.desk.void("fill", 4, "not wanted", nights.by("jo"))
        nights.paper()
        assert search(journal, text="fill 4")[0].state == "void"
        assert facsimile(journal, search(journal, text="fill 4")[0].seq)


def test_a_book_without_slips_has_an_empty_register(dark):
    assert search(dark.journal, text="fill 1") == []
    assert gaps(dark.journal) == spans(dark.journal) == []


def test_a_slip_that_says_what_cannot_be_is_a_damaged_book(nights):
    nights.journal.close()
    raw = sqlite3.connect(nights.book, isolation_level=None)
    raw.execute("DROP TRIGGER entry_stands")
    gold = "CAST(replace(body, '$100', 'gold') AS BLOB)"
    raw.execute(f"UPDATE entry SET body = {gold} WHERE kind = 'fill'")
    raw.close()
    with Journal.read(nights.book) as journal, pytest.raises(Trouble, match="is damaged"):
        search(journal)


def test_a_slip_of_no_day_is_a_damaged_book(nights):
    nights.journal.close()
    raw = sqlite3.connect(nights.book, isolation_level=None)
    raw.execute("DROP TRIGGER entry_stands")
    raw.execute("UPDATE entry SET kind = 'closed day' WHERE kind = 'open day'")
    raw.close()
    with Journal.read(nights.book) as journal, pytest.raises(Trouble, match="is damaged"):
        gaps(journal)


# Numbers


def test_a_day_uses_a_span_of_each_series(nights):
    assert spans(nights.journal) == [
        NumberSpan("fill", SATURDAY, 2, 3, 4, 2, 0),
        NumberSpan("fill", FRIDAY, 1, 1, 2, 2, 1),
        NumberSpan("credit", FRIDAY, 1, 1, 1, 1, 0),
    ]
    assert spans(nights.journal, first_day=SATURDAY, last_day=SATURDAY) == [
        NumberSpan("fill", SATURDAY, 2, 3, 4, 2, 0)
    ]


def test_a_gapless_book_has_no_gaps(nights):
    assert gaps(nights.journal) == []


def test_a_series_that_began_later_has_no_gap_before_it(dark):
    dark.desk.set_site({"first_fill": 412}, dark.by("gus"))
    dark.begin()
    dark.open("2")
    for _ in range(2):
        dark.desk.fill("2", Chips.read("1x$5"), dark.by("jo"))
    assert names(search(dark.journal, text="412")) == ["fill 000412"]
    assert gaps(dark.journal) == []
    assert [(span.first, span.last) for span in spans(dark.journal)] == [(412, 413)]


def test_numbers_lost_with_a_damaged_book_are_a_gap_that_says_why(nights):
    copy = nights.folder / "copy"
    backup(nights.journal, copy)
    nights.journal.close()
    last = {"fill": 1_000_007, "credit": 1}
    restore(copy, nights.book, last_numbers=last, operator="gus", clock=nights.clock)
    nights.journal = Journal.open(nights.book)
    seq = nights.journal.head.seq
    lost = Gap("fill", 5, 1_000_007, f"lost with a damaged book, restore entry {seq}")
    assert gaps(nights.journal) == [lost]
    nights.desk = nights.another()
    assert nights.desk.fill("3", Chips.read("1x$5"), nights.by("jo")).number.number == 1_000_008
    assert gaps(nights.journal) == [lost]
    assert spans(nights.journal)[0] == NumberSpan("fill", SATURDAY, 2, 3, 1_000_008, 3, 0)


def test_numbers_that_nobody_can_explain_are_a_gap_without_a_why(nights):
    nights.journal.close()
    raw = sqlite3.connect(nights.book, isolation_level=None)
    raw.execute("DROP TRIGGER entry_stands")
    swap = "UPDATE entry SET body = CAST(replace(body, ?, ?) AS BLOB) WHERE kind = 'fill'"
    raw.execute(swap, ('["fill",4]', '["fill",9]'))
    raw.close()
    nights.journal = Journal.read(nights.book)
    assert gaps(nights.journal) == [Gap("fill", 4, 8, "")]


# Facsimile


def test_a_slip_of_a_sealed_day_is_seen_as_it_was_printed(nights):
    (row,) = search(nights.journal, text="fill 1")
    assert facsimile(nights.journal, row.seq) == [
        ("original", ("fill 000001",)),
        ("copy", ("fill 000001",)),
    ]


def test_the_last_print_of_each_part_is_shown(nights):
    slip = nights.desk.slip("fill", 3)
    assert facsimile(nights.journal, slip.entry.seq) == []
    for lines in (["first"], ["DUPLICATE 1", "first"]):
        sent = nights.desk.print(slip, "copy", lines, void=False, printer="test")
        nights.desk.printed(sent.seq, "whole")
    assert facsimile(nights.journal, slip.entry.seq) == [("copy", ("DUPLICATE 1", "first"))]
    nights.desk.void("fill", 3, "not wanted", nights.by("bob"))
    nights.paper()
    assert [part for part, _ in facsimile(nights.journal, slip.entry.seq)] == ["original", "copy"]
    assert facsimile(nights.journal, nights.desk.slip("fill", 4).entry.seq) != []


def test_what_is_no_slip_has_no_facsimile(nights):
    assert facsimile(nights.journal, 1) == []
    with pytest.raises(KeyError):
        facsimile(nights.journal, 10**6)
