"""Reading a document: what a real book writes is right to the cent, and gives its rows."""

from datetime import date

import pytest

from pitdesk.book.journal import Journal
from pitdesk.clock import MachineClock
from pitdesk.desk import Desk
from pitdesk.documents.document import Document
from pitdesk.office.reading import COLUMNS, END, PART, _lost_by_words, raw_of, reading
from pitdesk.office.receive import receive
from pitdesk.office.roles import enroll
from pitdesk.office.verify import verify
from pitdesk.upkeep.backup import backup, restore
from tests.pitdesk.office.days import key


@pytest.fixture
def real(pit):
    """The documents of a real book: two days, a correction, a deposit and a new key."""
    pit.end(t2=52_000)
    pit.later(days=1)
    desk = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=key("real"))
    told = desk.write_documents()
    pit.later(days=2)
    desk.correction(date(2026, 11, 20), {"gross": 500, "2.drop": 500}, "counted again", pit.by("gus"))
    owed = told[0].said["deposit"]["cents"]
    desk.deposit([date(2026, 11, 20)], date(2026, 11, 23), owed, pit.by("gus"), bank="B", slip="1")
    desk.key(key("next").public, "a new machine", pit.by("gus"))
    return told + desk.write_documents()


def test_what_a_real_book_writes_is_right_and_gives_rows(real, office):
    assert [it.kind for it in real] == ["day", "correction", "deposit", "key"]
    read = [reading(raw_of(7, it), it.site) for it in real]
    assert [(one.form, one.content) for one in read] == [("", "")] * 4
    assert read[3].successor == key("next").public
    for one in read:
        for table, lines in one.rows.items():
            assert {line.count(PART) for line in lines} <= {len(COLUMNS[table]) - 1}
            assert not any(END in line for line in lines)
    enroll(office.store, real[0].site, key("real").public, "real")
    assert receive(office.store, [office.stick(real)]).stands == 4
    assert verify(office.store) == (4, [])
    (day,) = office.store.days(date(2026, 11, 20), date(2026, 11, 20))
    assert day.gross == real[0].said["summary"]["gross"] == 52_000
    assert {(row.field, row.cents) for row in office.store.corrections(day.date, day.date)} == {
        ("gross", 500),
        ("2.drop", 500),
    }


def test_reading_says_whose_it_is(real):
    raw = raw_of(7, real[0])
    assert reading(raw, "Elks, Main Street").form.endswith("not of Elks, Main Street")
    assert reading(raw._replace(sha256="0"), real[0].site).form.startswith("its text is not the one")
    assert reading(raw._replace(number=9), real[0].site).form.startswith(
        "it says day 1 of 2026-11-20, and"
    )


def test_a_day_writes_the_words_that_lost_numbers_are_read_from(dark, tmp_path):
    """All that a document says of them is in these words: whoever changes them changes the reader."""
    copy = tmp_path / "pit.backup"
    backup(dark.journal, copy)
    dark.begin()
    dark.open("2")
    numbers = [dark.fill("2", "1x$5") for _ in range(3)]
    dark.journal.close()
    last = {"fill": numbers[-1]}
    restore(copy, dark.book, last_numbers=last, operator="ole", clock=MachineClock())
    dark.journal = Journal.open(dark.book)
    dark.desk = dark.another()
    dark.begin()
    day, fill = [note for note in dark.desk.today.notes if note.key.endswith("lost")]
    assert _lost_by_words(fill.words) == ("fill", 1, 3)
    assert _lost_by_words(day.words) is None  # of which head office learns by the numbers of its days
    assert _lost_by_words("fill 000001 original: out as nothing") is None


def test_the_cash_banks_of_a_day_add_up(pit):
    pit.wheels()
    pit.end(t2=52_000)
    desk = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=key("real"))
    (told,) = desk.write_documents()
    assert reading(raw_of(7, told), told.site).content == ""
    for name, words in (
        ("deposit", "deposit of the bank PW comes to"),
        ("gross", "gross of all banks"),
        ("over_short", "over_short of all banks"),
        ("over_short", "over_short of the bank PW"),
        ("overnight", "overnight of all banks"),
    ):
        said = {**told.said, "banks": [dict(one) for one in told.said["banks"]]}
        said["banks"][1][name] += 5
        wrong = Document.signed(said, key("real"))
        assert words in reading(raw_of(7, wrong), told.site).content
