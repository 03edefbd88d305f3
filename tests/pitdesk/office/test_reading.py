"""Reading a document: what a real book writes is right to the cent, and gives its rows."""

from datetime import date

import pytest

from pitdesk.desk import Desk
from pitdesk.office.reading import COLUMNS, END, PART, raw_of, reading
from pitdesk.office.receive import receive
from pitdesk.office.roles import enroll
from pitdesk.office.verify import verify
from tests.pitdesk.office.days import key


@pytest.fixture
def real(pit):
    """The documents of a real book: two days, a correction, a deposit and a new key."""
    pit.end(t2=52_000)
    pit.later(days=1)
    desk = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=key("real"))
    told = desk.write_documents()
    pit.later(days=2)
    desk.correct_day(date(2026, 11, 20), {"gross": 500, "2.drop": 500}, "counted again", pit.by("gus"))
    owed = told[0].said["deposit"]["cents"]
    desk.make_deposit([date(2026, 11, 20)], date(2026, 11, 23), owed, pit.by("gus"), bank="B", slip="1")
    desk.change_key(key("next").public, "a new machine", pit.by("gus"))
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
