"""The practice book: whole or not there, its night begun now, everybody's PIN for all to see."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.people import ROLES, Signer
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.shifts.practice import SHIFT, open_practice, pepper, pins

AT = datetime(2026, 11, 21, 14, 22, 33, tzinfo=UTC)  # 8:22 in the morning at the lodge


@pytest.fixture
def book(tmp_path):
    return open_practice(tmp_path / "practice", SetClock(AT))


@pytest.fixture
def desk(book):
    with Journal.open(book) as journal:
        yield Desk(journal, pepper(book), clock=SetClock(AT))


def test_the_book_is_there_and_nothing_else_is(book):
    assert book.name == "practice.db"
    names = {path.name for path in book.parent.iterdir()}
    assert names == {"practice.db", "practice.db.head", "practice.db.pepper"}
    with Journal.read(book) as journal:
        assert journal.verify().ok
        assert journal.entry(1).fact == kinds.Site(practice=True)


def test_it_is_a_lodge_with_four_tables_and_its_night_begun_now(desk):
    site, day = desk.site, desk.today
    assert site.practice
    assert site.settings.organization == "Prairie Practice Lodge"
    assert site.settings.name == "Training Room"
    assert site.settings.combined
    assert {name: (one.game, one.video) for name, one in site.tables.items()} == {
        **dict.fromkeys("123", ("21", True)),
        "A": ("PW", True),
    }
    assert [chip.name for chip in sorted(site.chips)] == [
        *("$100", "$25", "$5", "$2", "pw$2", "$1", "pw$1", "50c")
    ]
    assert day.date.isoformat() == "2026-11-21"
    assert {entry.at for entry in day.entries} == {AT.replace(second=0)}
    assert {table.state for table in day.tables.values()} == {"open"}
    assert all(table.dealer and table.camera is None for table in day.tables.values())
    assert day.start.keys() == {"chip bank", "drawer", "cash reserve"}
    assert day.notes == []
    assert day.slips == {}


def test_everybody_is_told_apart_and_every_role_is_there(desk):
    people = desk.site.people.values()
    assert len({person.initials for person in people}) == len(people)
    assert len({person.name for person in people}) == len(people)
    assert {role.name for person in people for role in person.roles} == {*ROLES}
    counting = [p for p in people if any(role.name == "count team" for role in p.roles)]
    assert len(counting) == 2


def test_the_pins_are_those_of_everybody(desk):
    told = pins()
    assert told.keys() == desk.site.people.keys()
    assert len({*told.values()}) == len(told)
    for person, pin in told.items():
        desk.sign_in(Signer(person, "", pin=pin))
        assert desk.signed_in == person
    with pytest.raises(Refused):
        desk.sign_in(Signer("cora", "", pin="9999"))


def test_the_night_can_be_played(desk):
    told = pins()
    by = {person: [Signer(person, role, pin=told[person])] for person, role in desk.today.duty.items()}
    desk.camera("1", by["pete"])
    number = desk.fill("1", Chips.read("20x$5"), by["cora"]).number.number
    desk.verify("fill", number, by["alma"])
    desk.receive("fill", number, by["dana"])
    assert desk.slip("fill", number).state == "received"


@pytest.mark.parametrize(
    ("at", "night"),
    [
        ("2026-11-21 05:59", "2026-11-20"),  # still the evening before at the lodge
        ("2026-11-21 06:00", "2026-11-21"),
        ("2026-11-01 06:30", "2026-11-01"),  # half past one, and again an hour later
        ("2026-11-01 07:30", "2026-11-01"),
        ("2026-03-08 08:00", "2026-03-08"),
        ("2028-02-29 23:59", "2028-02-29"),
    ],
)
def test_it_begins_at_any_hour(tmp_path, at, night):
    clock = SetClock(datetime.fromisoformat(at).replace(tzinfo=UTC))
    with Journal.read(open_practice(tmp_path, clock)) as journal:
        opened = journal.numbered("day", 1)
        assert opened.fact.date.isoformat() == night
        assert timedelta(0) <= clock.at - opened.at <= timedelta(hours=1)
        assert journal.verify().ok


@pytest.mark.parametrize("later", [timedelta(0), timedelta(hours=5), timedelta(days=400)])
def test_a_book_that_is_there_is_left_as_it_is(book, later):
    before = {path.name: path.read_bytes() for path in book.parent.iterdir()}
    assert open_practice(book.parent, SetClock(AT + later)) == book
    assert {path.name: path.read_bytes() for path in book.parent.iterdir()} == before


def test_a_held_book_is_left_as_it_is(desk, book):
    assert open_practice(book.parent, SetClock(AT)) == book


def test_a_book_without_its_pepper_says_what_to_do(book):
    book.with_name("practice.db.pepper").unlink()
    with pytest.raises(Trouble, match=r"practice.db.pepper is missing.*Delete .*practice.db and begin"):
        open_practice(book.parent, SetClock(AT))
    book.unlink()
    assert open_practice(book.parent, SetClock(AT)) == book


def test_a_book_that_was_deleted_leaves_nothing_of_itself_in_the_next(book):
    book.unlink()
    book.with_name("practice.db-wal").write_bytes(b"what an old book left behind")
    assert open_practice(book.parent, SetClock(AT + timedelta(days=1))) == book
    with Journal.open(book) as journal:
        assert journal.verify().ok
        assert journal.broken_promise() is None


def test_a_beginning_that_fails_leaves_no_book(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(Trouble, match=r"cannot be made: .*No space left"):
        open_practice(tmp_path, SetClock(AT))
    monkeypatch.undo()
    assert not (tmp_path / "practice.db").exists()
    assert open_practice(tmp_path, SetClock(AT)).exists()


def test_the_file_can_be_read_by_a_person():
    """No time but NOW stands in it, and its people are written as everywhere."""
    text = SHIFT.read_text("utf-8")
    assert not re.search(r"^\d\d:\d\d", text, flags=re.MULTILINE)
    assert text.count("\npractice\n") == 1
