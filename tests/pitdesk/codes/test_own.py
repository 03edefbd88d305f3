"""The keys beside a book are its own, or nothing is written; those of another are named."""

import os
import shutil
from datetime import UTC, datetime

import pytest

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey, key_path, noted
from pitdesk.codes.own import check_key, check_pepper, open_keys, own
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble

CLOCK = SetClock(datetime(2026, 11, 20, 22, tzinfo=UTC))
ENDINGS = (".pepper", ".key")


@pytest.fixture
def book(tmp_path):
    """A new book of 0.3.0, closed, its keys beside it."""
    path = tmp_path / "pit.book"
    with Journal.create(path) as journal:
        open_keys(journal, CLOCK, PLAIN)
    return path


def beside(book):
    return {path.name: path.read_bytes() for path in book.parent.iterdir() if path.suffix != ".lock"}


def test_a_new_book_notes_its_keys_first(book):
    with Journal.open(book) as journal:
        (entry,) = journal.entries()
        assert isinstance(entry.fact, kinds.OwnKeys)
        assert entry.fact.public == SiteKey.read(key_path(journal)).public
        open_keys(journal, CLOCK, PLAIN)
        assert journal.head.seq == 1
        assert journal.verify().ok
    pepper = book.with_name("pit.book.pepper").read_bytes()
    assert pepper not in book.read_bytes()
    assert pepper.hex().encode() not in book.read_bytes()


@pytest.mark.parametrize("data", [b"", b"short", bytes(32)], ids=["empty", "cut", "another's"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_wrong_key_is_named_and_nothing_is_written(book, ending, data):
    path = book.with_name(book.name + ending)
    path.write_bytes(data)
    at = datetime(2026, 11, 19, 20, 30, tzinfo=UTC).timestamp()
    os.utime(path, (at, at))
    before = beside(book)
    with Journal.open(book) as journal, pytest.raises(Trouble) as wrong:
        open_keys(journal, CLOCK, PLAIN)
    assert str(path) in str(wrong.value)
    assert "Put " in str(wrong.value)
    if ending == ".pepper" or len(data) == 32:
        assert "is not the key of this book" in str(wrong.value)
        assert "The file is of Nov 19, 2026 14:30." in str(wrong.value)
    assert beside(book) == before


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_missing_key_is_not_made_anew(book, ending):
    book.with_name(book.name + ending).unlink()
    before = beside(book)
    with Journal.open(book) as journal, pytest.raises(Trouble, match=f"{ending} is missing"):
        open_keys(journal, CLOCK, PLAIN)
    assert beside(book) == before


def test_a_book_of_before_notes_its_keys_with_the_first_pin_that_is_proven(pit):
    shutil.copy(pit.folder / "pepper", pit.folder / "pit.book.pepper")
    pepper, key = open_keys(pit.journal, pit.clock, PLAIN)
    head = pit.journal.head.seq
    desk = Desk(pit.journal, pepper, clock=pit.clock, rules=pit.rules, key=key, notes_own=True)
    assert noted(pit.journal).pepper == ""
    with pytest.raises(Refused):
        desk.sign_in(pit.one("jo", pin="2742"))
    assert pit.journal.head.seq == head
    for _ in range(2):
        desk.sign_in(pit.one("jo"))
    assert pit.journal.head.seq == head + 1
    check_pepper(pit.journal, pit.folder / "pit.book.pepper")
    check_key(pit.journal, key_path(pit.journal))
    other = pit.folder / "other.pepper"
    other.write_bytes(bytes(32))
    with pytest.raises(Trouble, match=r"other\.pepper is not the key of this book of .*Riverside"):
        check_pepper(pit.journal, other)
    assert Desk(pit.journal, pepper, rules=pit.rules, key=key, notes_own=True)._notes_own is False


def test_a_key_that_is_replaced_is_the_books_own_from_then_on(pit):
    shutil.copy(pit.folder / "pepper", pit.folder / "pit.book.pepper")
    pepper, key = open_keys(pit.journal, pit.clock, PLAIN)
    desk = Desk(pit.journal, pepper, clock=pit.clock, rules=pit.rules, key=key, notes_own=True)
    desk.sign_in(pit.one("jo"))
    desk.replace_key("a new computer", pit.by("gus:gaming manager"))
    assert noted(pit.journal).public == SiteKey.read(key_path(pit.journal)).public != key.public
    assert open_keys(pit.journal, pit.clock, PLAIN)[1].public == noted(pit.journal).public
    check_pepper(pit.journal, pit.folder / "pit.book.pepper")
    shutil.copy(pit.folder / "pit.book.key.1", key_path(pit.journal))
    with pytest.raises(Trouble, match="signed with another"):
        open_keys(pit.journal, pit.clock, PLAIN)


def test_what_is_noted_of_a_pepper_differs_from_book_to_book():
    pepper, key = Pepper(bytes(32), PLAIN), SiteKey(bytes(32))
    assert own(pepper, key).pepper != own(pepper, key).pepper


def test_a_pepper_that_cannot_be_read_is_said(pit):
    with pytest.raises(Trouble, match="cannot be read: No such file"):
        check_pepper(pit.journal, pit.folder / "none.pepper")
