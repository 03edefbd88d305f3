"""What lies beside a book is its owner's alone, whatever the umask; what is not is named and mended."""

import os
import zipfile
from datetime import UTC, datetime

import pytest

from pitdesk.book.journal import Journal
from pitdesk.clock import SetClock
from pitdesk.codes.own import open_keys
from pitdesk.upkeep import log
from pitdesk.upkeep.backup import backup, restore
from pitdesk.upkeep.private import exposed, made_private
from pitdesk.upkeep.support import make

AT = datetime(2026, 11, 20, 22, tzinfo=UTC)


@pytest.fixture
def loose():
    """The umask that lets everybody do everything."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder):
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.usefixtures("loose")
def test_all_that_is_made_is_its_owners_alone(tmp_path):
    book, stick = tmp_path / "house" / "pit.book", tmp_path / "stick"
    for folder in (book.parent, stick):
        folder.mkdir(mode=0o700)
    log.begin(book)
    with Journal.create(book) as journal:
        open_keys(journal, SetClock(AT))
        backup(journal, stick / "copy.db")
        assert {*modes(book.parent).values(), *modes(stick).values()} == {0o600}
    restore(stick / "copy.db", book, last_numbers={}, operator="gro", clock=SetClock(AT))
    log.end()
    assert {*modes(book.parent).values()} == {0o600}, modes(book.parent)
    assert exposed(book) == []


def test_what_lies_open_is_named_and_mended(tmp_path):
    book = tmp_path / "pit.book"
    Journal.create(book).close()
    key = tmp_path / "pit.book.key"
    key.touch(0o640)
    slips = tmp_path / "pit-slips"
    slips.mkdir()
    slips.chmod(0o755)
    (tmp_path / "pit.book.far").symlink_to("/etc/passwd")
    assert exposed(book) == [slips, key]
    make(book, tmp_path / "support.zip", AT)
    with zipfile.ZipFile(tmp_path / "support.zip") as file:
        assert b"pit.book.key: others than its owner may open it" in file.read("about.txt")
    assert [*made_private(book)] == [
        "others could open pit-slips (755): it is its owner's alone now",
        "others could open pit.book.key (640): it is its owner's alone now",
    ]
    assert exposed(book) == []
    tmp_path.chmod(0o777)
    (words,) = made_private(book)
    assert "others may write in the folder" in words
    assert tmp_path.stat().st_mode & 0o777 == 0o777  # it may be somebody else's


def test_a_log_that_is_a_link_is_not_followed(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("as it was")
    log.log_of(tmp_path / "pit.book").symlink_to(precious)
    log.begin(tmp_path / "pit.book")
    log.end()
    assert precious.read_text() == "as it was"
